"""`manage.py rerate`: rate ladders anew from their matches."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.ladders.selectors import ladders
from arena.ratings.rerating import differences, rerate


class Command(BaseCommand):
    """Rate ladders anew, or check that doing so would change nothing."""

    help = "Rate ladders anew from their matches; with --check only compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take ladders by name, all of them without."""
        parser.add_argument("ladders", nargs="*", metavar="ladder")
        parser.add_argument("--check", action="store_true", help="change nothing; fail on a difference")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the ladders one by one, each in a transaction of its own."""
        found = ladders().filter(slug__in=options["ladders"]) if options["ladders"] else ladders()
        wrong: list[str] = []
        for ladder in found:
            if options["check"]:
                wrong += differences(ladder=ladder)
            else:
                self.stdout.write(f"{ladder.slug}: {rerate(ladder=ladder)} matches rated anew")
        if wrong:
            raise CommandError("\n".join(wrong[:50]))
        if options["check"]:
            self.stdout.write("no difference")
