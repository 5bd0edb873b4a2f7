"""Things asked for at once: no quota is overrun, nothing is made twice, nothing retired comes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.conf import settings as configured
from django.db import connection, connections, transaction

from arena.accounts.models import ApiToken
from arena.accounts.services import ban_user, create_token
from arena.errors import ArenaError
from arena.matches.models import Match
from arena.matches.services import challenge
from arena.ratings.models import Rating
from arena.submissions.checking import activate_version, reject_version
from arena.submissions.models import Bot, Version
from arena.submissions.services import create_bot, pause_bot, resume_bot, retire_bot, upload_version
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.chaos.test_results_races import at_once
from tests.factories import make_bot, make_ladder, make_user

pytestmark = pytest.mark.django_db(transaction=True, available_apps=configured.INSTALLED_APPS)


def _codes(work: Sequence[Callable[[], Any]]) -> list[str]:
    """Do things at once and give the codes of what was refused."""

    def tried(task: Callable[[], Any]) -> str:
        try:
            task()
        except ArenaError as refused:
            return refused.code
        return ""

    return sorted(code for code in at_once([partial(tried, task) for task in work]) if code)


def _accept(bot: Bot) -> None:
    activate_version(version=bot.versions.get(), report=[])


def _refuse(bot: Bot) -> None:
    reject_version(version=bot.versions.get(), reason="It fails.")


def _alone(act: Callable[[], Any]) -> None:
    try:
        act()
    finally:
        connections.close_all()


def _wait_for_a_waiter() -> None:
    """Wait until somebody waits for a lock in this database."""
    waits = "datname = current_database() AND wait_event_type = 'Lock'"
    query = f"SELECT count(*) FROM pg_stat_activity WHERE {waits}"
    for _ in range(200):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees what it saw
            cursor.execute(query)
            if cursor.fetchone() != (0,):
                return
        time.sleep(0.05)
    raise AssertionError("Nobody waits for the lock.")


def test_the_quota_of_uploads_is_one_for_all_bots(settings: Any) -> None:
    settings.UPLOADS_PER_HOUR = 6  # four are the first versions of the bots
    owner = make_user()
    bots = [make_bot(owner) for _ in range(4)]
    refused = _codes(
        [
            partial(upload_version, bot=bot, filename="bot.py", content=b"%d" % number)
            for number in range(2)
            for bot in bots
        ]
    )
    assert refused == ["too_many_uploads"] * 6
    assert Version.objects.count() == 6


def test_the_same_content_is_taken_once() -> None:
    bot = make_bot()
    refused = _codes([lambda: upload_version(bot=bot, filename="bot.py", content=b"same")] * 6)
    assert refused == ["same_content"] * 5
    assert bot.versions.count() == 2


def test_other_quotas_are_not_overrun(settings: Any) -> None:
    settings.TOKENS_PER_USER = settings.BOTS_PER_USER = settings.CHALLENGES_PER_HOUR = 2
    make_ladder("main")
    owner = make_user()
    assert _codes([lambda: create_token(user=owner, name="one")] * 6) == ["too_many_tokens"] * 4
    names = [f"bot{number}" for number in range(6)]
    made = [partial(create_bot, owner=owner, name=name, games=["lie"]) for name in names]
    assert _codes(made) == ["too_many_bots"] * 4
    settings.BOTS_PER_USER = 10
    ladder, bots = make_ladder("other"), [make_bot(owner), make_bot()]
    asked = [lambda: challenge(user=owner, bots=bots, ladder=ladder)] * 6
    assert _codes(asked) == ["too_many_challenges"] * 4
    assert (ApiToken.objects.count(), Match.objects.count()) == (2, 2)


@pytest.mark.postgres
@pytest.mark.parametrize("act", [pause_bot, resume_bot, retire_bot, _accept, _refuse])
def test_locks_are_taken_in_the_order_in_which_results_are_recorded(act: Callable[..., Any]) -> None:
    """Let somebody press a button between the two locks of a recording: neither is told of a deadlock."""
    make_ladder("main")
    bot = Bot.objects.select_related("owner").get(pk=make_bot().pk)
    if act is resume_bot:
        pause_bot(bot=bot, actor=bot.owner)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Rating.objects.select_for_update().get(bot=bot)
            pressed = pool.submit(_alone, partial(act, bot=bot))
            _wait_for_a_waiter()
            Bot.objects.filter(pk=bot.pk).update(fault_streak=0)
        pressed.result(timeout=30)


@pytest.mark.parametrize("round_", range(5))
def test_nothing_retired_or_closed_comes_back(round_: int) -> None:
    make_ladder("main")
    staff, owner = make_user(is_staff=True), make_user()
    retired, closed = make_bot(owner), make_bot(owner)
    for bot in (retired, closed):
        pause_bot(bot=bot, actor=owner)
    stale = [Bot.objects.select_related("owner").get(pk=bot.pk) for bot in (retired, closed)]
    _codes(
        [
            lambda: resume_bot(bot=stale[0]),
            lambda: retire_bot(bot=retired),
            lambda: upload_version(bot=stale[0], filename="bot.py", content=b"late"),
            lambda: resume_bot(bot=stale[1]),
            lambda: ban_user(user=owner, actor=staff, reason="Spam."),
        ]
    )
    assert not Rating.objects.filter(bot__in=[retired, closed], is_active=True).exists()
