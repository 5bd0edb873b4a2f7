"""What a bot has reached where every bot has a table of its own: a grade, or the automaton beaten. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bots.match import LegReport, MatchPlan
from games.twinit.coop import GRADES


class Badge(NamedTuple):
    """A level, to compare by, and the words to show."""

    level: int = 0
    text: str = ""


NONE = Badge()


def badge_of(plan: MatchPlan, legs: Sequence[LegReport], player: int) -> Badge:
    """Give the best that a player reached in the legs of a match."""
    own = [leg for leg in legs if player in leg.players]
    return max((_of_leg(plan, leg) for leg in own), default=NONE)


def _of_leg(plan: MatchPlan, leg: LegReport) -> Badge:
    boundary = plan.options.get("solo")
    if isinstance(boundary, int) and leg.ranks[0] == 1 and leg.ending != "forfeit":
        return Badge(boundary, f"beat TEN at {boundary}")
    grade = leg.detail.get("grade")
    if grade in GRADES:
        return Badge(1 + GRADES.index(grade), str(grade))
    return NONE
