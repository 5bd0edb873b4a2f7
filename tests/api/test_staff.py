"""What operators see and do through the API, and that nobody else does."""

from __future__ import annotations

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from arena.accounts.models import ApiToken, AuditEntry, User
from arena.matches.models import Worker
from tests.factories import make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db

STAFF_ONLY = [
    ("get", "/api/v1/workers", {}),
    ("get", "/api/v1/audit", {}),
    ("post", "/api/v1/accounts/alice/ban", {"reason": "r"}),
    ("post", "/api/v1/accounts/alice/unban", {"reason": "r"}),
    ("post", "/api/v1/accounts/alice/role", {"reason": "r", "role": "operator"}),
]


@pytest.mark.parametrize(("method", "url", "body"), STAFF_ONLY)
def test_these_are_for_operators(
    as_alice: APIClient, anybody: APIClient, method: str, url: str, body: dict[str, str]
) -> None:
    assert getattr(as_alice, method)(url, body).status_code == 403
    assert getattr(anybody, method)(url, body).status_code == 401


def test_a_ban_closes_the_account_and_pauses_its_bots(
    as_staff: APIClient, as_alice: APIClient, alice: User
) -> None:
    bot = make_bot(alice, "alpha")
    closed = as_staff.post("/api/v1/accounts/ALICE/ban", {"reason": "Spam."})
    assert closed.json() == {
        "username": "alice", "role": "player", "is_active": False, "banned_reason": "Spam.",
    }  # fmt: skip
    assert as_alice.get("/api/v1/me").status_code == 401
    assert not ApiToken.objects.filter(user=alice).exists()
    bot.refresh_from_db()
    assert bot.paused_at is not None
    assert as_staff.get("/api/v1/players/alice").status_code == 404
    opened = as_staff.post("/api/v1/accounts/alice/unban", {"reason": "A mistake."})
    assert opened.json()["is_active"]
    trail = as_staff.get("/api/v1/audit").json()["results"]
    assert [entry["action"] for entry in trail] == ["unban", "ban", "pause"]
    assert (trail[1]["actor"], trail[1]["reason"]) == ("olga", "Spam.")
    assert [e["action"] for e in as_staff.get("/api/v1/audit?action=ban").json()["results"]] == ["ban"]


def test_the_house_and_superusers_cannot_be_banned(as_staff: APIClient) -> None:
    User.objects.create_superuser("root2", password="x")
    User.objects.create_user("house", is_house=True)
    for name in ("root2", "house"):
        refused = as_staff.post(f"/api/v1/accounts/{name}/ban", {"reason": "r"})
        assert (refused.status_code, refused.json()["code"]) == (409, "not_bannable")


def test_an_organiser_is_made(as_staff: APIClient, as_alice: APIClient, alice: User) -> None:
    ladder = {"slug": "mine", "title": "Mine", "game": "lie", "seats": 2, "legs": 4}
    refused = as_alice.post("/api/v1/ladders", ladder, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_an_organiser")
    as_staff.post("/api/v1/accounts/alice/role", {"role": "organiser", "reason": "Runs the club."})
    assert as_alice.post("/api/v1/ladders", ladder, format="json").status_code == 201
    alice.refresh_from_db()
    assert (alice.role, alice.is_staff) == ("organiser", False)
    assert AuditEntry.objects.filter(action="role").get().detail == {"role": "organiser"}


def test_workers_are_listed_with_what_their_self_test_found(as_staff: APIClient) -> None:
    now = timezone.now()
    Worker.objects.create(
        name="play@here", seen_at=now, started_at=now, sandbox_level="full", sandbox_ok=False,
        detail={"probes": [{"name": "network", "ok": False, "detail": "A packet left."}]},
    )  # fmt: skip
    (shown,) = as_staff.get("/api/v1/workers").json()["results"]
    assert (shown["sandbox_ok"], shown["detail"]["probes"][0]["name"]) == (False, "network")


def test_operators_pause_with_a_reason_and_check_again(
    as_staff: APIClient, as_alice: APIClient, alice: User
) -> None:
    make_bot(alice, "alpha")
    paused = as_staff.post("/api/v1/bots/alpha/pause", {"reason": "It floods its log."})
    assert paused.json()["paused_reason"] == "It floods its log."
    assert as_staff.post("/api/v1/bots/alpha/resume").json()["paused_at"] is None
    assert as_alice.post("/api/v1/bots/alpha/versions/1/check", {"reason": "Please."}).status_code == 403
    checked = as_staff.post(
        "/api/v1/bots/alpha/versions/1/check", {"reason": "A new compiler."}, format="json"
    )
    assert checked.json()["status"] == "checking"
    busy = as_staff.post("/api/v1/bots/alpha/versions/1/check", {"reason": "Again."})
    assert (busy.status_code, busy.json()["code"]) == (409, "version_busy")
    done = list(AuditEntry.objects.order_by("pk").values_list("action", "reason"))
    assert done == [
        ("pause", "It floods its log."), ("resume", ""), ("check_again", "A new compiler."),
    ]  # fmt: skip


def test_how_the_service_is_doing(anybody: APIClient) -> None:
    make_match(make_ladder("main"), [make_bot(), make_bot()])
    told = anybody.get("/api/v1/status").json()
    assert told["queued"] == {"ladder": 1}
    assert (told["running"], told["played_last_hour"], told["uploads_waiting"]) == (0, 0, 0)
