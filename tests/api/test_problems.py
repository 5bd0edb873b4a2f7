"""Whatever is wrong is told as application/problem+json, with a stable code and a sentence."""

from __future__ import annotations

from base64 import b64encode
from unittest.mock import patch

import pytest
from django.db import OperationalError
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("method", "url", "status", "code"),
    [
        ("get", "/api/v1/nothing/here", 404, "not_found"),
        ("post", "/api/v1/", 404, "not_found"),
        ("get", "/api/v1/bots/nobody", 404, "not_found"),
        ("get", "/api/v1/matches/999999999999999", 404, "not_found"),
        ("get", "/api/v1/ladders/none/leaderboard", 404, "not_found"),
        ("put", "/api/v1/bots", 401, "not_authenticated"),
        ("put", "/api/v1/accounts", 405, "method_not_allowed"),
        ("post", "/api/v1/schema", 405, "method_not_allowed"),
        ("get", "/api/v1/me", 401, "not_authenticated"),
    ],
)
def test_refusals_are_problems(anybody: APIClient, method: str, url: str, status: int, code: str) -> None:
    answer = getattr(anybody, method)(url)
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code)
    assert body["title"]
    assert body["detail"]


def test_unreadable_json(as_alice: APIClient) -> None:
    answer = as_alice.post("/api/v1/bots", "{not json", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


def test_a_kind_of_content_we_do_not_read(as_alice: APIClient) -> None:
    answer = as_alice.post("/api/v1/bots", "<bot/>", content_type="application/xml")
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_an_answer_we_do_not_give(anybody: APIClient) -> None:
    answer = anybody.get("/api/v1/games", headers={"Accept": "application/xml"})
    assert (answer.status_code, answer["Content-Type"]) == (406, "application/problem+json")


def test_every_wrong_field_is_named(as_alice: APIClient) -> None:
    answer = as_alice.post("/api/v1/bots", {"name": "a b", "games": "lie"}, format="json")
    assert {error["field"] for error in answer.json()["errors"]} == {"name", "games"}


def test_what_nobody_foresaw_is_told_without_detail(anybody: APIClient) -> None:
    anybody.raise_request_exception = False
    with patch("arena.submissions.selectors.bots", side_effect=RuntimeError("secret")):
        answer = anybody.get("/api/v1/bots")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert b"secret" not in answer.content


def test_a_database_that_is_away_is_told_as_such(anybody: APIClient) -> None:
    with patch("arena.submissions.selectors.bots", side_effect=OperationalError("connection refused")):
        answer = anybody.get("/api/v1/bots")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer["Retry-After"] == "10"
    assert b"refused" not in answer.content


@pytest.mark.parametrize("position", ["p=abc", "p=99999999999999999999999", "p=%00", "r=1&p=1.5", "p=-1e400"])
@pytest.mark.parametrize("url", ["matches", "bots", "players", "ladders"])
def test_a_forged_cursor_is_refused_or_finds_nothing(anybody: APIClient, url: str, position: str) -> None:
    forged = b64encode(position.encode()).decode()
    answer = anybody.get(f"/api/v1/{url}", {"cursor": forged})
    assert answer.status_code in {200, 400}
    if answer.status_code == 400:
        assert answer.json()["code"] == "bad_cursor"
