"""`manage.py fit-ratings`: fit each ladder's beta and draw probability to its matches."""  # noqa: N999 the command's name

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from arena.ladders.models import Ladder
from arena.ladders.selectors import ladders
from arena.ratings.fitting import FEWEST, fit
from arena.ratings.rerating import rated_matches, rerate
from arena.ratings.selectors import parameters_of


class Command(BaseCommand):
    """Find parameters that foretell results best; with --apply use them and rate anew."""

    help = "Fit beta and the draw probability of ladders to their matches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take ladders by name, all of them without."""
        parser.add_argument("ladders", nargs="*", metavar="ladder")
        parser.add_argument("--apply", action="store_true", help="store what was found and rate anew")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fit each ladder on its own."""
        found = ladders().filter(slug__in=options["ladders"]) if options["ladders"] else ladders()
        for ladder in found:
            self._fit(ladder, apply=options["apply"])

    def _fit(self, ladder: Ladder, *, apply: bool) -> None:
        found = fit([entries for _, entries in rated_matches(ladder)], parameters_of(ladder))
        if found is None:
            self.stdout.write(f"{ladder.slug}: fewer than {FEWEST} matches")
            return
        self.stdout.write(
            f"{ladder.slug}: beta {ladder.beta:.2f} -> {found.beta:.2f}, draws {found.draw_probability:.3f}, "
            f"log likelihood {found.likelihood:.4f} over {found.matches} matches"
        )
        if apply:
            ladder.beta, ladder.draw_probability = found.beta, found.draw_probability
            ladder.save(update_fields=["beta", "draw_probability"])
            rerate(ladder=ladder)
