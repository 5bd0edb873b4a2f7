"""Quotas by the hour: how often somebody may do something, and how long to wait when it was too often."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil

from django.utils import timezone

from arena.errors import QuotaError

HOUR = timedelta(hours=1)


def check_hour(made: Iterable[datetime], *, limit: int, what: str, code: str) -> None:
    """Refuse when there is no room in the last hour for one more; `made` says when there were some."""
    now = timezone.now()
    recent = sorted(when for when in made if when > now - HOUR)
    if len(recent) < limit:
        return
    room_at = recent[len(recent) - limit] + HOUR if limit else now + HOUR
    wait_s = max(1, ceil((room_at - now).total_seconds()))
    minutes = ceil(wait_s / 60)
    raise QuotaError(f"{what}: the next one in {minutes} min.", code=code, retry_after=wait_s)
