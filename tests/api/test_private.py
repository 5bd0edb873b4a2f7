"""A stranger gets nothing of Alice's private things by any route, and changes none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from arena.accounts.models import User
from tests.private import SECRET, make_private, state_of

pytestmark = pytest.mark.django_db

SCHEMA: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


@pytest.fixture
def things(alice: User) -> dict[str, list[str]]:
    """Give Alice private things, and name what addresses may hold."""
    return make_private(alice)


def _addresses(things: dict[str, list[str]], *, reading: bool) -> Iterator[tuple[str, str]]:
    """Give every operation of the API with everything of Alice's that its address can name."""
    for path, operations in SCHEMA["paths"].items():
        names = re.findall(r"\{([a-z_]+)\}", path)
        choices = [things.get(name, ["1"]) for name in names]
        for method, chosen in product(operations, product(*choices)):
            if (method == "get") == reading:
                yield method, path.format(**dict(zip(names, chosen, strict=True)))


@pytest.mark.parametrize("who", ["as_charlie", "anybody"])
def test_no_address_shows_a_secret(
    who: str, request: pytest.FixtureRequest, things: dict[str, list[str]], settings: Any
) -> None:
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "100000/min")
    stranger: APIClient = request.getfixturevalue(who)
    queries = ["", "?ladder=main", "?bot=alpha", "?kind=check", "?owner=alice"]
    for (_, url), query in product(_addresses(things, reading=True), queries):
        answer = stranger.get(url + query)
        assert answer.status_code < 500, url
        told = b"".join(getattr(answer, "streaming_content", [answer.content])) + str(answer.headers).encode()
        assert SECRET.lower().encode() not in told.lower(), f"{url}{query}"


@pytest.mark.parametrize("who", ["as_charlie", "anybody"])
def test_no_address_changes_anything_of_hers(
    who: str, request: pytest.FixtureRequest, things: dict[str, list[str]], alice: User, settings: Any
) -> None:
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "100000/min")
    stranger: APIClient = request.getfixturevalue(who)
    before = state_of(alice)
    body = {
        "description": "mine", "source_public": True, "games": ["ten"], "reason": "mine", "role": "operator",
        "about": "mine", "title": "mine", "is_open": False, "ladder": "main", "bots": ["alpha", "beta"],
    }  # fmt: skip
    for method, url in _addresses(things, reading=False):
        if url != "/api/v1/me":  # Charlie's own
            assert getattr(stranger, method)(url, body, format="json").status_code < 500, url
    assert state_of(alice) == before


def test_the_owner_does_see_them(as_alice: APIClient, things: dict[str, list[str]]) -> None:
    """Make sure that the secret is there to be found."""
    urls = [
        "/api/v1/bots/alpha/versions/1", "/api/v1/bots/alpha/versions/1/source", "/api/v1/tokens",
        f"/api/v1/matches/{things['id'][0]}/players/0/log", f"/api/v1/matches/{things['id'][1]}",
    ]  # fmt: skip
    for url in urls:
        assert SECRET in as_alice.get(url).content.decode(), url
    assert SECRET.lower() in as_alice.get("/api/v1/me").content.decode()
