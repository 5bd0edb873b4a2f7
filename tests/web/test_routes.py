"""Every address of the pages: what a stranger gets there, what a script uses instead, who counts its queries.

A new address is in none of the tables below: these tests fail until it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern
from drf_spectacular.generators import SchemaGenerator

from arena.accounts.models import User
from arena.web.urls import urlpatterns
from tests.private import SECRET, make_private, state_of
from tests.web import test_pages

pytestmark = pytest.mark.django_db

ROUTES = {route.name: route for route in urlpatterns if isinstance(route, URLPattern)}

# What changes something on the web, and the operations with which a script does the same.
ACTIONS: dict[str, tuple[str, ...]] = {
    "signup": ("post /accounts",),
    "login": ("post /tokens",),
    "logout": ("delete /tokens/{id}",),
    "account": ("get /me", "patch /me"),
    "password": ("post /me/password",),
    "tokens": ("get /tokens", "post /tokens"),
    "revoke_token": ("delete /tokens/{id}",),
    "reset": ("post /accounts/reset",),
    "password_reset_confirm": ("post /accounts/reset/confirm",),
    "submit": ("post /bots", "post /bots/{name}/versions"),
    "upload": ("post /bots/{name}/versions",),
    "change_bot": ("patch /bots/{name}",),
    "bot_action": (
        "post /bots/{name}/pause", "post /bots/{name}/resume", "patch /bots/{name}", "delete /bots/{name}",
    ),
    "challenge": ("post /challenges",),
    "ladder_new": ("post /ladders",), "ladder_edit": ("patch /ladders/{slug}",),
    "tournament_new": ("post /tournaments", "post /schedules"),
    "tournament_edit": ("patch /tournaments/{slug}",),
    "tournament_step": (
        "post /tournaments/{slug}/open", "post /tournaments/{slug}/lock", "post /tournaments/{slug}/unlock",
        "post /tournaments/{slug}/start", "post /tournaments/{slug}/release-round",
        "post /tournaments/{slug}/cancel", "post /tournaments/{slug}/disqualify",
        "post /tournaments/{slug}/invalidate",
    ),
    "tournament_entry": (
        "post /tournaments/{slug}/register", "post /tournaments/{slug}/withdraw",
        "post /tournaments/{slug}/check-in",
    ),
    "schedule_edit": ("patch /schedules/{id}",), "schedule_stop": ("patch /schedules/{id}",),
    "schedule_resume": ("patch /schedules/{id}",),
}  # fmt: skip
STREAMS = {"live_match", "live_steps", "live_ladder", "live_bot", "live_tournament"}  # 501 without ASGI
OWN_LOOK = {"theme"}  # colours of one's own browser

COUNTED_ELSEWHERE = {
    "matches", "match", "match_frames", "match_account",  # tests/web/test_matches.py
    *STREAMS,  # tests/web/test_live.py
    "tournaments", "tournament", "tournament_board", "tournament_print", "tournament_calendar",
    "tournament_feed",  # tests/arena/tournaments/test_pages.py
}  # fmt: skip


@pytest.fixture
def places(alice: User) -> dict[str, list[str]]:
    """Name everything of Alice's that an address may hold."""
    things = make_private(alice)
    *matches, token = things["id"]
    return {
        "name": ["alpha"], "other": ["beta"], "number": ["1"], "username": ["alice"], "slug": ["main", "lie"],
        "match_id": matches, "token": [token], "action": ["publish", "pause", "resume", "hide", "retire"],
        "language": ["python"], "game": ["lie"], "schedule_id": ["1"], "uidb64": ["MQ"],
    }  # fmt: skip


def _addresses(places: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Give every address of the pages with everything of Alice's that it can name."""
    for name, route in ROUTES.items():
        pattern = str(route.pattern)
        names = re.findall(r"<(?:[a-z]+:)?([a-z0-9_]+)>", pattern)
        for chosen in product(*(places[one] for one in names)):
            filled = re.sub(r"<[^>]+>", "{}", pattern).format(*chosen)
            yield str(name), f"/{filled}"


@pytest.mark.parametrize("who", ["as_charlie", "anybody"])
def test_no_page_shows_a_stranger_a_secret(
    who: str, request: pytest.FixtureRequest, places: dict[str, list[str]]
) -> None:
    stranger: Client = request.getfixturevalue(who)
    seen = set()
    for (name, url), query in product(_addresses(places), ("", "?bot=alpha&kind=check")):
        answer = stranger.get(url + query)
        assert answer.status_code < (502 if name in STREAMS else 500), url
        told = str(answer.headers).encode() + (b"" if answer.streaming else answer.content)
        assert SECRET.lower().encode() not in told.lower(), f"{url}{query}"
        seen.add(name)
    assert seen == set(ROUTES)


@pytest.mark.parametrize("who", ["as_charlie", "anybody"])
def test_no_form_of_a_stranger_changes_anything_of_hers(
    who: str, request: pytest.FixtureRequest, places: dict[str, list[str]], alice: User
) -> None:
    stranger: Client = request.getfixturevalue(who)
    before = state_of(alice)
    body = {
        "description": "mine", "games": ["ten"], "reason": "mine", "about": "mine", "step": "cancel",
        "action": "enter", "bot": "alpha", "bots": "alpha", "others": "beta", "ladder": "main",
        "match": places["match_id"][0], "confirm": "1",
    }  # fmt: skip
    for name, url in _addresses(places):
        assert stranger.post(url, body).status_code < (502 if name in STREAMS else 500), url
    assert state_of(alice) == before


def test_the_owner_does_see_them(as_alice: Client, places: dict[str, list[str]]) -> None:
    """Make sure that the secret is there to be found."""
    for url in ("/bots/alpha/versions/1", "/bots/alpha/versions/1/progress", "/account/tokens"):
        assert SECRET in as_alice.get(url).content.decode(), url
    assert as_alice.get(f"/matches/{places['match_id'][1]}").status_code == 200
    assert as_alice.get("/bots/alpha/versions/1/source").content.decode() == SECRET


def test_a_script_can_do_what_every_form_does() -> None:
    schema: Any = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    paths = schema["paths"].items()
    offered = {f"{method} {path.removeprefix('/api/v1')}" for path, methods in paths for method in methods}
    wanted = {operation for operations in ACTIONS.values() for operation in operations}
    assert wanted - offered == set()


def test_every_other_page_only_shows(as_charlie: Client, places: dict[str, list[str]]) -> None:
    """Fail when a page that takes a form is not in the table of actions."""
    for name, url in _addresses(places):
        if name not in ACTIONS and name not in OWN_LOOK | STREAMS:
            assert as_charlie.post(url, {}).status_code in {404, 405}, url


def test_every_page_has_its_queries_counted() -> None:
    """Fail when an address is added whose queries nobody counts."""
    known = test_pages.QUERIES | test_pages.OWN_QUERIES
    counted = [address.split("?")[0].lstrip("/") for address in known]
    left = {
        name
        for name, route in ROUTES.items()
        if name not in ACTIONS and name not in OWN_LOOK | COUNTED_ELSEWHERE
        if not any(route.pattern.match(address) for address in counted)
    }
    assert left == set()
