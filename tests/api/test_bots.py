"""Bots and versions: what the owner does, what a stranger gets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from arena.accounts.models import User
from arena.submissions.models import Bot, Version
from tests.factories import make_bot, make_ladder

pytestmark = pytest.mark.django_db

SOURCE = b"print('secret of alice')\n"


def _upload(client: APIClient, content: bytes = SOURCE, bot: str = "alpha") -> object:
    return client.post(f"/api/v1/bots/{bot}/versions", {"file": SimpleUploadedFile("bot.py", content)})


@pytest.fixture
def alpha(as_alice: APIClient) -> Bot:
    """Make Alice's bot."""
    assert (
        as_alice.post("/api/v1/bots", {"name": "alpha", "games": ["lie"]}, format="json").status_code == 201
    )
    return Bot.objects.get()


def test_an_upload_waits_to_be_built(as_alice: APIClient, alpha: Bot) -> None:
    made = _upload(as_alice)
    assert made.status_code == 201  # type: ignore[attr-defined]
    assert (made.json()["number"], made.json()["status"]) == (1, "uploaded")  # type: ignore[attr-defined]
    assert as_alice.get("/api/v1/bots/alpha/versions/1/source").content == SOURCE


def test_an_upload_as_plain_bytes(as_alice: APIClient, alpha: Bot) -> None:
    made = as_alice.post(
        "/api/v1/bots/alpha/versions", SOURCE, content_type="application/octet-stream",
        headers={"Content-Disposition": 'attachment; filename="bot.py"'},
    )  # fmt: skip
    assert made.status_code == 201
    assert Version.objects.get().filename == "bot.py"


def test_the_same_file_again_is_a_conflict(as_alice: APIClient, alpha: Bot) -> None:
    _upload(as_alice)
    again = _upload(as_alice)
    assert again.status_code == 409  # type: ignore[attr-defined]
    assert again.json()["code"] == "same_content"  # type: ignore[attr-defined]


def test_limits(as_alice: APIClient, alpha: Bot, settings: object) -> None:
    settings.UPLOAD_BYTES = 10  # type: ignore[attr-defined]
    assert _upload(as_alice).status_code == 413  # type: ignore[attr-defined]
    settings.UPLOAD_BYTES, settings.UPLOADS_PER_HOUR = 1000, 1  # type: ignore[attr-defined]
    assert _upload(as_alice).status_code == 201  # type: ignore[attr-defined]
    refused = _upload(as_alice, b"other")
    assert refused.status_code == 429  # type: ignore[attr-defined]
    assert 3590 < int(refused["Retry-After"]) <= 3600  # type: ignore[index]
    Version.objects.update(created_at=timezone.now() - timedelta(minutes=50))
    sooner = _upload(as_alice, b"other")
    assert 590 < int(sooner["Retry-After"]) <= 600  # type: ignore[index]
    assert sooner.json()["detail"] == "You may upload 1 times an hour: the next one in 10 min."  # type: ignore[attr-defined]
    settings.BOTS_PER_USER = 1  # type: ignore[attr-defined]
    more = as_alice.post("/api/v1/bots", {"name": "beta", "games": ["lie"]}, format="json")
    assert more.json()["code"] == "too_many_bots"


def test_a_name_is_taken_once(as_alice: APIClient, as_charlie: APIClient, alpha: Bot) -> None:
    refused = as_charlie.post("/api/v1/bots", {"name": "alpha", "games": ["lie"]}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "name_taken")


@pytest.mark.parametrize("client", ["as_charlie", "anybody"])
def test_strangers_get_nothing_private(
    client: str, request: pytest.FixtureRequest, as_alice: APIClient, alpha: Bot
) -> None:
    _upload(as_alice)
    Version.objects.update(
        status="rejected", status_reason="secret", build_log="secret", check_report=["secret"]
    )
    stranger: APIClient = request.getfixturevalue(client)
    refused = {401, 403}
    assert stranger.get("/api/v1/bots/alpha/versions/1/source").status_code in refused
    assert "secret" not in stranger.get("/api/v1/bots/alpha/versions/1").content.decode()
    assert "secret" not in stranger.get("/api/v1/bots/alpha/versions").content.decode()
    assert stranger.patch("/api/v1/bots/alpha", {"description": "mine"}).status_code in refused
    assert stranger.delete("/api/v1/bots/alpha").status_code in refused
    assert stranger.post("/api/v1/bots/alpha/pause").status_code in refused
    assert stranger.post("/api/v1/bots/alpha/resume").status_code in refused
    assert _upload(stranger, b"other").status_code in refused  # type: ignore[attr-defined]


def test_a_published_source_is_everybodys(as_alice: APIClient, anybody: APIClient, alpha: Bot) -> None:
    _upload(as_alice)
    as_alice.patch("/api/v1/bots/alpha", {"source_public": True}, format="json")
    assert anybody.get("/api/v1/bots/alpha/versions/1/source").content == SOURCE


def test_pause_and_resume(as_alice: APIClient, alice: User) -> None:
    ladder = make_ladder()
    make_bot(alice, "beta")
    assert as_alice.post("/api/v1/bots/beta/pause").json()["paused_at"] is not None
    assert as_alice.get(f"/api/v1/ladders/{ladder.slug}/leaderboard").json()["results"] == []
    assert as_alice.post("/api/v1/bots/beta/resume").json()["paused_at"] is None
    assert len(as_alice.get(f"/api/v1/ladders/{ladder.slug}/leaderboard").json()["results"]) == 1


def test_lists_can_be_narrowed_down(anybody: APIClient, alice: User) -> None:
    make_bot(alice, "one")
    make_bot(alice, "two", games=["sequence"])
    make_bot(None, "three")

    def names(query: str) -> list[str]:
        return [bot["name"] for bot in anybody.get(f"/api/v1/bots?{query}").json()["results"]]

    assert names("owner=ALICE") == ["one", "two"]
    assert names("game=lie") == ["one", "three"]
    assert anybody.get("/api/v1/bots?game=chess").status_code == 400


def test_a_huge_upload_is_refused_before_it_is_read(
    as_alice: APIClient, alpha: Bot, settings: object
) -> None:
    settings.UPLOAD_BYTES = 1000  # type: ignore[attr-defined]
    refused = as_alice.generic(
        "POST", "/api/v1/bots/alpha/versions", "--x--", content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(10**9),
    )  # fmt: skip
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


def test_strangers_cannot_choose_the_address_they_are_counted_by(
    anybody: APIClient, settings: object
) -> None:
    settings.API_RATES = {**settings.API_RATES, "stranger": "2/min"}  # type: ignore[attr-defined]
    codes = [
        anybody.get("/api/v1/games", headers={"X-Forwarded-For": f"10.0.0.{number}"}).status_code
        for number in range(3)
    ]
    assert codes == [200, 200, 429]
