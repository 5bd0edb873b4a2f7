"""Submitting in the browser, what an owner may do, and what a stranger may not."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from arena.accounts.models import AuditEntry, User
from arena.ladders.services import create_ladder
from arena.matches.models import Match, MatchKind
from arena.matches.terms import Terms
from arena.submissions.models import Bot, Version, VersionStatus
from arena.submissions.services import upload_version
from tests.factories import add_version, make_bot, make_ladder

pytestmark = pytest.mark.django_db


def _file(content: bytes = b"print(1)", name: str = "bot.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def test_a_bot_is_submitted_with_its_first_version(as_alice: Client, alice: User) -> None:
    answer = as_alice.post("/submit", {"name": "alpha", "games": ["lie", "ten"], "file": _file()})
    assert answer.headers["Location"] == "/bots/alpha/versions/1"
    bot = Bot.objects.get(name="alpha", owner=alice)
    assert bot.games == ["ten", "lie"]
    page = as_alice.get("/bots/alpha/versions/1").content.decode()
    assert "hx-get" in page  # it watches the build
    assert "noscript" in page  # and so does a browser without scripts


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"file": _file(b"")}, "empty"),
        ({"games": []}, "required"),
        ({"name": "taken"}, "already"),
        ({"name": "no spaces"}, "valid"),
        ({"file": _file(name="...")}, "plain name"),
    ],
)
def test_a_refusal_is_told_on_the_form_and_leaves_nothing(
    as_alice: Client, changes: dict[str, object], words: str
) -> None:
    make_bot(None, "taken")
    given = {"name": "alpha", "games": ["lie"], "file": _file(), **changes}
    answer = as_alice.post("/submit", given)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Bot.objects.filter(name="alpha").exists()


def test_the_transcript_of_a_failure_has_its_line_marked(as_alice: Client, alice: User) -> None:
    bot = make_bot(alice, "alpha")
    version = add_version(bot, status=VersionStatus.REJECTED)
    trace = 'Traceback:\n  File "/bot/bot.py", line 3, in <module>\nKeyError: 1'
    version.check_report = [
        {
            "game": "lie",
            "ok": False,
            "fault": "exited",
            "reason": "It ended.",
            "log": trace,
            "transcript": [{"message": "asked this", "answer": "said that"}],
        }
    ]
    version.status_reason = "It failed its check match of LIE (exited)."
    version.save()
    page = as_alice.get("/bots/alpha/versions/2").content.decode()
    assert '<span class="hit">  File &quot;/bot/bot.py&quot;, line 3' in page
    assert "It failed its check match of LIE (exited)." in page
    assert '<span class="hit">← said that</span>' in page


def test_charlie_reads_nothing_private(as_charlie: Client, anybody: Client, alice: User) -> None:
    bot = make_bot(alice, "alpha")
    version = add_version(bot, status=VersionStatus.REJECTED)
    Version.objects.filter(pk=version.pk).update(
        status_reason="secret reason", build_log="secret log", filename="secret.py",
        check_report=[{"game": "lie", "ok": False, "fault": "exited", "reason": "secret", "log": "secret"}],
    )  # fmt: skip
    for client in (as_charlie, anybody):
        for address in ("/bots/alpha/versions/2", "/bots/alpha/versions/2/progress", "/bots/alpha"):
            page = client.get(address).content.decode()
            assert "secret" not in page, address
        assert client.get("/bots/alpha/versions/2/source").status_code == 403


def test_charlie_changes_nothing(as_charlie: Client, alice: User) -> None:
    bot = make_bot(alice, "alpha")
    assert as_charlie.get("/bots/alpha/upload").status_code == 403
    assert as_charlie.post("/bots/alpha/upload", {"file": _file()}).status_code == 403
    assert as_charlie.post("/bots/alpha/change", {"games": ["ten"], "description": "mine"}).status_code == 403
    for action in ("pause", "resume", "publish", "hide", "retire"):
        assert as_charlie.post(f"/bots/alpha/do/{action}").status_code == 403
    before = (bot.description, bot.games, None, None, False)
    bot.refresh_from_db()
    assert (bot.description, bot.games, bot.paused_at, bot.retired_at, bot.source_public) == before
    assert bot.versions.count() == 1


def test_an_owner_runs_a_bot_by_buttons(as_alice: Client, alice: User) -> None:
    make_ladder("main")
    bot = make_bot(alice, "alpha")

    def does(action: str) -> Bot:
        assert as_alice.post(f"/bots/alpha/do/{action}").headers["Location"] == "/bots/alpha"
        bot.refresh_from_db()
        return bot

    assert does("pause").paused_at is not None
    assert "Paused by its owner." in as_alice.get("/bots/alpha").content.decode()
    assert does("resume").paused_at is None
    assert does("publish").source_public
    assert not does("hide").source_public
    as_alice.post("/bots/alpha/change", {"description": "New words.", "games": ["lie"]})
    assert does("retire").retired_at is not None
    assert bot.description == "New words."
    assert as_alice.post("/bots/alpha/do/explode").status_code == 404
    assert as_alice.get("/bots/alpha/do/pause").status_code == 405


def test_an_owner_who_pauses_a_bot_needs_no_mail(
    as_alice: Client, alice: User, django_capture_on_commit_callbacks: Any
) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    bot = make_bot(alice, "alpha")
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post("/bots/alpha/do/pause")
    bot.refresh_from_db()
    assert bot.paused_reason == "Paused by its owner."
    assert mail.outbox == []
    assert not AuditEntry.objects.exists()


def test_what_operators_do_to_a_bot_is_written_down(as_olga: Client, alice: User) -> None:
    bot = make_bot(alice, "alpha")
    for action in ("pause", "resume", "publish", "hide"):
        as_olga.post(f"/bots/alpha/do/{action}")
    as_olga.post("/bots/alpha/change", {"description": "Ours.", "games": ["lie"]})
    as_olga.post("/bots/alpha/upload", {"file": _file()})
    as_olga.post("/bots/alpha/do/retire")
    entries = AuditEntry.objects.filter(target=f"bot:{bot.pk}", actor__username="olga").order_by("pk")
    done = [entry.action for entry in entries]
    assert done == ["pause", "resume", "change", "change", "change", "upload", "retire"]
    assert entries[0].reason == "Paused by an operator."


def test_a_published_source_can_be_read_by_everybody(anybody: Client, alice: User) -> None:
    bot = make_bot(alice, "alpha")
    upload_version(bot=bot, filename="bot.py", content=b"print(2)")
    assert anybody.get("/bots/alpha/versions/2/source").status_code == 403
    Bot.objects.filter(pk=bot.pk).update(source_public=True)
    answer = anybody.get("/bots/alpha/versions/2/source")
    assert answer.content == b"print(2)"
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["Content-Disposition"].startswith("attachment")


def test_a_challenge_is_asked_for_by_a_form(as_alice: Client, alice: User) -> None:
    make_ladder("main")
    make_bot(alice, "alpha")
    make_bot(None, "beta")
    answer = as_alice.post("/challenge", {"ladder": "main", "mine": "alpha", "others": "beta"})
    match = Match.objects.get(kind=MatchKind.CHALLENGE)
    assert answer.headers["Location"] == f"/matches/{match.pk}"
    refused = as_alice.post("/challenge", {"ladder": "main", "mine": "alpha", "others": "nobody"})
    assert refused.status_code == 400
    assert "no such bot" in refused.content.decode()


def test_a_challenge_is_offered_on_a_ladder_that_ones_bot_plays(as_alice: Client, alice: User) -> None:
    terms = Terms(game="ten", seats=2, legs=4)
    create_ladder(organiser=None, slug="first", title="first", terms=terms)
    make_ladder("second")
    bot = make_bot(alice, "alpha", games=("lie",))
    add_version(bot)
    page = as_alice.get("/challenge").content.decode()
    assert '<option value="second" selected>' in page


def test_charlie_cannot_challenge_with_alices_bot(as_charlie: Client, alice: User) -> None:
    make_ladder("main")
    make_bot(alice, "alpha")
    make_bot(None, "beta")
    as_charlie.post("/challenge", {"ladder": "main", "mine": "alpha", "others": "beta"})
    assert not Match.objects.exists()


def test_operators_see_what_needs_a_hand(as_olga: Client, as_charlie: Client, anybody: Client) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from arena.matches.models import MatchStatus, Worker
    from tests.factories import make_match

    now = timezone.now()
    ladder = make_ladder("main")
    match = make_match(ladder, [make_bot(), make_bot()])
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.RUNNING, lease_until=now - timedelta(hours=1))
    Worker.objects.create(
        name="attic-worker", seen_at=now, started_at=now, sandbox_level="full", sandbox_ok=True, matches=99
    )
    Worker.objects.create(name="w2", seen_at=now, started_at=now, sandbox_level="none", matches=30, faults=20)
    page = as_olga.get("/status/operators").content.decode()
    assert f"match {match.pk}" in page
    assert page.count(">odd<") == 1
    assert as_charlie.get("/status/operators").status_code == 403
    assert anybody.get("/status/operators").status_code == 302
    assert (
        "attic-worker" not in anybody.get("/status").content.decode()
    )  # names of machines are for operators
