"""`manage.py make-bulk`: a crowd of invented bots, matches and tournaments."""  # noqa: N999 the command's name

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connection

from arena.bootstrap import make_ladders
from arena.submissions.models import Bot
from arena.web.bulk import Crowd, reset_sequences
from arena.web.bulktournaments import make_tournaments


class Command(BaseCommand):
    """Fill a database for measurements. Never where people play: nothing of it is true."""

    help = "Fill the database with invented bots, matches and tournaments, to measure the pages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the sizes."""
        parser.add_argument("--bots", type=int, default=10_000)
        parser.add_argument("--matches", type=int, default=1_000_000)
        parser.add_argument("--tournaments", type=int, default=200)
        parser.add_argument("--force", action="store_true", help="fill even where people have bots already")

    def handle(self, *, bots: int, matches: int, tournaments: int, force: bool, **options: Any) -> None:
        """Make everything and say how long each part took."""
        if not force and Bot.objects.filter(is_house=False).exists():
            raise CommandError("People have bots here: use an empty database, or --force.")
        make_ladders()
        crowd = Crowd(bots=bots, matches=matches)
        steps = {
            "players": crowd.make_people, "bots": crowd.make_bots, "matches": crowd.make_matches,
            "ratings": crowd.make_ratings, "tournaments": lambda: make_tournaments(tournaments),
            "numbering": reset_sequences, "statistics": _analyze,
        }  # fmt: skip
        for name, step in steps.items():
            began = time.monotonic()
            step()
            self.stdout.write(f"{name}: {time.monotonic() - began:.1f} s")
        self.stdout.write(f"Filled {settings.DATABASES['default']['NAME']}.")


def _analyze() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
