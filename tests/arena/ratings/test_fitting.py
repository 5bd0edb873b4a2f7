"""Beta is fitted to a ladder by how well results are foretold."""

from __future__ import annotations

from random import Random

import pytest
from django.core.management import call_command

from arena.ladders.models import Ladder
from arena.ratings.fitting import FEWEST, fit
from arena.ratings.maths import Parameters
from arena.ratings.standings import Entry
from tests.factories import finish, make_bot, make_ladder, make_match


def _duels(noise: float, count: int = 1500) -> list[list[Entry]]:
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


def test_a_game_of_luck_gets_a_larger_beta() -> None:
    skilful, lucky = fit(_duels(2.0), Parameters()), fit(_duels(20.0), Parameters())
    assert skilful is not None
    assert lucky is not None
    assert skilful.beta < 6 < 12 < lucky.beta
    assert skilful.likelihood > lucky.likelihood


def test_too_few_matches_are_not_fitted() -> None:
    assert fit(_duels(2.0, FEWEST - 1), Parameters()) is None


def test_draws_are_counted() -> None:
    tied = [[Entry(1, 1, 1, False), Entry(2, 1, 1, False)], [Entry(1, 1, 1, False), Entry(2, 1, 2, False)]]
    found = fit(tied * 200, Parameters())
    assert found is not None
    assert found.draw_probability == pytest.approx(0.5, abs=0.01)


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
