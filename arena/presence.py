"""Which workers are alive: each writes down now and then that it was here."""

from __future__ import annotations

import time
from datetime import timedelta

from django.db import DatabaseError
from django.utils import timezone

from arena.matches.models import Worker

MARK_EVERY_S = 10
SEEN_WITHIN = timedelta(seconds=60)

_marked_at: dict[str, float] = {}


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


def worker_seen() -> bool:
    """Tell whether any worker was here in the last minute."""
    return Worker.objects.filter(seen_at__gte=timezone.now() - SEEN_WITHIN).exists()
