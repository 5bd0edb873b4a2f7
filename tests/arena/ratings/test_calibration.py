"""The range beside a rank keeps its promise: in simulated seasons, the true rank lies within it."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from arena.ratings import fast
from arena.ratings.maths import Field, Parameters, Skill, newcomer

BOTS, SEASONS = 30, 6


def _season(rng: Random, *, players: int, matches_each: int, parameters: Parameters) -> tuple[float, float]:
    """Play a season as matchmaking does; give the share of true ranks within their range, and its width."""
    true = [rng.gauss(parameters.mu, parameters.sigma) for _ in range(BOTS)]
    skills = [newcomer(parameters)] * BOTS
    for _ in range(matches_each * BOTS // players):
        seed = rng.randrange(BOTS)
        others = [bot for bot in range(BOTS) if bot != seed]
        near = sorted(others, key=lambda bot: abs(skills[bot].mu - skills[seed].mu))[:10]
        table = [seed, *rng.sample(near, players - 1)]
        shown = [rng.gauss(true[bot], parameters.beta) for bot in table]
        ranks = [1 + sum(other > own for other in shown) for own in shown]
        for bot, pair in zip(
            table, fast.rate([skills[bot] for bot in table], ranks, parameters), strict=True
        ):
            skills[bot] = Skill(*pair)
    field = Field(skills)
    ranges = [field.rank_range(skill) for skill in skills]
    places = [1 + sum(other > own for other in true) for own in true]
    within = [low <= place <= high for (low, high), place in zip(ranges, places, strict=True)]
    return mean(within), mean(1 + high - low for low, high in ranges)


@pytest.mark.parametrize(("players", "matches_each", "width"), [(2, 15, 18), (4, 15, 12), (4, 40, 8)])
def test_the_true_rank_lies_within_the_range(players: int, matches_each: int, width: float) -> None:
    rng, parameters = Random(7), Parameters(beta=25 / 6)
    seasons = [
        _season(rng, players=players, matches_each=matches_each, parameters=parameters)
        for _ in range(SEASONS)
    ]
    assert mean(share for share, _ in seasons) >= 0.95
    assert mean(one for _, one in seasons) <= width  # and it says something
