"""TrueSkill as pure functions: one match in, new ratings out. No database, no clock.

The `trueskill` package does the work. Where a result is so unlikely that its arithmetic gives up
(FloatingPointError), and where a whole ladder is tried with many parameters, `arena.ratings.fast` does.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

import trueskill

from arena.ratings import fast

RECENT = 20  # matches over which a trend is taken
PROVISIONAL_SHARE = 0.3  # of a newcomer's sigma: above it a standing is provisional


@dataclass(frozen=True, slots=True)
class Parameters:
    """A ladder's TrueSkill parameters."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    beta: float = 25.0 / 3
    tau: float = 0.008
    draw_probability: float = 0.02
    version_sigma: float = 4.0


class Skill(NamedTuple):
    """What is believed of a bot."""

    mu: float
    sigma: float

    @property
    def shown(self) -> float:
        """Give the cautious figure that boards are ordered by."""
        return self.mu - 3 * self.sigma


def newcomer(parameters: Parameters) -> Skill:
    """Give what is believed of a bot that has not played."""
    return Skill(parameters.mu, parameters.sigma)


def widened(skill: Skill, parameters: Parameters) -> Skill:
    """Give what is believed of a bot's new version: as good as the last one, but less certainly."""
    return Skill(skill.mu, max(skill.sigma, min(parameters.version_sigma, parameters.sigma)))


def rate(skills: Sequence[Skill], ranks: Sequence[int], parameters: Parameters) -> list[Skill]:
    """Give everybody's skill after a match; rank 1 is best, ties share a rank."""
    try:
        groups = [(trueskill.Rating(mu, sigma),) for mu, sigma in skills]
        rated = _environment(parameters).rate(groups, ranks=list(ranks))
        return [Skill(rating.mu, rating.sigma) for (rating,) in rated]
    except FloatingPointError:
        return [Skill(*pair) for pair in fast.rate(skills, ranks, parameters)]


@lru_cache(maxsize=64)
def _environment(parameters: Parameters) -> Any:
    return trueskill.TrueSkill(
        mu=parameters.mu, sigma=parameters.sigma, beta=parameters.beta, tau=parameters.tau,
        draw_probability=parameters.draw_probability,
    )  # fmt: skip


def is_provisional(sigma: float, parameters: Parameters) -> bool:
    """Tell whether a standing is still mostly a guess."""
    return sigma > PROVISIONAL_SHARE * parameters.sigma


_SURE = 1.96  # standard deviations: one chance in forty to be wrong on either side


class Field:
    """Everybody on a board, sorted, to say between which ranks somebody believably stands."""

    def __init__(self, skills: Iterable[tuple[float, float]]) -> None:
        self._skills = sorted(skills)
        self._mus = [mu for mu, _ in self._skills]
        self._widest = max((sigma for _, sigma in self._skills), default=0.0)

    def rank_range(self, skill: Skill) -> tuple[int, int]:
        """Give the best and worst believable rank: below the surely better, above the surely worse."""
        reach = _SURE * sqrt(self._widest**2 + skill.sigma**2)
        low, high = bisect_left(self._mus, skill.mu - reach), bisect_right(self._mus, skill.mu + reach)
        above = len(self._mus) - high
        near = self._skills[low:high]  # only these can be in doubt
        better = sum(_is_surely_better(other, skill) for other in near)
        worse = low + sum(_is_surely_better(skill, other) for other in near)
        return 1 + above + better, max(len(self._mus) - worse, 1 + above + better)


def _is_surely_better(one: tuple[float, float], other: tuple[float, float]) -> bool:
    lead = one[0] - other[0]
    return lead > 0 and lead * lead > _SURE * _SURE * (one[1] ** 2 + other[1] ** 2)


def result_of(rank: int, ranks: Sequence[int]) -> str:
    """Say win, draw or loss against the table: a shared first rank is a draw."""
    if rank != 1:
        return "loss"
    return "win" if list(ranks).count(1) == 1 else "draw"
