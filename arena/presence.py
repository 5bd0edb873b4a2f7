"""Which workers are alive: each writes down now and then that it was here."""

from __future__ import annotations

import socket
import time
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

from arena.matches.models import Worker
from arena.queue import Queue

MARK_EVERY_S = 10
SEEN_WITHIN = timedelta(seconds=60)

_marked_at: dict[str, float] = {}
_node: list[str] = []  # this worker's name, told once at its start and inherited by its processes


def name_node(name: str) -> None:
    """Tell this process and those it forks which worker they are."""
    _node[:] = [name]


def node() -> str:
    """Give the name of the worker that this process belongs to."""
    return _node[0] if _node else socket.gethostname()


def mark_worker_seen(name: str) -> None:
    """Write down that this worker is alive, at most every few seconds."""
    now = time.monotonic()
    if now - _marked_at.get(name, -MARK_EVERY_S) < MARK_EVERY_S:
        return
    _marked_at[name] = now
    seen_at = timezone.now()
    try:
        Worker.objects.update_or_create(
            name=name,
            defaults={"seen_at": seen_at},
            create_defaults={"seen_at": seen_at, "started_at": seen_at},
        )
    except DatabaseError:  # a database that is away for a moment must not end the worker; readyz will tell
        _marked_at.pop(name)


def workers_seen() -> QuerySet[Worker]:
    """List the workers that were here in the last minute."""
    return Worker.objects.filter(seen_at__gte=timezone.now() - SEEN_WITHIN).order_by("name")


def worker_seen() -> bool:
    """Tell whether any worker was here in the last minute."""
    return workers_seen().exists()


def playing_slots() -> int:
    """Count how many matches can be played at once, over all workers that play them."""
    details = workers_seen().filter(sandbox_ok=True).values_list("detail", flat=True)
    playing = [detail for detail in details if Queue.LADDER.value in detail.get("queues", ())]
    found = sum(detail.get("slots", 0) for detail in playing)
    return found or int(settings.WORKERS)
