"""The arithmetic of ratings, against the package and against sense."""

from __future__ import annotations

import math
from random import Random

import pytest

from arena.ratings import fast
from arena.ratings.maths import Field, Parameters, Skill, rate, result_of, widened


@pytest.mark.parametrize("seed", range(200))
def test_the_fast_arithmetic_agrees_with_the_package(seed: int) -> None:
    rng = Random(seed)
    players = rng.choice([2, 3, 4])
    parameters = Parameters(
        beta=rng.uniform(2, 20),
        tau=rng.choice([0, 0.008, 0.08]),
        draw_probability=rng.choice([0.01, 0.1, 0.3]),
    )
    skills = [Skill(rng.gauss(25, 6), rng.uniform(0.5, 8.3)) for _ in range(players)]
    ranks = [rng.randint(1, players) for _ in range(players)]
    for (mu, sigma), other in zip(
        fast.rate(skills, ranks, parameters), rate(skills, ranks, parameters), strict=True
    ):
        assert mu == pytest.approx(other.mu, abs=1e-5)
        assert sigma == pytest.approx(other.sigma, abs=1e-5)


@pytest.mark.parametrize("ranks", [[1, 2], [1, 1], [2, 1]])
def test_an_extreme_upset_is_rated_all_the_same(ranks: list[int]) -> None:
    rated = rate([Skill(0, 0.5), Skill(900, 0.5)], ranks, Parameters(beta=4))
    assert all(0 < skill.sigma <= 0.51 for skill in rated)
    if ranks != [2, 1]:
        assert rated[0].mu > 0
        assert rated[1].mu < 900


def test_a_new_version_is_as_good_but_less_certain() -> None:
    assert widened(Skill(31, 1), Parameters(version_sigma=4)) == Skill(31, 4)
    assert widened(Skill(31, 5), Parameters(version_sigma=4)) == Skill(31, 5)


def test_results_against_the_table() -> None:
    assert [result_of(rank, [1, 1, 3]) for rank in (1, 1, 3)] == ["draw", "draw", "loss"]
    assert result_of(1, [1, 2, 3]) == "win"


def test_rank_ranges_are_honest() -> None:
    field = Field([(30, 0.1), (25, 0.1), (24.9, 0.1), (10, 0.1)])
    assert field.rank_range(Skill(30, 0.1)) == (1, 1)
    assert field.rank_range(Skill(25, 0.1)) == (2, 3)
    assert field.rank_range(Skill(24.9, 0.1)) == (2, 3)
    assert field.rank_range(Skill(10, 0.1)) == (4, 4)


def test_a_newcomer_may_be_anywhere() -> None:
    field = Field([(30, 8), (25, 8), (20, 8)])
    assert field.rank_range(Skill(25, 8)) == (1, 3)


def test_rank_ranges_agree_with_looking_at_everybody() -> None:
    rng = Random(7)
    skills = [Skill(rng.gauss(25, 6), rng.choice([25 / 3, rng.uniform(0.8, 8)])) for _ in range(400)]
    field = Field(skills)
    for one in skills[:60]:
        better = sum(_surely(other, one) for other in skills)
        worse = sum(_surely(one, other) for other in skills)
        assert field.rank_range(one) == (1 + better, max(len(skills) - worse, 1 + better))


def _surely(one: Skill, other: Skill) -> bool:
    return one.mu - other.mu > 1.96 * math.sqrt(one.sigma**2 + other.sigma**2)
