"""Who plays whom on a ladder. Pure: candidates and chance in, a table out.

The seed of a table is the bot that somebody waits for,
else in turn the least certain one and the one with the
fewest matches; matches under way count too. Opponents are drawn evenly from the nearest by mu,
now and then from
anywhere. TrueSkill's own match quality is not used: it needs more games than drawing lots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

NEAREST = 10
ANYWHERE = 0.1  # share of opponents drawn from the whole ladder
FIRST_MATCHES = 6  # of a new version on a ladder that come before everything else


@dataclass(slots=True)
class Candidate:
    """A bot on a ladder as matchmaking sees it."""

    bot: int
    owner: int
    mu: float
    sigma: float
    matches: int
    is_house: bool = False
    pending: int = 0  # matches under way
    new_matches: int | None = None  # played by a new version; None when it is not new

    @property
    def is_urgent(self) -> bool:
        """Tell whether somebody waits for the first results of a new version."""
        return self.new_matches is not None and self.new_matches + self.pending < FIRST_MATCHES


def choose_seed(candidates: Sequence[Candidate], *, turn: int) -> Candidate:
    """Choose the bot that a table is made for; `turn` alternates the two rules."""
    urgent = [one for one in candidates if one.is_urgent]
    if urgent:
        return min(urgent, key=lambda one: ((one.new_matches or 0) + one.pending, one.bot))
    if turn % 2:
        return min(candidates, key=lambda one: (one.matches + one.pending, one.bot))
    return max(candidates, key=lambda one: (one.sigma / (1 + one.pending), -one.bot))


def make_table(
    candidates: Sequence[Candidate], *, players: int, turn: int, rng: Random
) -> list[Candidate] | None:
    """Seat a table. None when too few different owners are there."""
    if len(candidates) < players:
        return None
    table = [choose_seed(candidates, turn=turn)]
    while len(table) < players:
        free = [one for one in candidates if _may_join(one, table)]
        if not free:
            return None
        if rng.random() >= ANYWHERE:
            free = sorted(free, key=lambda one: (abs(one.mu - table[0].mu), one.bot))[:NEAREST]
        table.append(rng.choice(free))
    rng.shuffle(table)
    return table


def _may_join(one: Candidate, table: Sequence[Candidate]) -> bool:
    """Keep a bot from sitting twice, and an owner from having two bots at a table; the house may."""
    return all(one.bot != other.bot and (one.is_house or one.owner != other.owner) for other in table)
