"""A stranger gets nothing of Alice's private things by any route, and changes none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.forms.models import model_to_dict
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from arena import storage
from arena.accounts.models import ApiToken, AuditEntry, User
from arena.accounts.services import create_token
from arena.matches.models import Match, MatchKind, MatchPlayer
from arena.submissions.models import Bot, Version
from bots.matchfile import pack
from tests.factories import finish, make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db

SECRET = "ZAUBERWORT"
SCHEMA: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


@pytest.fixture
def things(alice: User) -> dict[str, list[str]]:
    """Give Alice private things, each with the secret in it, and name what addresses may hold."""
    User.objects.filter(pk=alice.pk).update(email=f"{SECRET}@example.org".lower(), banned_reason=SECRET)
    token, _ = create_token(user=alice, name=SECRET)
    ladder = make_ladder("main")
    bot, rival = make_bot(alice, "alpha"), make_bot(None, "beta")
    Version.objects.filter(bot=bot).update(
        source_key=storage.put(SECRET.encode(), "upload"), filename=f"{SECRET}.py", status_reason=SECRET,
        build_log=SECRET, check_report=[{"log": SECRET}], worker=SECRET,
    )  # fmt: skip
    matches = _matches(ladder, bot, rival)
    AuditEntry.objects.create(actor=alice, action="x", target=f"bot:{bot.pk}", reason=SECRET)
    return {
        "name": ["alpha"], "number": ["1"], "slug": ["main", "lie"], "username": ["alice"], "index": ["0"],
        "id": [*matches, str(token.public_id)],
    }  # fmt: skip


def _matches(ladder: Any, bot: Bot, rival: Bot) -> list[str]:
    """Make a finished match with a log, a check match, and one that waits with a failure behind it."""
    over, check, waiting = (make_match(ladder, [bot, rival]) for _ in range(3))
    for match in (over, check):
        finish(match, [2, 1], faults=["timeout"])
    log = storage.put(pack({"stderr": SECRET, "notes": [], "faults": [], "transcript": []}), "log")
    MatchPlayer.objects.filter(bot=bot).update(log_key=log)
    Match.objects.filter(pk=check.pk).update(kind=MatchKind.CHECK, rated_at=None, status_reason=SECRET)
    Match.objects.filter(pk=waiting.pk).update(failure=SECRET, worker=SECRET, seed=SECRET)
    return [str(match.pk) for match in (over, check, waiting)]


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
    before = _state(alice)
    body = {
        "description": "mine", "source_public": True, "games": ["ten"], "reason": "mine", "role": "operator",
        "about": "mine", "title": "mine", "is_open": False, "ladder": "main", "bots": ["alpha", "beta"],
    }  # fmt: skip
    for method, url in _addresses(things, reading=False):
        if url != "/api/v1/me":  # Charlie's own
            assert getattr(stranger, method)(url, body, format="json").status_code < 500, url
    assert _state(alice) == before


def _state(alice: User) -> list[Any]:
    rows = [
        User.objects.get(pk=alice.pk), *Bot.objects.filter(owner=alice),
        *Version.objects.filter(bot__owner=alice), *Match.objects.order_by("pk"),
        *ApiToken.objects.filter(user=alice),
    ]  # fmt: skip
    return [model_to_dict(row) for row in rows]


def test_the_owner_does_see_them(as_alice: APIClient, things: dict[str, list[str]]) -> None:
    """Make sure that the secret is there to be found."""
    urls = [
        "/api/v1/bots/alpha/versions/1", "/api/v1/bots/alpha/versions/1/source", "/api/v1/tokens",
        f"/api/v1/matches/{things['id'][0]}/players/0/log", f"/api/v1/matches/{things['id'][1]}",
    ]  # fmt: skip
    for url in urls:
        assert SECRET in as_alice.get(url).content.decode(), url
    assert SECRET.lower() in as_alice.get("/api/v1/me").content.decode()
