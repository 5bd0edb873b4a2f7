"""`manage.py fit-ratings`: fit each ladder's beta and draw probability to its matches."""  # noqa: N999 the command's name

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from arena.ladders.defaults import DEFAULT_LADDERS
from arena.ladders.models import Ladder
from arena.ladders.selectors import ladders
from arena.ratings.fitting import FEWEST, fit
from arena.ratings.rerating import change_parameters, rated_matches
from arena.ratings.selectors import parameters_of


class Command(BaseCommand):
    """Find parameters that foretell results best; with --apply use them and rate anew."""

    help = "Fit beta and the draw probability of ladders to their matches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take ladders by name, all of them without."""
        parser.add_argument("ladders", nargs="*", metavar="ladder")
        parser.add_argument("--apply", action="store_true", help="store what was found and rate anew")
        parser.add_argument(
            "--shipped", action="store_true", help="take what comes with Arena for its default ladders"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the ladders, each on its own."""
        found = ladders().filter(slug__in=options["ladders"]) if options["ladders"] else ladders()
        find = self._shipped if options["shipped"] else self._fitted
        for ladder in found:
            pair = find(ladder)
            if pair is not None and options["apply"]:
                change_parameters(ladder=ladder, beta=pair[0], draw_probability=pair[1])

    def _fitted(self, ladder: Ladder) -> tuple[float, float] | None:
        found = fit([entries for _, entries in rated_matches(ladder)], parameters_of(ladder))
        if found is None:
            self.stdout.write(f"{ladder.slug}: fewer than {FEWEST} matches")
            return None
        self._tell(
            ladder, found.beta, found.draw_probability,
            f", log likelihood {found.likelihood:.4f} over {found.matches} matches",
        )  # fmt: skip
        return found.beta, found.draw_probability

    def _shipped(self, ladder: Ladder) -> tuple[float, float] | None:
        shipped = next((one for one in DEFAULT_LADDERS if one.slug == ladder.slug), None)
        if shipped is None or not ladder.is_default:
            self.stdout.write(f"{ladder.slug}: does not come with Arena")
            return None
        self._tell(ladder, shipped.beta, shipped.draw_probability)
        return shipped.beta, shipped.draw_probability

    def _tell(self, ladder: Ladder, beta: float, draws: float, more: str = "") -> None:
        self.stdout.write(
            f"{ladder.slug}: beta {ladder.beta:.2f} -> {beta:.2f}, "
            f"draws {ladder.draw_probability:.3f} -> {draws:.3f}{more}"
        )
