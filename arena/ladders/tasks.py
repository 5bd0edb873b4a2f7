"""The task that keeps the ladders playing."""

from __future__ import annotations

from celery import shared_task

from arena.ladders import services
from arena.queue import Task


@shared_task(name=Task.MATCHMAKE.value)
def matchmake() -> None:
    """Make ladder matches for idle workers."""
    services.fill_ladders()
