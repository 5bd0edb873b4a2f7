"""Fit a ladder's beta and draw probability to its matches by how well they foretell the next result. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.ratings import fast
from arena.ratings.maths import Parameters, Skill, newcomer, widened
from arena.ratings.standings import Entry, is_newer

FEWEST = 200  # matches below which nothing is fitted
_GRID = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0)  # of sigma / 2
_DOUBT = 1.0  # a larger beta is kept while all matches together lose less than this much log likelihood


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found."""

    beta: float
    draw_probability: float
    likelihood: float  # mean log chance of a pair's result
    matches: int


def fit(matches: Sequence[Sequence[Entry]], parameters: Parameters) -> Fit | None:
    """Choose the beta that foretells best, the largest of those that do so about as well. None: too few."""
    if len(matches) < FEWEST:
        return None
    draws = _draw_probability(matches)
    tried = []
    for factor in _GRID:
        candidate = replace(parameters, beta=factor * parameters.sigma / 2, draw_probability=draws)
        tried.append((foresight(matches, candidate), candidate.beta))
    best = max(score for score, _ in tried)
    score, beta = max(
        (pair for pair in tried if (best - pair[0]) * len(matches) <= _DOUBT), key=lambda p: p[1]
    )
    return Fit(beta, draws, score, len(matches))


def foresight(matches: Sequence[Sequence[Entry]], parameters: Parameters) -> float:
    """Rate the matches in order and give the mean log likelihood of each result before it was known."""
    skills: dict[int, Skill] = {}
    versions: dict[int, int] = {}
    total = counted = 0.0
    for number, entries in enumerate(matches):
        priors = [_prior(entry, skills, versions, parameters) for entry in entries]
        ranks = [entry.rank for entry in entries]
        if number >= len(matches) // 10:  # the first tenth only warms up
            total, counted = total + fast.log_likelihood(priors, ranks, parameters), counted + 1
        for entry, pair in zip(entries, fast.rate(priors, ranks, parameters), strict=True):
            skills[entry.bot], versions[entry.bot] = (
                Skill(*pair),
                max(entry.version, versions.get(entry.bot, 0)),
            )
    return total / max(counted, 1)


def _prior(entry: Entry, skills: dict[int, Skill], versions: dict[int, int], parameters: Parameters) -> Skill:
    skill = skills.get(entry.bot) or newcomer(parameters)
    return widened(skill, parameters) if is_newer(entry.version, versions.get(entry.bot)) else skill


def _draw_probability(matches: Sequence[Sequence[Entry]]) -> float:
    """Measure how often neighbours tie, kept away from 0 and 1."""
    ties = pairs = 0
    for entries in matches:
        ranks = sorted(entry.rank for entry in entries)
        ties += sum(a == b for a, b in itertools.pairwise(ranks))
        pairs += len(ranks) - 1
    return min(0.9, max(0.001, (ties + 1) / (pairs + 2)))
