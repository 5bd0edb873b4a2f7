"""Workers that are killed: what they held is queued again when their lease has run out."""

from __future__ import annotations

import multiprocessing
import time
from typing import Any

import pytest
from django.conf import settings
from django.db import connections

from arena.matches.leases import Heartbeat, claim_match, renew_lease, sweep_matches
from arena.matches.models import Match, MatchStatus
from arena.queue import EVERY_S, Task
from arena.submissions.checking import sweep_versions
from arena.submissions.models import Version, VersionStatus
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.chaos.madeup import make_field, make_matches

# With the applications named, tables are emptied by CASCADE: knox leaves one that refers to accounts.
pytestmark = pytest.mark.django_db(transaction=True, available_apps=settings.INSTALLED_APPS)


def _hold(key: int) -> None:
    """Claim a match and hold it, as a worker does that plays for a long time."""
    attempt = claim_match(match_id=key, worker="doomed/1")
    assert attempt is not None
    with Heartbeat(lambda: renew_lease(match_id=key, attempt=attempt)):
        time.sleep(600)


def _wait_for(key: int, status: str) -> Match:
    deadline = time.monotonic() + 20
    while (match := Match.objects.get(pk=key)).status != status:
        assert time.monotonic() < deadline, f"the match is {match.status}"
        time.sleep(0.02)
    return match


def test_a_killed_worker_loses_its_match_when_the_lease_ends(settings: Any) -> None:
    settings.LEASE_S = 1
    ladders, bots = make_field(bots=4)
    (key,) = make_matches(ladders, bots, 1)
    connections.close_all()  # a forked process must not share them
    worker = multiprocessing.get_context("fork").Process(target=_hold, args=(key,))
    worker.start()
    first = _wait_for(key, MatchStatus.RUNNING)
    time.sleep(1.2)
    assert sweep_matches() == 0  # it is alive: its heart beats
    held = Match.objects.get(pk=key)
    assert held.lease_until is not None
    assert first.lease_until is not None
    assert held.lease_until > first.lease_until
    worker.kill()
    worker.join()
    time.sleep(1.1)
    assert sweep_matches() == 1
    lost = Match.objects.get(pk=key)
    assert (lost.status, lost.attempts) == (MatchStatus.QUEUED, 1)
    assert "doomed/1" in lost.failure


def test_a_lost_worker_is_found_within_a_minute() -> None:
    """Hold the settings to it: a lease, then at the latest the next sweep."""
    assert settings.LEASE_S + EVERY_S[Task.SWEEP_MATCHES] <= 60
    assert settings.LEASE_S + EVERY_S[Task.SWEEP_VERSIONS] <= 60


def test_a_build_whose_worker_was_lost_is_sent_again() -> None:
    _, bots = make_field(bots=1)
    version = bots[0].versions.get()
    long_ago = "2020-01-01T00:00:00Z"
    Version.objects.filter(pk=version.pk).update(
        status=VersionStatus.BUILDING, lease_until=long_ago, created_at=long_ago, attempts=1, worker="gone/1"
    )
    assert sweep_versions() == 1
    version.refresh_from_db()
    assert (version.status, version.lease_until) == (VersionStatus.UPLOADED, None)
