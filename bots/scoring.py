"""What legs count: ranks with forfeits, points centred on the table's mean, the ranks of a match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from games.core.game import Game, Outcome


def sport_ranks(values: Sequence[Any]) -> tuple[int, ...]:
    """Rank values, the highest first; equal values share a rank: 1, 2, 2, 4."""
    return tuple(1 + sum(other > value for other in values) for value in values)


def seat_ranks(teams: Sequence[int], outcome: Outcome | None, forfeited: Collection[int]) -> tuple[int, ...]:
    """Rank the seats: as the rules say, and every side that forfeited below all that did not."""
    if outcome is not None and not forfeited:
        return outcome.ranks
    sides = sorted(set(teams))
    keys = {side: _side_key(side, teams, outcome, forfeited) for side in sides}
    return tuple(1 + sum(keys[other] < keys[team] for other in sides) for team in teams)


def _side_key(
    side: int, teams: Sequence[int], outcome: Outcome | None, forfeited: Collection[int]
) -> tuple[int, int]:
    if side in forfeited:
        return (1, 0)
    return (0, outcome.ranks[list(teams).index(side)] if outcome else 0)


def side_values(
    game: Game[Any, Any], teams: Sequence[int], outcome: Outcome | None, forfeited: Collection[int]
) -> dict[int, int | None]:
    """Value a leg for each side: its score, or minus its rank; a forfeit counts below the lowest.

    None: a forfeit at a table of one's own, which `centred` puts below all other tables of the leg.
    """
    ranks = seat_ranks(teams, outcome, forfeited)
    if len(set(teams)) == 1:
        return {teams[0]: None if forfeited or outcome is None else outcome.scores[0]}
    by_rank = game.rated_by == "rank"
    scores = [-rank for rank in ranks] if by_rank else list(outcome.scores if outcome else [0] * len(teams))
    values: dict[int, int | None] = {team: scores[seat] for seat, team in reversed(list(enumerate(teams)))}
    if by_rank:
        return values
    lowest = min(scores) - game.forfeit_margin
    return {side: lowest if side in forfeited else value for side, value in values.items()}


def centred(values: Sequence[int | None], margin: int = 1) -> list[Fraction]:
    """Take the mean away, exactly; None is a forfeit, `margin` below the lowest of the others."""
    lowest = min((value for value in values if value is not None), default=margin) - margin
    filled = [lowest if value is None else value for value in values]
    mean = Fraction(sum(filled), len(filled))
    return [value - mean for value in filled]
