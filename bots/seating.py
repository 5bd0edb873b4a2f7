"""Who sits where in each leg of a match, and with which deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.errors import RunnerError


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table of one leg. Sittings of one `group` share their bots' processes."""

    leg: int
    deal: int
    table: int
    group: int
    players: tuple[int, ...]  # the player at each seat


def sittings(*, teams: Sequence[int], players: int, legs: int, mirror: bool) -> list[Sitting]:
    """Lay out a match: every player at every side equally often, or each at a table of its own."""
    count = len(set(teams))
    if count == 1:
        return _own_tables(seats=len(teams), players=players, legs=legs)
    if players != count:
        raise RunnerError(f"This table has {count} sides, so {count} bots play; {players} were given.")
    return _rotated(teams=teams, sides=count, legs=legs, mirror=mirror)


def _own_tables(*, seats: int, players: int, legs: int) -> list[Sitting]:
    return [
        Sitting(leg, leg, player, player, (player,) * seats)
        for player in range(players)
        for leg in range(legs)
    ]


def _rotated(*, teams: Sequence[int], sides: int, legs: int, mirror: bool) -> list[Sitting]:
    """Rotate the sides leg by leg; mirrored, each deal comes once for every rotation, in fresh processes."""
    layout = []
    for leg in range(legs):
        turn = leg % sides
        seated = tuple((team + turn) % sides for team in teams)
        layout.append(Sitting(leg, leg // sides if mirror else leg, 0, turn if mirror else 0, seated))
    return sorted(layout, key=lambda sitting: (sitting.group, sitting.leg))
