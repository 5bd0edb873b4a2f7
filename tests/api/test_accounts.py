"""Signing up, tokens, one's own account."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from arena.accounts.models import ApiToken, User

pytestmark = pytest.mark.django_db

PASSWORD = "three green bottles"


def test_sign_up_make_a_token_and_use_it(anybody: APIClient) -> None:
    made = anybody.post("/api/v1/accounts", {"username": "dora", "password": PASSWORD})
    assert made.status_code == 201
    token = anybody.post("/api/v1/tokens", {"username": "dora", "password": PASSWORD, "name": "laptop"})
    assert token.status_code == 201
    text = token.json()["token"]
    assert text.startswith("arena_")
    me = APIClient(headers={"Authorization": f"Token {text}"}).get("/api/v1/me")
    assert me.json()["username"] == "dora"
    stored = ApiToken.objects.get()
    assert text not in (stored.digest, stored.token_key)
    assert stored.last_used_at is not None


@pytest.mark.parametrize("name", ["Dora", "admin", "house"])
def test_a_name_is_taken_once_in_any_case(anybody: APIClient, name: str) -> None:
    anybody.post("/api/v1/accounts", {"username": "dora", "password": PASSWORD})
    again = anybody.post("/api/v1/accounts", {"username": name, "password": PASSWORD})
    assert (again.status_code, again.json()["code"]) == (409, "name_taken")


def test_a_weak_password_is_refused_in_words(anybody: APIClient) -> None:
    refused = anybody.post("/api/v1/accounts", {"username": "dora", "password": "12345678"})
    assert refused.status_code == 400
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "invalid_account"
    assert "common" in refused.json()["detail"]


def test_a_wrong_password_gives_no_token(anybody: APIClient, alice: User) -> None:
    refused = anybody.post("/api/v1/tokens", {"username": "alice", "password": "wrong"})
    assert (refused.status_code, refused.json()["code"]) == (401, "authentication_failed")


def test_tokens_are_ones_own(as_alice: APIClient, as_charlie: APIClient) -> None:
    mine = as_alice.get("/api/v1/tokens").json()["results"]
    assert len(mine) == 1
    assert "token" not in mine[0]
    assert as_charlie.delete(f"/api/v1/tokens/{mine[0]['id']}").status_code == 404
    assert as_alice.delete(f"/api/v1/tokens/{mine[0]['id']}").status_code == 204
    assert as_alice.get("/api/v1/me").status_code == 401


def test_a_banned_account_is_shut_out(as_alice: APIClient, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert as_alice.get("/api/v1/me").status_code == 401


def test_an_address_of_somebody_else_is_refused(as_charlie: APIClient, alice: User) -> None:
    refused = as_charlie.patch("/api/v1/me", {"email": "alice@example.org"})
    assert (refused.status_code, refused.json()["code"]) == (409, "email_taken")
    assert refused["RateLimit-Limit"] == "60"  # trying addresses is as slow as guessing passwords


def test_strangers_see_no_address(anybody: APIClient, alice: User) -> None:
    shown = anybody.get("/api/v1/players/ALICE").json()
    assert shown["username"] == "alice"
    assert "email" not in shown


@pytest.mark.parametrize("header", ["Token \u00e9", "Token arena_nonsense", "Token", "Token a b"])
def test_nonsense_is_a_wrong_token(anybody: APIClient, header: str) -> None:
    assert anybody.get("/api/v1/me", headers={"Authorization": header}).status_code == 401


def test_a_session_of_the_page_needs_its_secret_to_change_anything(alice: User) -> None:
    browser = APIClient(enforce_csrf_checks=True)
    assert browser.login(username="alice", password="correct horse")
    assert browser.get("/api/v1/me").json()["username"] == "alice"
    forged = browser.patch("/api/v1/me", {"about": "forged"})
    assert (forged.status_code, forged.json()["code"]) == (403, "permission_denied")
    secret = browser.get("/account").cookies["csrftoken"].value
    own = browser.patch("/api/v1/me", {"about": "mine"}, headers={"X-CSRFToken": secret})
    assert own.json()["about"] == "mine"
