"""TrueSkill's message passing for single players, written out: some ten times as fast as the package.

The schedule is the package's (forward and back along the chain of neighbours by rank until nothing moves), so
the figures agree to 1e-5. Extreme upsets use the limits of the correction functions instead of giving up.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from math import erfc, exp, log, pi, sqrt
from statistics import NormalDist
from typing import Protocol

_SQRT2 = sqrt(2.0)
_INV_SQRT_2PI = 1 / sqrt(2 * pi)
_MIN_DELTA = 0.0001
_ROUNDS = 10
_FAR = -30.0  # beyond this the tail is taken by its limit

Pair = tuple[float, float]  # a Gaussian as (precision, precision * mean)


class Settings(Protocol):
    """What of a ladder's parameters this arithmetic needs."""

    @property
    def beta(self) -> float:
        """The spread of one performance."""
        ...

    @property
    def tau(self) -> float:
        """What skill drifts between matches."""
        ...

    @property
    def draw_probability(self) -> float:
        """How often two equals tie."""
        ...


@lru_cache(maxsize=256)
def draw_margin(draw_probability: float, beta: float) -> float:
    """Give the difference in performance within which two players tie."""
    return NormalDist().inv_cdf((draw_probability + 1) / 2) * _SQRT2 * beta


def _pdf(x: float) -> float:
    return _INV_SQRT_2PI * exp(-0.5 * x * x)


def _cdf(x: float) -> float:
    return 0.5 * erfc(-x / _SQRT2)


def win_correction(diff: float, margin: float) -> Pair:
    """Correct mean and variance for "the first was better by more than the margin"."""
    x = diff - margin
    if x < _FAR:
        return -x, 1.0 - 1e-9
    v = _pdf(x) / _cdf(x)
    return v, min(max(v * (v + x), 0.0), 1.0 - 1e-9)


def draw_correction(diff: float, margin: float) -> Pair:
    """Correct mean and variance for "they were within the margin of each other"."""
    size = abs(diff)
    a, b = margin - size, -margin - size
    mass = _cdf(a) - _cdf(b)
    sign = -1.0 if diff < 0 else 1.0
    if mass <= 0.0 or size - margin > -_FAR:
        return sign * a, 1.0 - 1e-9
    v = (_pdf(b) - _pdf(a)) / mass
    return sign * v, min(v * v + (a * _pdf(a) - b * _pdf(b)) / mass, 1.0 - 1e-9)


class _Link:
    """The messages between two neighbours by rank."""

    __slots__ = ("correct", "left", "mean", "precision", "right", "up_mean", "up_precision")

    def __init__(self, *, tie: bool) -> None:
        self.correct = draw_correction if tie else win_correction
        self.left: Pair = (0.0, 0.0)  # to the better of the two, as precision and precision * mean
        self.right: Pair = (0.0, 0.0)
        self.up_precision = self.up_mean = 0.0  # from the truncation to the difference
        self.precision = self.mean = 0.0  # of the difference, before the truncation


class _Chain:
    """Players in order of rank and the differences between neighbours."""

    def __init__(self, performances: Sequence[Pair], ties: Sequence[bool], margin: float) -> None:
        self.performances = performances
        self.links = [_Link(tie=tie) for tie in ties]
        self.margin = margin

    def settle(self) -> None:
        """Pass messages until they stop moving."""
        last = len(self.links) - 1
        for _ in range(_ROUNDS):
            if last == 0:
                delta = self._truncate(0)
            else:
                forward = max(self._pass(index, right=True) for index in range(last))
                delta = max(forward, *(self._pass(index, right=False) for index in range(last, 0, -1)))
            if delta <= _MIN_DELTA:
                break
        self._tell_left(0)
        self._tell_right(last)

    def _pass(self, index: int, *, right: bool) -> float:
        delta = self._truncate(index)
        (self._tell_right if right else self._tell_left)(index)
        return delta

    def _better(self, index: int) -> Pair:
        """Give what the better player's performance is, but for this link's own message."""
        precision, weighted = self.performances[index]
        if index > 0:
            more = self.links[index - 1].right
            precision, weighted = precision + more[0], weighted + more[1]
        return precision, weighted

    def _worse(self, index: int) -> Pair:
        precision, weighted = self.performances[index + 1]
        if index + 1 < len(self.links):
            more = self.links[index + 1].left
            precision, weighted = precision + more[0], weighted + more[1]
        return precision, weighted

    def _truncate(self, index: int) -> float:
        link = self.links[index]
        (p1, w1), (p2, w2) = self._better(index), self._worse(index)
        link.precision = 1 / (1 / p1 + 1 / p2)
        link.mean = w1 / p1 - w2 / p2
        root = sqrt(link.precision)
        v, w = link.correct(link.mean * root, self.margin * root)
        precision = link.precision / (1 - w)
        weighted = (link.mean * link.precision + root * v) / (1 - w)
        up_precision, up_weighted = precision - link.precision, weighted - link.mean * link.precision
        delta = max(abs(link.up_mean - up_weighted), sqrt(abs(link.up_precision - up_precision)))
        link.up_precision, link.up_mean = up_precision, up_weighted
        return delta

    def _tell_left(self, index: int) -> None:
        link = self.links[index]
        link.left = _shifted(link, self._worse(index), 1.0)

    def _tell_right(self, index: int) -> None:
        link = self.links[index]
        link.right = _shifted(link, self._better(index), -1.0)


