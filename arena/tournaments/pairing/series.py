"""Series: what the legs of a match add up to, and how many more it takes.

A match is the best of n games, a game is a number of legs on changing sides. A match that has to be decided
and is level goes on for some more legs; if it is level even then, the bracket breaks the tie by seed.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from arena.tournaments.pairing.plan import Settings

Ranks = Mapping[int, int]


def legs_to_play(settings: Settings, legs: Sequence[Ranks], *, must_decide: bool) -> int:
    """Count the legs to play next: the rest of a game, those to break a tie, or 0 when all is over."""
    base = settings.best_of * settings.legs
    if len(legs) < base:
        return 0 if _is_settled(settings, legs) else settings.legs - len(legs) % settings.legs
    extra = len(legs) - base
    if 0 < extra < settings.tie_legs:  # a tie-break that has begun is played out, so that sides stay even
        return settings.tie_legs - extra
    is_level = len(set(match_ranks(settings, legs).values())) < len(legs[0])
    return max(0, settings.tie_legs - extra) if must_decide and is_level else 0


def match_ranks(settings: Settings, legs: Sequence[Ranks]) -> dict[int, int]:
    """Rank by games, then by the legs that were played to break a tie; equal ranks are level."""
    base = settings.best_of * settings.legs
    games = _games(settings, legs[:base])
    extra = _leg_points(legs[base:], legs[0])
    return _ranked({entrant: (games[entrant], extra[entrant]) for entrant in legs[0]})


def _is_settled(settings: Settings, legs: Sequence[Ranks]) -> bool:
    """Tell whether two sides have played enough: whole games, and a lead that the rest cannot undo."""
    if not legs or len(legs) % settings.legs or len(legs[0]) != 2:
        return False
    one, other = _games(settings, legs).values()
    return abs(one - other) > settings.best_of - len(legs) // settings.legs


def _games(settings: Settings, legs: Sequence[Ranks]) -> dict[int, Fraction]:
    """Add up, game by game, the opponents outscored in it."""
    won = dict.fromkeys(legs[0], Fraction(0))
    for start in range(0, len(legs), settings.legs):
        points = _leg_points(legs[start : start + settings.legs], legs[0])
        game = _ranked({entrant: (value,) for entrant, value in points.items()})
        won = {entrant: won[entrant] + _outranked(game, entrant) for entrant in won}
    return won


def _leg_points(legs: Sequence[Ranks], entrants: Ranks) -> dict[int, Fraction]:
    return {entrant: sum((_outranked(leg, entrant) for leg in legs), Fraction(0)) for entrant in entrants}


def _outranked(ranks: Ranks, entrant: int) -> Fraction:
    """Count the opponents behind an entrant, those level by half."""
    behind = sum(rank > ranks[entrant] for rank in ranks.values())
    level = sum(rank == ranks[entrant] for rank in ranks.values()) - 1
    return behind + Fraction(level, 2)


def _ranked(values: Mapping[int, tuple[Fraction, ...]]) -> dict[int, int]:
    """Turn values into ranks, the highest first, equal ones level."""
    listed = list(values.values())
    return {entrant: 1 + sum(other > value for other in listed) for entrant, value in values.items()}
