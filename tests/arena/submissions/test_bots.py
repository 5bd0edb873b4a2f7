"""Bots: too many faults, pauses, other games, later versions."""

from __future__ import annotations

import pytest
from django.core import mail
from django.utils import timezone

from arena.accounts.services import ban_user
from arena.errors import ConflictError
from arena.matches.leases import claim_match
from arena.matches.models import Match
from arena.matches.results import record_played
from arena.ratings.models import Rating
from arena.submissions.checking import activate_version, reject_version
from arena.submissions.models import Bot, VersionStatus
from arena.submissions.services import change_bot, resume_bot, retire_bot
from tests.factories import add_version, finish, make_bot, make_ladder, make_match, make_user, report_of

pytestmark = pytest.mark.django_db


def _play(bot: Bot, rival: Bot, outcomes: str) -> None:
    """Play matches in which the bot fails where there is an x."""
    ladder = bot.ratings.order_by("pk")[0].ladder
    for outcome in outcomes:
        finish(make_match(ladder, [bot, rival]), [2, 1], faults=["timeout"] if outcome == "x" else [])
    bot.refresh_from_db()


@pytest.fixture
def bots(db: None) -> tuple[Bot, Bot]:
    """Make two bots on a ladder."""
    make_ladder("main")
    return make_bot(make_user("alice", email="alice@example.org"), "alpha"), make_bot(None, "beta")


def test_five_faults_in_a_row_pause_a_bot(
    bots: tuple[Bot, Bot], django_capture_on_commit_callbacks: object
) -> None:
    bot, rival = bots
    _play(bot, rival, "xxxx.xxxx")
    assert not bot.paused_reason
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        _play(bot, rival, "x")
    assert bot.paused_at is not None
    assert "5 matches in a row" in bot.paused_reason
    assert not Rating.objects.get(bot=bot).is_active
    (sent,) = mail.outbox
    assert (sent.to, "alpha" in sent.subject) == (["alice@example.org"], True)


def test_more_than_ten_faults_in_a_hundred_pause_a_bot(bots: tuple[Bot, Bot]) -> None:
    bot, rival = bots
    _play(bot, rival, "x." * 10)
    assert not bot.paused_reason
    _play(bot, rival, "x")
    assert bot.paused_at is not None
    assert "11 of its last 100" in bot.paused_reason


def test_a_resumed_bot_starts_anew(bots: tuple[Bot, Bot]) -> None:
    bot, rival = bots
    _play(bot, rival, "xxxxx")
    resume_bot(bot=bot)
    _play(bot, rival, "xxxx")
    assert (bot.paused_at, Rating.objects.get(bot=bot).is_active) == (None, True)


def test_the_house_is_never_paused(bots: tuple[Bot, Bot]) -> None:
    bot, rival = bots
    Bot.objects.filter(pk=bot.pk).update(is_house=True)
    bot.refresh_from_db()
    _play(bot, rival, "xxxxxx")
    assert bot.paused_at is None


def test_a_retired_bot_stays_retired(bots: tuple[Bot, Bot]) -> None:
    bot, _ = bots
    retire_bot(bot=bot)
    with pytest.raises(ConflictError):
        resume_bot(bot=bot)
    assert not Rating.objects.get(bot=bot).is_active


def test_a_bot_that_enters_other_games_is_checked_again(bots: tuple[Bot, Bot]) -> None:
    bot, _ = bots
    change_bot(bot=bot, games=["sequence"])
    version = bot.versions.get()
    assert (version.status, version.games) == (VersionStatus.CHECKING, ["sequence"])
    activate_version(version=version, report=[])
    bot.refresh_from_db()
    assert bot.games == ["sequence"]
    assert not Rating.objects.get(bot=bot, ladder__game="lie").is_active


def test_a_bot_whose_only_version_fails_a_new_check_is_off_the_board(bots: tuple[Bot, Bot]) -> None:
    bot, _ = bots
    reject_version(version=bot.versions.get(), reason="It fails.")
    bot.refresh_from_db()
    assert (bot.active_version, Rating.objects.get(bot=bot).is_active) == (None, False)


def test_an_older_version_never_replaces_a_newer_one(bots: tuple[Bot, Bot]) -> None:
    bot, _ = bots
    older = add_version(bot, status=VersionStatus.CHECKING)
    newer = add_version(bot)
    activate_version(version=older, report=[])
    bot.refresh_from_db()
    older.refresh_from_db()
    assert (bot.active_version, older.status) == (newer, VersionStatus.RETIRED)
    assert "newer" in older.status_reason


def test_faults_of_an_older_version_are_not_the_new_ones(bots: tuple[Bot, Bot]) -> None:
    bot, rival = bots
    ladder = bot.ratings.get().ladder
    waiting = [make_match(ladder, [bot, rival]) for _ in range(6)]
    add_version(bot)
    for match in waiting:
        finish(match, [2, 1], faults=["exited"])
    bot.refresh_from_db()
    assert (bot.fault_streak, bot.paused_at) == (0, None)
    _play(bot, rival, "xxxx")
    old = make_match(ladder, [bot, rival])
    bot.played.filter(match=old).update(version=bot.versions.get(number=1))
    finish(old, [1, 2])
    _play(bot, rival, "x")
    assert bot.paused_at is not None  # a clean match of the old version forgave nothing


def test_a_bot_that_is_resumed_while_it_plays_starts_anew_too(bots: tuple[Bot, Bot]) -> None:
    bot, rival = bots
    _play(bot, rival, "x." * 10 + "x")
    match = make_match(bot.ratings.get().ladder, [bot, rival])
    attempt = claim_match(match_id=match.pk, worker="test/1") or 0
    players = list(match.players.select_related("bot").order_by("index"))  # as read before it is played
    resume_bot(bot=bot)
    report = report_of(match, [2, 1], faults=["timeout"])
    record_played(match=match, players=players, attempt=attempt, report=report)
    bot.refresh_from_db()
    assert bot.paused_at is None


def test_faults_that_no_longer_count_pause_nobody(bots: tuple[Bot, Bot]) -> None:
    bot, rival = bots
    _play(bot, rival, "x." * 5)
    Match.objects.filter(players__fault="timeout").update(invalidated_at=timezone.now())
    _play(bot, rival, "x." * 5 + "x")
    assert bot.paused_at is None


def test_a_closed_accounts_bot_stays_off(bots: tuple[Bot, Bot]) -> None:
    bot, _ = bots
    ban_user(user=bot.owner, actor=make_user(is_staff=True), reason="Spam.")
    stale = Bot.objects.select_related("owner").get(pk=bot.pk)
    with pytest.raises(ConflictError):
        resume_bot(bot=stale)
    assert not Rating.objects.get(bot=bot).is_active


def test_faults_in_challenges_do_not_count(bots: tuple[Bot, Bot]) -> None:
    bot, rival = bots
    ladder = bot.ratings.get().ladder
    for _ in range(6):
        match = make_match(ladder, [bot, rival])
        Match.objects.filter(pk=match.pk).update(kind="challenge")
        finish(match, [2, 1], faults=["timeout"])
    bot.refresh_from_db()
    assert bot.paused_at is None
