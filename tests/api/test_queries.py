"""The number of queries of every list is fixed, however long the list is."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from arena.accounts.models import User
from arena.accounts.services import audit, create_token
from tests.arena.conftest import forget_cached
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
    "/api/v1/bots/alpha/ratings": 3,
    "/api/v1/bots/alpha/history?ladder=main": 3,
    "/api/v1/matches": 5,
    "/api/v1/matches?bot=alpha": 6,
    "/api/v1/matches/1": 5,
    "/api/v1/players": 1,
    "/api/v1/players/alice": 1,
    "/api/v1/pentathlon": 1,
    "/api/v1/status": 5,
    "/api/v1/games/lie": 0,
    "/api/v1/bots/alpha/versions/1": 2,
    "/api/v1/matches/1/record": 5,
    # With a token: its row and its owner come first.
    "/api/v1/me": 2,
    "/api/v1/tokens": 3,
    "/api/v1/workers": 3,
    "/api/v1/audit": 3,
    "/api/v1/matches/1/players/0/log": 7,
}
ELSEWHERE = (
    "tournaments",
    "schedules",
    "calendar",
    "formats",
    "frames",
    "source",
)  # tested where they are made


PRIVATE = ("/api/v1/me", "/api/v1/tokens", "/api/v1/workers", "/api/v1/audit")


def _fill(alice: User, count: int) -> None:
    ladder = make_ladder("main", is_default=True)
    alpha = make_bot(alice, "alpha")
    for _ in range(count):
        rival = make_bot()
        add_version(rival)
        finish(make_match(ladder, [alpha, rival]), [1, 2])
        create_token(user=alice, name="more")
        audit(actor=alice, action="test", target=rival)


def _count(client: APIClient, url: str) -> int:
    forget_cached()
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(url).status_code == 200, url
    return len([query for query in captured.captured_queries if "SAVEPOINT" not in query["sql"]])


@pytest.mark.parametrize("rows", [2, 9])
def test_queries_do_not_grow_with_rows(
    anybody: APIClient, as_staff: APIClient, alice: User, rows: int
) -> None:
    _fill(alice, rows)
    as_staff.get("/api/v1/me")  # the first use of a token in a minute is written down
    first = anybody.get("/api/v1/matches").json()["results"][-1]["id"]
    found = {}
    for url in QUERIES:
        client = as_staff if url.startswith(PRIVATE) or url.endswith("/log") else anybody
        found[url] = _count(client, url.replace("matches/1", f"matches/{first}"))
    assert found == QUERIES


def test_every_address_is_counted() -> None:
    """Fail when an address is added whose queries nobody counts."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    reads = {path for path, methods in schema["paths"].items() if "get" in methods}
    wanted = {path for path in reads if not any(word in path for word in ELSEWHERE)}
    for url in QUERIES:
        wanted -= {path for path in wanted if _matches(path, url.split("?")[0])}
    assert wanted == set()


def _matches(path: str, url: str) -> bool:
    pattern = re.sub(r"\{[a-z_]+\}", "[^/]+", path)
    return re.fullmatch(pattern, url) is not None
