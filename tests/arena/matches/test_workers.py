"""A worker proves its isolation before it takes work."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.conf import settings

from arena import presence
from arena.matches import workers
from arena.matches.leases import worker_name
from arena.matches.models import Worker
from arena.queue import PLAYING, RESERVED, Queue
from bots.sandbox.selftest import Probe

# With the applications named, tables are emptied by CASCADE: knox leaves one that refers to accounts.
pytestmark = pytest.mark.django_db(transaction=True, available_apps=settings.INSTALLED_APPS)


@pytest.fixture(autouse=True)
def _nameless() -> object:
    """Leave no name behind."""
    yield
    presence._node.clear()


def _prove(probes: list[Probe]) -> bool:
    with patch.object(workers, "self_test", return_value=probes):
        return workers.prove_isolation(name="play@here", slots=2, queues=[Queue.LADDER.value])


def test_a_sound_worker_is_written_down_with_its_probes() -> None:
    """Attack the real sandbox of this machine."""
    assert workers.prove_isolation(name="play@here", slots=2, queues=[Queue.LADDER.value])
    row = Worker.objects.get()
    assert (row.sandbox_ok, row.detail["slots"]) == (True, 2)
    assert len(row.detail["probes"]) > 10
    assert all(probe["ok"] for probe in row.detail["probes"])
    assert "python" in row.detail["languages"]
    assert presence.playing_slots() == 2


def test_a_worker_that_lets_an_attack_through_takes_no_work(settings: object) -> None:
    settings.WORKERS = 1  # type: ignore[attr-defined]
    assert not _prove([Probe("files", True), Probe("network", False, "A packet left.")])
    row = Worker.objects.get()
    assert not row.sandbox_ok
    assert row.detail["probes"][1]["detail"] == "A packet left."
    assert presence.playing_slots() == 1


def test_no_probes_prove_nothing() -> None:
    assert not _prove([])


def test_it_is_held_until_its_isolation_is_proven() -> None:
    with (
        patch.object(workers, "prove_isolation", side_effect=[False, False, True]) as proof,
        patch("time.sleep") as slept,
    ):
        workers.start_worker(name="play@here", queues=[queue.value for queue in PLAYING], slots=2)
    assert (proof.call_count, slept.call_count) == (3, 2)
    assert worker_name().startswith("play@here/")


def test_upkeep_needs_no_sandbox() -> None:
    with patch.object(workers, "prove_isolation") as proof:
        workers.start_worker(name="upkeep@here", queues=[Queue.UPKEEP.value], slots=1)
    assert not proof.called
    assert (Worker.objects.get().sandbox_level, presence.playing_slots()) == ("not needed", settings.WORKERS)


def test_queues_are_looked_at_by_name_in_their_order() -> None:
    """The transport knows no other order than that of the names."""
    assert sorted(queue.value for queue in Queue) == [queue.value for queue in Queue]
    assert set(RESERVED) < set(PLAYING)
    assert Queue.LADDER not in RESERVED
