"""Organisers make ladders from any game and option, and change what may change; nobody else does."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from arena.ladders.models import Ladder
from games import GAMES
from tests.factories import make_bot, make_ladder, make_user
from tests.web.conftest import client_of

pytestmark = pytest.mark.django_db

FORM = {"title": "Evening", "slug": "evening", "game": "lie", "seats": "3", "legs": "6"}


@pytest.fixture
def as_organiser(db: None) -> Client:
    """Ask as an organiser."""
    return client_of(make_user("orson", role="organiser"))


def test_every_option_of_every_game_can_be_chosen(as_organiser: Client) -> None:
    page = as_organiser.get("/ladders/new").content.decode()
    for slug, game in GAMES.items():
        for option in game.options().options:
            select = re.search(rf'<select name="{slug}-{option.name}".*?</select>', page, re.DOTALL)
            assert select, option.name
            assert select[0].count("<option") == len(option.values)


def test_an_organiser_makes_a_ladder_and_its_bots_are_on_it(as_organiser: Client) -> None:
    make_bot(None, "alpha")
    given = {
        **FORM, "lie-long": "true", "mirror": "on", "move_ms": "200", "bank_ms": "3000", "start_ms": "900",
        "beta": "5.5", "tau": "0.01", "draw_probability": "0.1", "version_sigma": "3",
    }  # fmt: skip
    assert as_organiser.post("/ladders/new", given)["Location"] == "/ladders/evening"
    made = Ladder.objects.get()
    assert (made.game, made.options, made.seats, made.players) == ("lie", {"long": True}, 3, 3)
    assert (made.legs, made.mirror, made.move_ms, made.bank_ms, made.start_ms) == (6, True, 200, 3000, 900)
    assert (made.beta, made.tau, made.draw_probability, made.version_sigma) == (5.5, 0.01, 0.1, 3)
    page = as_organiser.get("/ladders/evening").content.decode()
    assert "alpha" in page
    assert "Long game: yes." in page


def test_what_is_left_empty_is_as_usual(as_organiser: Client) -> None:
    given = {"title": "Alone", "slug": "alone", "game": "ten", "ten-solo": "9"}
    assert as_organiser.post("/ladders/new", given).status_code == 302
    made = Ladder.objects.get()
    assert (made.options, made.seats, made.players, made.legs) == ({"solo": 9}, 1, 4, 10)
    assert (made.move_ms, made.tau, made.version_sigma) == (1000, 0.008, 4.0)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"seats": "7"}, "seats"), ({"legs": "7"}, "legs"), ({"players": "2"}, "players"),
        ({"slug": "main"}, "slug"), ({"slug": "new"}, "slug"), ({"title": ""}, "title"),
        ({"lie-long": "1"}, "lie-long"), ({"beta": "0"}, "beta"), ({"game": "whist"}, "game"),
    ],
)  # fmt: skip
def test_a_bad_combination_is_said_at_its_field(
    as_organiser: Client, wrong: dict[str, str], field: str
) -> None:
    make_ladder("main")
    answer = as_organiser.post("/ladders/new", {**FORM, **wrong})
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
    assert Ladder.objects.count() == 1


def test_a_ladder_is_made_like_another(as_organiser: Client) -> None:
    Ladder.objects.filter(pk=make_ladder("main", seats=5, legs=5).pk).update(options={"wild_ones": True})
    page = as_organiser.get("/ladders/new?like=main").content.decode()
    assert re.search(r'name="lie-wild_ones".*?value="true"\s+selected', page, re.DOTALL)
    assert re.search(r'name="seats" value="5"', page)
    assert as_organiser.get("/ladders/new?like=nowhere").status_code == 404


def test_words_change_and_it_is_closed_but_never_how_it_is_played(as_organiser: Client) -> None:
    make_ladder("main")
    assert "/ladders/main/edit" in as_organiser.get("/ladders/main").content.decode()
    assert 'value="main"' in as_organiser.get("/ladders/main/edit").content.decode()
    as_organiser.post("/ladders/main/edit", {"title": "Old", "description": "Done.", "seats": "3"})
    ladder = Ladder.objects.get()
    assert (ladder.title, ladder.description, ladder.is_open, ladder.seats) == ("Old", "Done.", False, 2)
    assert "It is closed" in as_organiser.get("/ladders/main").content.decode()
    assert as_organiser.post("/ladders/main/edit", {"title": ""}).status_code == 400


def test_strangers_make_and_change_no_ladder(as_charlie: Client, anybody: Client) -> None:
    make_ladder("main")
    for address in ("/ladders/new", "/ladders/main/edit"):
        assert as_charlie.get(address).status_code == 403
        assert as_charlie.post(address, FORM).status_code == 403
        assert anybody.post(address, FORM)["Location"].startswith("/login")
        assert address not in as_charlie.get("/ladders/main").content.decode()
    assert [(row.slug, row.title, row.is_open) for row in Ladder.objects.all()] == [("main", "main", True)]
