"""Results that arrive at once, twice, late and wrong: every match is rated exactly once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connection, connections

from arena.accounts.models import User
from arena.errors import ConflictError
from arena.matches import runner
from arena.matches.leases import sweep_matches
from arena.matches.models import Match, MatchStatus
from arena.matches.playing import claim_and_play
from arena.matches.results import record_result
from arena.matches.services import invalidate_match
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.chaos.madeup import make_field, make_matches, play_made_up, wrongs
from tests.factories import make_user, report_of

# With the applications named, tables are emptied by CASCADE: knox leaves one that refers to accounts.
pytestmark = pytest.mark.django_db(transaction=True, available_apps=settings.INSTALLED_APPS)

THREADS = 4
COUNT = 200 if connection.vendor == "postgresql" else 100


@pytest.fixture(autouse=True)
def _made_up() -> Iterator[None]:
    """Play without programs."""
    with patch.object(runner, "play_match", play_made_up):
        yield


def at_once(work: list[Any]) -> list[Any]:
    """Do things from several threads, each with a database connection of its own."""

    def one(task: Any) -> Any:
        try:
            return task()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        return [future.result() for future in [pool.submit(one, task) for task in work]]


def _record_again(key: int, *, honest: bool) -> str:
    """Send a result a second time, the same one or another one."""
    match = Match.objects.get(pk=key)
    players = list(match.players.order_by("index"))
    report = play_made_up(match, players) if honest else report_of(match, [9] * len(players))
    try:
        recorded = record_result(match_id=key, attempt=match.attempts, report=report)
    except ConflictError:
        return "refused"
    return "recorded" if recorded else "known"


def test_every_match_is_rated_exactly_once() -> None:
    """Deliver every task twice, results again, wrong results and sweeps, all at once."""
    ladders, bots = make_field(bots=8)
    keys = make_matches(ladders, bots, COUNT)
    work: list[Any] = [lambda key=key: claim_and_play(match_id=key) for key in keys * 2]
    work += [sweep_matches for _ in range(5)]
    Random(2).shuffle(work)
    played = at_once(work)
    assert sum(done is True for done in played) == COUNT
    again: list[Any] = [lambda key=key: _record_again(key, honest=True) for key in keys[::5]]
    again += [lambda key=key: _record_again(key, honest=False) for key in keys[::7]]
    assert set(at_once(again)) == {"known", "refused"}
    assert wrongs(ladders, COUNT) == []


def test_matches_are_invalidated_while_others_end() -> None:
    """Rate ladders anew from the middle while results keep coming in."""
    ladders, bots = make_field(bots=6)
    staff = make_user("olga", is_staff=True)
    first, rest = make_matches(ladders, bots, 20), make_matches(ladders, bots, 30, seed=2)
    for key in first:
        claim_and_play(match_id=key)
    work: list[Any] = [lambda key=key: claim_and_play(match_id=key) for key in rest]
    work += [lambda key=key: _invalidate(key, staff) for key in first[::4] * 2]
    Random(3).shuffle(work)
    done = at_once(work)
    assert sum(result == "invalidated" for result in done) == 5
    assert wrongs(ladders, 50, invalid=5) == []


def _invalidate(key: int, staff: User) -> str:
    try:
        invalidate_match(match=Match.objects.get(pk=key), actor=staff, reason="A short deck.")
    except ConflictError:
        return "too late"
    return "invalidated"


def test_a_match_that_is_cancelled_while_it_is_played_is_not_rated() -> None:
    ladders, bots = make_field(bots=4)
    (key,) = make_matches(ladders, bots, 1)

    def cancelled(match: Match, players: Any) -> Any:
        Match.objects.filter(pk=match.pk).update(status=MatchStatus.CANCELLED)
        return play_made_up(match, players)

    with patch.object(runner, "play_match", cancelled):
        assert not claim_and_play(match_id=key)
    assert Match.objects.get(pk=key).rated_at is None
