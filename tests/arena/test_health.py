"""`/healthz` and `/readyz`: alive, and able to do its work."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.test import Client, override_settings
from django.utils import timezone

from arena import health
from arena.matches.models import Worker

pytestmark = pytest.mark.django_db

NOW_READY = {"ready": True, "database": True, "broker": True, "storage": True, "worker": True}


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> Worker:
    """Have everything that is needed; the broker only where the tests have one."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            client.ping()
    except redis.RedisError:
        monkeypatch.setitem(health.CHECKS, "broker", lambda: True)
    return Worker.objects.create(name="play@here", seen_at=timezone.now(), started_at=timezone.now())


def ask(client: Client) -> tuple[int, Any]:
    """Ask whether it is ready."""
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


def test_alive_asks_for_nothing(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert "no-store" in answer["Cache-Control"]


def test_ready_when_everything_is_there(client: Client, ready: Worker) -> None:
    assert ask(client) == (200, NOW_READY)


def test_not_ready_without_a_worker_in_the_last_minute(client: Client, ready: Worker) -> None:
    Worker.objects.update(seen_at=timezone.now() - timedelta(seconds=61))
    assert ask(client) == (503, NOW_READY | {"ready": False, "worker": False})


def test_not_ready_without_the_broker(client: Client, ready: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        assert ask(client) == (503, NOW_READY | {"ready": False, "broker": False})


def test_not_ready_without_storage(client: Client, ready: Worker, tmp_path: Path) -> None:
    (tmp_path / "storage").write_text("a file where a directory was")
    assert ask(client) == (503, NOW_READY | {"ready": False, "storage": False})


def test_not_ready_without_the_database(
    client: Client, ready: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise DatabaseError("server closed the connection: password=secret")

    monkeypatch.setattr(connection, "cursor", gone)
    status, found = ask(client)
    assert (status, found["ready"], found["database"], found["worker"]) == (503, False, False, False)
    assert "secret" not in str(found)


def test_the_probe_leaves_nothing_in_storage(client: Client, ready: Worker, tmp_path: Path) -> None:
    client.get("/readyz")
    assert [path for path in (tmp_path / "storage").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nothing_is_written_to_them(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
