"""Ladders: organisers make them from anything that can be played; everybody reads the boards."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.ratings.models import Rating
from arena.ratings.selectors import pentathlon
from tests.api.conftest import client_of
from tests.factories import finish, make_bot, make_ladder, make_match, make_user

pytestmark = pytest.mark.django_db

MINE: dict[str, Any] = {
    "slug": "club", "title": "Club", "game": "lie", "seats": 2, "legs": 4, "options": {"wild_ones": True},
    "move_ms": 500, "beta": 6.5, "tau": 0.01,
}  # fmt: skip


@pytest.fixture
def organiser(db: None) -> APIClient:
    """Ask as an organiser."""
    return client_of(make_user("oscar", role="organiser"))


def test_an_organiser_makes_a_ladder_and_bots_are_on_it(organiser: APIClient) -> None:
    make_bot(None, "alpha")
    made = organiser.post("/api/v1/ladders", MINE, format="json")
    assert made.status_code == 201
    shown = made.json()
    assert {name: shown[name] for name in MINE} == MINE
    assert (shown["players"], shown["is_default"]) == (2, False)
    board = organiser.get("/api/v1/ladders/club/leaderboard").json()["results"]
    assert [row["bot"] for row in board] == ["alpha"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "no_such_game"), ({"options": {"odd": 1}}, "bad_options"),
        ({"seats": 9}, "bad_options"), ({"legs": 3}, "bad_legs"), ({"players": 3}, "bad_players"),
        ({"move_ms": 0}, "invalid"), ({"beta": -1}, "invalid"), ({"slug": "not a slug"}, "invalid"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_in_words(
    organiser: APIClient, change: dict[str, Any], code: str
) -> None:
    refused = organiser.post("/api/v1/ladders", MINE | change, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert refused.json()["detail"]
    assert not Ladder.objects.exists()


def test_a_name_is_taken_once(organiser: APIClient) -> None:
    organiser.post("/api/v1/ladders", MINE, format="json")
    again = organiser.post("/api/v1/ladders", MINE, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "name_taken")


def test_a_ladder_is_closed_and_opened_but_never_played_otherwise(
    organiser: APIClient, as_alice: APIClient
) -> None:
    organiser.post("/api/v1/ladders", MINE, format="json")
    assert as_alice.patch("/api/v1/ladders/club", {"is_open": False}, format="json").status_code == 403
    closed = organiser.patch("/api/v1/ladders/club", {"is_open": False, "title": "Closed"}, format="json")
    assert (closed.json()["is_open"], closed.json()["title"]) == (False, "Closed")
    organiser.patch("/api/v1/ladders/club", {"legs": 8}, format="json")
    assert Ladder.objects.get().legs == 4


def test_the_board_shows_rank_range_and_doubt(anybody: APIClient, alice: User) -> None:
    ladder = make_ladder("main")
    one, other = make_bot(alice, "alpha"), make_bot(None, "beta")
    for _ in range(3):
        finish(make_match(ladder, [one, other]), [1, 2])
    first, second = anybody.get("/api/v1/ladders/main/leaderboard").json()["results"]
    assert (first["bot"], first["rank"], first["wins"], first["is_provisional"]) == ("alpha", 1, 3, True)
    assert (second["rank"], second["rank_range"]) == (2, [1, 2])
    (standing,) = anybody.get("/api/v1/bots/beta/ratings").json()
    assert (standing["rank"], standing["rank_range"], standing["losses"]) == (2, [1, 2], 3)
    Rating.objects.filter(bot=other).update(is_active=False)
    (standing,) = anybody.get("/api/v1/bots/beta/ratings").json()
    assert (standing["rank"], standing["rank_range"]) == (None, None)


def test_the_pentathlon_counts_the_best_bot_of_a_player(anybody: APIClient, alice: User) -> None:
    ladder = make_ladder("main", is_default=True)
    best, worse, other = make_bot(alice, "alpha"), make_bot(alice, "alpha2"), make_bot(None, "beta")
    finish(make_match(ladder, [best, other]), [1, 2])
    finish(make_match(ladder, [worse, other]), [2, 1])
    rows = anybody.get("/api/v1/pentathlon").json()
    assert (rows[0]["rank"], rows[0]["player"], rows[0]["games"]) == (1, "alice", {"lie": 100.0})


def test_bots_that_came_while_it_was_closed_are_on_a_ladder_that_opens(organiser: APIClient) -> None:
    organiser.post("/api/v1/ladders", MINE, format="json")
    organiser.patch("/api/v1/ladders/club", {"is_open": False}, format="json")
    make_bot(None, "late")
    assert organiser.get("/api/v1/ladders/club/leaderboard").json()["results"] == []
    organiser.patch("/api/v1/ladders/club", {"is_open": True}, format="json")
    board = organiser.get("/api/v1/ladders/club/leaderboard").json()["results"]
    assert [row["bot"] for row in board] == ["late"]


def test_the_pentathlon_is_worked_out_once_for_many(anybody: APIClient, alice: User) -> None:
    bots = [make_bot(alice, "alpha"), make_bot(None, "beta"), make_bot(None, "gamma")]
    finish(make_match(make_ladder("main", seats=3, legs=3, is_default=True), bots), [1, 2, 3])
    first = anybody.get("/api/v1/pentathlon").json()
    assert [row["rank"] for row in first] == [1, 2, 3]
    with CaptureQueriesContext(connection) as asked:
        assert anybody.get("/api/v1/pentathlon").json() == first
    assert len(asked) == 0


def test_players_with_as_many_points_share_a_rank() -> None:
    for number in range(2):
        pair = [make_bot(), make_bot()]
        finish(make_match(make_ladder(f"board-{number}", is_default=True), pair), [1, 2])
    ranks = [(row.rank, row.points) for row in pentathlon()]
    assert ranks == [(1, 100.0), (1, 100.0), (3, 50.0), (3, 50.0)]
