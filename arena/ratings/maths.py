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


class _Band:
    """Those of a field who are about equally uncertain, sorted by mean."""

    def __init__(self, skills: list[tuple[float, float]]) -> None:
        self.skills = sorted(skills)
        self.mus = [mu for mu, _ in self.skills]
        sigmas = [sigma for _, sigma in skills]
        self.low, self.high = min(sigmas), max(sigmas)

    def surely_better(self, skill: Skill) -> int:
        """Count those who are better beyond doubt; only few near the limit need a look each."""
        near, far = self._reaches(skill)
        first, sure = bisect_right(self.mus, skill.mu + near), bisect_right(self.mus, skill.mu + far)
        return len(self.mus) - sure + sum(_is_surely_better(one, skill) for one in self.skills[first:sure])

    def surely_worse(self, skill: Skill) -> int:
        """Count those who are worse beyond doubt."""
        near, far = self._reaches(skill)
        sure, last = bisect_left(self.mus, skill.mu - far), bisect_left(self.mus, skill.mu - near)
        return sure + sum(_is_surely_better(skill, one) for one in self.skills[sure:last])

    def _reaches(self, skill: Skill) -> tuple[float, float]:
        """Give the leads below which nobody and above which everybody of the band is sure."""
        slack = 1e-9  # rounding never decides: what lies at a limit is looked at
        near = _SURE * sqrt(self.low**2 + skill.sigma**2) - slack
        return near, _SURE * sqrt(self.high**2 + skill.sigma**2) + slack


class Field:
    """Everybody on a board, in bands of uncertainty: between which ranks does somebody believably stand?"""

    _BANDS = 3  # to one unit of sigma

    def __init__(self, skills: Iterable[tuple[float, float]]) -> None:
        bands: dict[int, list[tuple[float, float]]] = {}
        for mu, sigma in skills:
            bands.setdefault(int(sigma * self._BANDS), []).append((mu, sigma))
        self._bands = [_Band(members) for members in bands.values()]
        self._count = sum(len(band.mus) for band in self._bands)

    def rank_range(self, skill: Skill) -> tuple[int, int]:
        """Give the best and worst believable rank: below the surely better, above the surely worse."""
        best = 1 + sum(band.surely_better(skill) for band in self._bands)
        worse = sum(band.surely_worse(skill) for band in self._bands)
        return best, max(self._count - worse, best)


def _is_surely_better(one: tuple[float, float], other: tuple[float, float]) -> bool:
    lead = one[0] - other[0]
    return lead > 0 and lead * lead > _SURE * _SURE * (one[1] ** 2 + other[1] ** 2)


def result_of(rank: int, ranks: Sequence[int]) -> str:
    """Say win, draw or loss against the table: a shared first rank is a draw."""
    if rank != 1:
        return "loss"
    return "win" if list(ranks).count(1) == 1 else "draw"
