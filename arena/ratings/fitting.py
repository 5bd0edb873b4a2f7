"""Fit a ladder's beta and draw probability to its matches by how well they foretell the next result. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.ratings import fast
from arena.ratings.maths import Parameters, Skill, newcomer, widened
from arena.ratings.standings import Entry, is_newer

FEWEST = 200  # matches below which nothing is fitted
MOST = 20_000  # the newest so many are enough, and take a minute
_GRID = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0)  # of sigma / 2
_RARER = (1.0, 1.4, 2.0, 2.8)  # equals tie more often than those who were not equal
_DOUBT = 1.0  # a larger beta is kept while all matches together lose less than this much log likelihood

_MOST_DRAWS = 0.9

Tables = Sequence[Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found."""

    beta: float
    draw_probability: float
    likelihood: float  # mean log chance of a pair's result
    matches: int


def fit(matches: Tables, parameters: Parameters) -> Fit | None:
    """Choose the beta that foretells best, the largest of those that do so about as well. None: too few.

    How often equals tie is found in the same way, beginning with how often neighbours did.
    """
    if len(matches) < FEWEST:
        return None
    newest = matches[-MOST:]
    found = _with_beta(newest, replace(parameters, draw_probability=_draw_probability(newest)))
    found = _with_beta(newest, _with_draws(newest, found))
    return Fit(found.beta, found.draw_probability, foresight(newest, found), len(newest))


def _with_beta(matches: Tables, parameters: Parameters) -> Parameters:
    tried = [replace(parameters, beta=factor * parameters.sigma / 2) for factor in _GRID]
    scores = [foresight(matches, candidate) for candidate in tried]
    doubt = max(scores) - _DOUBT / len(matches)
    return max(
        (one for one, score in zip(tried, scores, strict=True) if score >= doubt), key=lambda one: one.beta
    )


def _with_draws(matches: Tables, parameters: Parameters) -> Parameters:
    seen = parameters.draw_probability
    tried = [replace(parameters, draw_probability=min(_MOST_DRAWS, seen * factor)) for factor in _RARER]
    return max(tried, key=lambda one: foresight(matches, one))


def foresight(matches: Tables, parameters: Parameters) -> float:
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


def _draw_probability(matches: Tables) -> float:
    """Measure how often neighbours tie, kept away from 0 and 1."""
    ties = pairs = 0
    for entries in matches:
        ranks = sorted(entry.rank for entry in entries)
        ties += sum(a == b for a, b in itertools.pairwise(ranks))
        pairs += len(ranks) - 1
    return min(_MOST_DRAWS, max(0.001, (ties + 1) / (pairs + 2)))
