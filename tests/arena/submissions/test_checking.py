"""The life of a version, with real builds and real programs in the sandbox."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from arena.accounts.models import AuditEntry, User
from arena.ladders.models import Ladder
from arena.matches import runner
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.matches.playing import claim_and_play
from arena.ratings.models import RatingEvent
from arena.submissions.checking import GAVE_UP, activate_version, build_version, check_version
from arena.submissions.models import Bot, Version, VersionStatus
from arena.submissions.services import create_bot, upload_version
from bots.errors import RunnerError
from bots.house import programs
from tests.factories import make_ladder, make_match, make_user

pytestmark = pytest.mark.django_db

RANDOM = next(one for one in programs() if (one.game, one.name) == ("lie", "random"))


@pytest.fixture
def house(db: None) -> Bot:
    """Put the house's simplest bot of LIE on a ladder."""
    owner = User.objects.create_user("house", is_house=True)
    bot = create_bot(owner=owner, name="lie-random", games=["lie"])
    activate_version(version=upload_version(bot=bot, filename="bot.zip", content=RANDOM.content), report=[])
    bot.refresh_from_db()
    return bot


@pytest.fixture
def bot(house: Bot) -> Bot:
    """Make Alice's bot, next to a ladder and the house."""
    make_ladder("duel", is_default=True)
    return create_bot(owner=make_user("alice"), name="alpha", games=["lie"])


def _take_through(bot: Bot, content: bytes, filename: str = "bot.py") -> Version:
    """Upload, build, check."""
    version = upload_version(bot=bot, filename=filename, content=content)
    assert version.status == VersionStatus.UPLOADED
    build_version(version_id=version.pk)
    check_version(version_id=version.pk)
    version.refresh_from_db()
    return version


def test_a_good_bot_is_accepted_and_plays(bot: Bot, house: Bot) -> None:
    version = _take_through(bot, RANDOM.content, "bot.zip")
    assert (version.status, version.status_reason, version.language) == ("active", "", "python")
    (entry,) = version.check_report
    assert (entry["game"], entry["ok"], entry["fault"]) == ("lie", True, "")
    check = Match.objects.get(pk=entry["match"])
    assert (check.kind, check.status, check.rated_at) == (MatchKind.CHECK, MatchStatus.FINISHED, None)
    bot.refresh_from_db()
    assert bot.active_version == version
    match = make_match(Ladder.objects.get(), [bot, house])
    assert claim_and_play(match_id=match.pk)
    match.refresh_from_db()
    assert (match.status, RatingEvent.objects.count()) == (MatchStatus.FINISHED, 2)


@pytest.mark.parametrize(
    ("source", "filename", "reason"),
    [
        (b"def x(:\n", "bot.py", "SyntaxError"),
        (b"input()\nprint('hello', flush=True)\ninput()\n", "bot.py", "LIE (garbled)"),
        (b"raise SystemExit(3)\n", "bot.py", "LIE (exited)"),
        (b"not a program", "bot.txt", "It does not build"),
        (b"not an archive", "bot.zip", "It does not build"),
    ],
)
def test_a_broken_bot_is_refused_in_words(bot: Bot, source: bytes, filename: str, reason: str) -> None:
    version = _take_through(bot, source, filename)
    assert version.status == VersionStatus.REJECTED
    assert reason in version.status_reason
    bot.refresh_from_db()
    assert bot.active_version is None


def test_the_author_sees_what_was_asked_and_answered(bot: Bot) -> None:
    version = _take_through(
        bot, b"import sys\nprint('dice!', file=sys.stderr)\ninput()\nprint('[]', flush=True)\ninput()\n"
    )
    (entry,) = version.check_report
    assert '"type":"start"' in entry["message"]
    assert "dice!" in entry["log"]


def test_a_refused_version_leaves_the_one_before_in_play(bot: Bot) -> None:
    good = _take_through(bot, RANDOM.content, "bot.zip")
    bad = _take_through(bot, b"def x(:\n")
    bot.refresh_from_db()
    assert (bot.active_version, bad.status) == (good, VersionStatus.REJECTED)
    assert Version.objects.get(pk=good.pk).status == VersionStatus.ACTIVE


def test_what_fails_on_our_side_is_tried_again_and_never_the_authors_fault(bot: Bot) -> None:
    version = upload_version(bot=bot, filename="bot.py", content=b"pass\n")
    with patch.object(runner, "build_version", side_effect=RunnerError("the disk of /secret is full")):
        for attempt in (1, 2):
            assert not build_version(version_id=version.pk)
            version.refresh_from_db()
            assert (version.status, version.attempts) == (VersionStatus.UPLOADED, attempt)
            assert "secret" not in version.status_reason
        build_version(version_id=version.pk)
    version.refresh_from_db()
    assert (version.status, version.status_reason) == (VersionStatus.REJECTED, GAVE_UP)
    assert "secret" in AuditEntry.objects.get(action="gave_up").reason


def test_a_task_delivered_twice_does_its_work_once(bot: Bot) -> None:
    version = upload_version(bot=bot, filename="bot.zip", content=RANDOM.content)
    assert build_version(version_id=version.pk)
    assert not build_version(version_id=version.pk)
    assert check_version(version_id=version.pk)
    assert not check_version(version_id=version.pk)
    assert Match.objects.filter(kind=MatchKind.CHECK).count() == 1
