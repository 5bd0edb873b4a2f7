"""`manage.py bootstrap`: make what a new installation needs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from arena.bootstrap import ADMIN, bootstrap, make_demonstration


class Command(BaseCommand):
    """Make the default ladders, the house bots and the first operator; safe to run again."""

    help = "Make default ladders, house bots, the first operator and a demonstration tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Let installations do without the demonstration."""
        parser.add_argument("--no-demo", action="store_true", help="make no demonstration tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was made; the password is printed this once."""
        made = bootstrap()
        self.stdout.write(f"{len(made.ladders)} ladders and {len(made.bots)} house bots made")
        if made.password is not None:
            self.stdout.write(f"operator: {ADMIN}  password: {made.password}  (shown once: change it)")
        if made.ladders and not options["no_demo"] and make_demonstration():
            self.stdout.write("demonstration tournament made")
