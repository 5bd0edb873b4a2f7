"""Signing up, logging in, passwords, tokens, theme and language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from arena.accounts.models import ApiToken, User
from arena.accounts.services import create_token
from arena.submissions.services import pause_bot
from tests.factories import add_version, make_bot, make_ladder

pytestmark = pytest.mark.django_db

NEW = {"username": "dora", "password": "a long enough secret", "email": ""}


def test_signing_up_logs_in_and_leads_to_the_first_bot(anybody: Client) -> None:
    answer = anybody.post("/signup", NEW)
    assert answer.headers["Location"] == "/submit"
    assert anybody.get("/account").status_code == 200
    assert User.objects.get(username="dora").email is None


def test_a_refused_name_is_told_on_the_form(anybody: Client, alice: User) -> None:
    answer = anybody.post("/signup", NEW | {"username": "ALICE"})
    assert answer.status_code == 400
    assert "taken" in answer.content.decode()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": "a b"}, "username"),
        ({"username": "House"}, "username"),
        ({"password": "12345678"}, "password"),
        ({"email": "nowhere"}, "email"),
    ],
)
def test_a_refusal_stands_at_the_field_it_is_about(
    anybody: Client, changes: dict[str, str], field: str
) -> None:
    answer = anybody.post("/signup", NEW | changes)
    page = answer.content.decode()
    assert list(answer.context["form"].errors) == [field]
    assert re.search(rf'<input[^>]*aria-invalid="true"[^>]*id="id_{field}"', page)
    assert "username:" not in page


def test_accounts_by_the_dozen_are_slowed_down(anybody: Client) -> None:
    from django.test import override_settings

    with override_settings(API_RATES={"sign_up": "2/hour", "log_in": "2/hour"}):
        for name in ("one", "two"):
            assert anybody.post("/signup", NEW | {"username": name}).status_code == 302
        assert anybody.post("/signup", NEW | {"username": "three"}).status_code == 429
        for _ in range(2):
            anybody.post("/login", {"username": "one", "password": "wrong"})
        assert anybody.post("/login", {"username": "one", "password": NEW["password"]}).status_code == 429


def test_logging_in_never_leads_to_another_site(anybody: Client, alice: User) -> None:
    given = {"username": "alice", "password": "correct horse", "next": "https://evil.example/"}
    assert anybody.post("/login", given).headers["Location"] == "/account"
    assert anybody.post("/theme", {"theme": "dark", "next": "//evil.example"}).headers["Location"] == "/"


def test_a_forgotten_password_is_set_anew_by_mail(anybody: Client, alice: User) -> None:
    anybody.post("/password/reset", {"email": "alice@example.org"})
    link = re.search(rf"{settings.URL}(\S+)", str(mail.outbox[0].body))
    assert link is not None
    create_token(user=alice, name="of whoever knew the old one")
    form = anybody.get(link[1], follow=True)
    secret = {"new_password1": "another long secret", "new_password2": "another long secret"}
    assert anybody.post(form.request["PATH_INFO"], secret).status_code == 302
    assert anybody.login(username="alice", password="another long secret")
    assert not ApiToken.objects.filter(user=alice).exists()


def test_the_mail_speaks_the_language_of_the_page(anybody: Client, alice: User) -> None:
    anybody.post("/password/reset", {"email": "alice@example.org"}, headers={"Accept-Language": "pl"})
    assert "nowe hasło" in str(mail.outbox[0].body)
    assert mail.outbox[0].subject == "Nowe hasło do Areny"


def test_trying_who_has_an_address_is_slow(as_charlie: Client, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "log_in": "1/hour"}
    given = {"about": "", "email": "guess@example.org"}
    assert [as_charlie.post("/account", given).status_code for _ in range(2)] == [302, 429]


def test_nobody_learns_whether_an_address_has_an_account(anybody: Client, alice: User) -> None:
    known = anybody.post("/password/reset", {"email": "alice@example.org"})
    unknown = anybody.post("/password/reset", {"email": "nobody@example.org"})
    assert known.headers["Location"] == unknown.headers["Location"]


def test_a_token_is_shown_once_and_can_be_revoked(as_alice: Client, alice: User) -> None:
    page = as_alice.post("/account/tokens", {"name": "laptop"}).content.decode()
    secret = re.search(r"arena_\w+", page)
    assert secret is not None
    token = ApiToken.objects.get(user=alice)
    again = as_alice.get("/account/tokens").content.decode()
    assert "laptop" in again
    assert secret[0] not in again
    as_alice.post(f"/account/tokens/{token.public_id}/revoke")
    assert not ApiToken.objects.exists()


def test_charlie_cannot_revoke_alices_token(as_charlie: Client, alice: User) -> None:
    token, _ = create_token(user=alice, name="laptop")
    assert as_charlie.post(f"/account/tokens/{token.public_id}/revoke").status_code == 404
    assert ApiToken.objects.filter(pk=token.pk).exists()


def test_private_pages_ask_strangers_to_log_in(anybody: Client) -> None:
    for address in ("/account", "/account/tokens", "/account/password", "/submit", "/challenge"):
        answer = anybody.get(address)
        assert answer.status_code == 302, address
        assert answer.headers["Location"].startswith("/login"), address


def test_the_account_page_tells_what_needs_care(as_alice: Client, alice: User) -> None:
    from arena.submissions.models import VersionStatus

    make_ladder("main")
    bot = make_bot(alice, "alpha")
    pause_bot(bot=bot, reason="It failed five times.")
    late = add_version(make_bot(alice, "gamma"), status=VersionStatus.REJECTED)
    late.status_reason = "It does not build."
    late.save()
    page = as_alice.get("/account").content.decode()
    assert "It failed five times." in page
    assert "It does not build." in page


def test_the_profile_can_be_changed(as_alice: Client, alice: User) -> None:
    as_alice.post("/account", {"about": "On trains.", "email": "alice@example.net"})
    alice.refresh_from_db()
    assert (alice.about, alice.email) == ("On trains.", "alice@example.net")


def test_the_theme_is_remembered(anybody: Client) -> None:
    answer = anybody.post("/theme", {"theme": "dark", "next": "/ladders"})
    assert answer.headers["Location"] == "/ladders"
    assert '<html lang="en" data-theme="dark">' in anybody.get("/ladders").content.decode()
    anybody.cookies["theme"] = '"><script>'
    assert "data-theme=" not in anybody.get("/ladders").content.decode().split("<body", maxsplit=1)[0]


def test_the_language_can_be_switched_to_polish(anybody: Client) -> None:
    anybody.post("/i18n/setlang/", {"language": "pl", "next": "/ladders"})
    page = anybody.get("/ladders").content.decode()
    assert '<html lang="pl"' in page
    assert "Rankingi" in page


def test_a_form_from_another_site_is_refused_with_a_page(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/login", {"username": "alice", "password": "correct horse"})
    assert answer.status_code == 403
    assert "reload" in answer.content.decode()