def _shifted(link: _Link, neighbour: Pair, sign: float) -> Pair:
    """Turn what is known of the difference into a message to one of the two, given the other."""
    if link.up_precision <= 0:
        return 0.0, 0.0
    precision, weighted = neighbour
    mean = sign * link.up_mean / link.up_precision + weighted / precision
    together = 1 / (1 / link.up_precision + 1 / precision)
    return together, together * mean


def rate(skills: Sequence[Pair], ranks: Sequence[int], settings: Settings) -> list[Pair]:
    """Give everybody's (mu, sigma) after a match; the order is that of the skills given."""
    order = sorted(range(len(skills)), key=lambda index: ranks[index])
    beta2, tau2 = settings.beta**2, settings.tau**2
    priors = [(skills[index][0], skills[index][1] ** 2 + tau2) for index in order]
    performances = [(1 / (variance + beta2), mu / (variance + beta2)) for mu, variance in priors]
    ties = [ranks[a] == ranks[b] for a, b in itertools.pairwise(order)]
    chain = _Chain(performances, ties, draw_margin(settings.draw_probability, settings.beta))
    chain.settle()
    rated: list[Pair] = [(0.0, 0.0)] * len(skills)
    for place, index in enumerate(order):
        rated[index] = _posterior(priors[place], _evidence(chain, place), beta2)
    return rated


def _evidence(chain: _Chain, place: int) -> Pair:
    """Add up what both neighbours say about a performance."""
    precision = weighted = 0.0
    if place < len(chain.links):
        precision, weighted = chain.links[place].left
    if place > 0:
        more = chain.links[place - 1].right
        precision, weighted = precision + more[0], weighted + more[1]
    return precision, weighted


def _posterior(prior: Pair, evidence: Pair, beta2: float) -> Pair:
    """Combine a prior skill with evidence about a performance of it."""
    mu, variance = prior
    precision, weighted = evidence
    if precision <= 0:
        return mu, sqrt(variance)
    noisy = 1 / (1 / precision + beta2)
    total = 1 / variance + noisy
    return (mu / variance + noisy * weighted / precision) / total, sqrt(1 / total)


def log_likelihood(skills: Sequence[Pair], ranks: Sequence[int], settings: Settings) -> float:
    """Say how well the result was foreseen: the mean log chance over all pairs at the table."""
    margin = draw_margin(settings.draw_probability, settings.beta)
    total, pairs = 0.0, 0
    for i in range(len(skills)):
        for j in range(i + 1, len(skills)):
            total += log(
                max(_pair_chance(skills[i], skills[j], ranks[i] - ranks[j], margin, settings), 1e-12)
            )
            pairs += 1
    return total / pairs


def _pair_chance(one: Pair, other: Pair, order: int, margin: float, settings: Settings) -> float:
    spread = sqrt(one[1] ** 2 + other[1] ** 2 + 2 * settings.beta**2)
    diff = one[0] - other[0]
    if order == 0:
        return _cdf((margin - diff) / spread) - _cdf((-margin - diff) / spread)
    lead = diff if order < 0 else -diff
    return _cdf((lead - margin) / spread)
