"""`/metrics`: the status page's numbers as Prometheus reads them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from arena.matches.models import Match, MatchStatus, Worker
from arena.submissions.models import Version, VersionStatus
from tests.factories import make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db

LINE = re.compile(r'^([a-z_]+)(\{kind="[a-z]+"\})? (\d+)$')


def figures(client: Client) -> dict[str, int]:
    """Read every figure; a line that Prometheus would refuse fails."""
    answer = client.get("/metrics")
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = answer.content.decode().splitlines()
    matched = [LINE.match(line) for line in lines if not line.startswith("# ")]
    assert all(matched)
    found = {one[1] + (one[2] or ""): int(one[3]) for one in matched if one}
    announced = {line.split()[2] for line in lines if line.startswith("# TYPE ")}
    assert {name.split("{")[0] for name in found} == announced
    return found


def test_nothing_is_going_on(client: Client) -> None:
    found = figures(client)
    assert (
        found["arena_workers"] == found["arena_matches_running"] == found["arena_oldest_match_seconds"] == 0
    )
    assert found['arena_matches_queued{kind="tournament"}'] == 0


def test_what_waits_runs_and_works_is_counted(client: Client) -> None:
    now = timezone.now()
    ladder, bots = make_ladder("main"), [make_bot(), make_bot()]
    waiting, running = make_match(ladder, bots), make_match(ladder, bots)
    Match.objects.filter(pk=waiting.pk).update(created_at=now - timedelta(minutes=5))
    Match.objects.filter(pk=running.pk).update(status=MatchStatus.RUNNING)
    Version.objects.filter(bot=bots[0]).update(
        status=VersionStatus.BUILDING, created_at=now - timedelta(minutes=2)
    )
    detail = {"queues": ["6-ladder"], "slots": 3}
    Worker.objects.create(name="w1", seen_at=now, started_at=now, sandbox_ok=True, detail=detail)
    Worker.objects.create(name="w2", seen_at=now, started_at=now, sandbox_ok=False)
    Worker.objects.create(name="w3", seen_at=now - timedelta(hours=1), started_at=now, sandbox_ok=False)
    found = figures(client)
    assert found['arena_matches_queued{kind="ladder"}'] == 1
    assert found["arena_matches_running"] == 1
    assert 300 <= found["arena_oldest_match_seconds"] < 330
    assert found["arena_uploads_waiting"] == 1
    assert 120 <= found["arena_oldest_upload_seconds"] < 150
    assert (found["arena_workers"], found["arena_workers_without_sandbox"]) == (2, 1)
    assert found["arena_playing_slots"] == 3


def test_no_name_of_a_machine_is_told_to_strangers(client: Client) -> None:
    now = timezone.now()
    Worker.objects.create(name="play@secret-host", seen_at=now, started_at=now)
    assert b"secret-host" not in client.get("/metrics").content


@override_settings(SECURE_SSL_REDIRECT=True)
def test_it_is_read_from_inside_without_tls(client: Client) -> None:
    assert client.get("/metrics").status_code == 200


def test_as_many_queries_however_much_there_is(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(7):
        client.get("/metrics")
    make_match(make_ladder("main"), [make_bot(), make_bot()])
    with django_assert_num_queries(2):  # the workers, twice; all else is remembered for some seconds
        client.get("/metrics")
