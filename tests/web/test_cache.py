"""While Redis is away, people read pages, log in and use the API as before: the cache only saves time."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from arena.accounts.models import User
from tests.factories import finish, make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _redis_is_away(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "arena.cache.SparingCache", "LOCATION": "redis://127.0.0.1:1"}}


def test_pages_and_api_answer_without_the_cache(anybody: Client, alice: User) -> None:
    ladder = make_ladder("main", is_default=True)
    finish(make_match(ladder, [make_bot(alice, "alpha"), make_bot()]), [1, 2])
    for address in (
        "/", "/ladders", "/ladders/main", "/pentathlon", "/status", "/bots/alpha", "/api/v1/status",
        "/api/v1/bots/alpha/ratings", "/api/v1/ladders/main/leaderboard",
    ):  # fmt: skip
        assert anybody.get(address).status_code == 200, address


def test_people_log_in_without_the_cache(anybody: Client, alice: User) -> None:
    assert anybody.post("/login", {"username": "alice", "password": "correct horse"}).status_code == 302
    made = anybody.post("/api/v1/tokens", {"username": "alice", "password": "correct horse"})
    assert made.status_code == 201


def test_nothing_is_kept_and_nothing_raised() -> None:
    assert cache.add("key", 1) is True
    cache.set("key", 1)
    assert cache.set_many({"key": 1}) == []
    assert (cache.get("key", "none"), cache.get_many(["key"]), cache.incr("key")) == ("none", {}, 1)
