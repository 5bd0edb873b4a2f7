"""Passwords: changed with the old one, reset by mail."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from rest_framework.test import APIClient

from arena.accounts.models import ApiToken, User

pytestmark = pytest.mark.django_db

NEW = "seven yellow bottles"


def test_a_password_changes_with_the_old_one_only(as_alice: APIClient, alice: User) -> None:
    refused = as_alice.post("/api/v1/me/password", {"old": "wrong", "new": NEW})
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong_password")
    weak = as_alice.post("/api/v1/me/password", {"old": "correct horse", "new": "12345678"})
    assert (weak.status_code, weak.json()["code"]) == (400, "invalid_password")
    assert as_alice.post("/api/v1/me/password", {"old": "correct horse", "new": NEW}).status_code == 204
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_a_forgotten_password_is_reset_by_mail(anybody: APIClient, as_alice: APIClient, alice: User) -> None:
    assert anybody.post("/api/v1/accounts/reset", {"email": "Alice@example.org"}).status_code == 202
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"]
    found = re.search(r"uid (\S+) and token (\S+)", str(sent.body))
    assert found is not None
    given = {"uid": found[1], "token": found[2], "password": NEW}
    assert f"/password/reset/{found[1]}/{found[2]}" in str(sent.body)
    assert anybody.post("/api/v1/accounts/reset/confirm", given).status_code == 204
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert not ApiToken.objects.filter(user=alice).exists()
    again = anybody.post("/api/v1/accounts/reset/confirm", given)
    assert (again.status_code, again.json()["code"]) == (400, "bad_link")


@pytest.mark.parametrize("uid", ["", "x", "//", "MTIz", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"])
def test_a_link_that_is_not_ours_is_refused(anybody: APIClient, uid: str) -> None:
    given = {"uid": uid, "token": "a-b", "password": NEW}
    assert anybody.post("/api/v1/accounts/reset/confirm", given).status_code == 400


def test_nobody_learns_who_has_an_address(anybody: APIClient, alice: User) -> None:
    unknown = anybody.post("/api/v1/accounts/reset", {"email": "nobody@example.org"})
    known = anybody.post("/api/v1/accounts/reset", {"email": "alice@example.org"})
    assert (unknown.status_code, unknown.content) == (known.status_code, known.content)
    assert len(mail.outbox) == 1


def test_guessing_is_slow(anybody: APIClient, settings: object) -> None:
    settings.API_RATES = {**settings.API_RATES, "log_in": "1/hour"}  # type: ignore[attr-defined]
    anybody.post("/api/v1/accounts/reset", {"email": "nobody@example.org"})
    assert anybody.post("/api/v1/accounts/reset", {"email": "nobody@example.org"}).status_code == 429
