"""The number of queries of every list is fixed, however long the list is."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from arena.accounts.models import User
from tests.factories import add_version, finish, make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db

QUERIES = {
    "/api/v1/games": 0,
    "/api/v1/ladders": 1,
    "/api/v1/ladders/main": 1,
    "/api/v1/ladders/main/leaderboard": 4,
    "/api/v1/bots": 1,
    "/api/v1/bots/alpha": 1,
    "/api/v1/bots/alpha/versions": 2,
    "/api/v1/bots/alpha/ratings": 2,
    "/api/v1/bots/alpha/history?ladder=main": 3,
    "/api/v1/matches": 5,
    "/api/v1/matches?bot=alpha": 5,
    "/api/v1/matches/1": 5,
    "/api/v1/players": 1,
    "/api/v1/pentathlon": 2,
}


def _fill(alice: User, count: int) -> None:
    ladder = make_ladder("main", is_default=True)
    alpha = make_bot(alice, "alpha")
    for _ in range(count):
        rival = make_bot()
        add_version(rival)
        finish(make_match(ladder, [alpha, rival]), [1, 2])


def _count(client: APIClient, url: str) -> int:
    cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(url).status_code == 200, url
    return len([query for query in captured.captured_queries if "SAVEPOINT" not in query["sql"]])


@pytest.mark.parametrize("rows", [2, 9])
def test_queries_do_not_grow_with_rows(anybody: APIClient, alice: User, rows: int) -> None:
    _fill(alice, rows)
    first = anybody.get("/api/v1/matches").json()["results"][-1]["id"]
    found = {url: _count(anybody, url.replace("/1", f"/{first}")) for url in QUERIES}
    assert found == QUERIES
