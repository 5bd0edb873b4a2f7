"""Beta is fitted to a ladder by how well results are foretold."""

from __future__ import annotations

from random import Random
from statistics import NormalDist

import pytest
from django.core.management import call_command

from arena.bootstrap import make_ladders
from arena.ladders.defaults import DEFAULT_LADDERS
from arena.ladders.models import Ladder
from arena.ratings.fast import draw_margin
from arena.ratings.fitting import FEWEST, fit
from arena.ratings.maths import Parameters
from arena.ratings.rerating import rerate
from arena.ratings.standings import Entry
from tests.factories import finish, make_bot, make_ladder, make_match


def _duels(noise: float, count: int = 600) -> list[list[Entry]]:
    """Play duels between bots of known skill in a game with this much luck."""
    rng = Random(5)
    skills = [rng.gauss(25, 8) for _ in range(12)]
    played = []
    for _ in range(count):
        one, other = rng.sample(range(12), 2)
        lead = skills[one] - skills[other] + rng.gauss(0, noise * 2**0.5)
        played.append(
            [Entry(one, 1, 1 if lead > 0 else 2, False), Entry(other, 1, 2 if lead > 0 else 1, False)]
        )
    return played


def _model(beta: float, *, players: int, draws: float = 0.0, count: int = 500) -> list[list[Entry]]:
    """Play tables by TrueSkill's own model, with these parameters."""
    rng, parameters = Random(7), Parameters()
    margin = draw_margin(draws, beta) if draws else 0.0
    field = NormalDist(parameters.mu, parameters.sigma)
    skills = [field.inv_cdf((place + 0.5) / 12) for place in range(12)]  # as far apart as newcomers should be
    played = []
    for _ in range(count):
        table = rng.sample(range(12), players)
        shown = sorted(((rng.gauss(skills[bot], beta), bot) for bot in table), reverse=True)
        rank, ranks = 0, {}
        for place, (performance, bot) in enumerate(shown):
            if place == 0 or shown[place - 1][0] - performance > margin:
                rank = place + 1
            ranks[bot] = rank
        played.append([Entry(bot, 1, ranks[bot], False) for bot in table])
    return played


@pytest.mark.parametrize(("beta", "players"), [(2.1, 2), (4.2, 4), (8.3, 2), (16.7, 4)])
def test_a_known_beta_is_found_and_not_taken_much_too_small(beta: float, players: int) -> None:
    found = fit(_model(beta, players=players), Parameters())
    assert found is not None
    assert 0.7 * beta <= found.beta <= 2.1 * beta  # the grid's steps are 1.4; when in doubt larger


def test_draws_are_those_of_equals_not_of_everybody() -> None:
    played = _model(4.2, players=2, draws=0.3)
    tied = sum(one.rank == other.rank for one, other in played) / len(played)
    found = fit(played, Parameters())
    assert found is not None
    assert tied < 0.2
    assert 0.2 < found.draw_probability < 0.4


def test_a_game_of_luck_gets_a_larger_beta() -> None:
    skilful, lucky = fit(_duels(2.0), Parameters()), fit(_duels(20.0), Parameters())
    assert skilful is not None
    assert lucky is not None
    assert skilful.beta < 6 < 12 < lucky.beta
    assert skilful.likelihood > lucky.likelihood


def test_too_few_matches_are_not_fitted() -> None:
    assert fit(_duels(2.0, FEWEST - 1), Parameters()) is None


def test_draws_are_counted() -> None:
    results = [(1, 1), (1, 2), (1, 1), (2, 1)]
    found = fit([[Entry(1, 1, a, False), Entry(2, 1, b, False)] for a, b in results * 100], Parameters())
    assert found is not None
    assert found.draw_probability == pytest.approx(0.5, abs=0.05)


@pytest.mark.django_db
def test_the_command_stores_what_it_found_and_rates_anew(capsys: pytest.CaptureFixture[str]) -> None:
    ladder = make_ladder("main")
    one, other = make_bot(), make_bot()
    for _ in range(3):
        finish(make_match(ladder, [one, other]), [1, 2])
    call_command("fit-ratings", "main")
    assert "fewer than" in capsys.readouterr().out
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.ratings.fitting.FEWEST", 3)
        call_command("fit-ratings", "main", "--apply")
    assert "beta" in capsys.readouterr().out
    assert Ladder.objects.get().beta != pytest.approx(25 / 3)
    call_command("rerate", "--check")


@pytest.mark.django_db
def test_an_installation_takes_what_comes_with_arena_only_when_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_ladders()
    shipped = next(one for one in DEFAULT_LADDERS if one.slug == "lie-duel")
    ladder = Ladder.objects.get(slug="lie-duel")
    assert (ladder.beta, ladder.draw_probability) == (shipped.beta, shipped.draw_probability)
    finish(make_match(ladder, [make_bot(), make_bot()]), [1, 2])
    Ladder.objects.update(beta=1.0)
    rerate(ladder=ladder)
    make_ladders()  # as at every start
    call_command("fit-ratings", "lie-duel", "--shipped")
    assert Ladder.objects.get(slug="lie-duel").beta == pytest.approx(1.0)
    assert f"beta 1.00 -> {shipped.beta:.2f}" in capsys.readouterr().out
    call_command("fit-ratings", "lie-duel", "--shipped", "--apply")
    assert Ladder.objects.get(slug="lie-duel").beta == pytest.approx(shipped.beta)
    call_command("rerate", "--check")
