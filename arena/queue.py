"""Names of tasks and queues, and how a service asks for a task.

Services name a task here and never import `tasks`: the message carries an id and is only a hint, the row is
the truth, and a sweep sends again whatever was lost.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError
from redis import RedisError

log = structlog.get_logger(__name__)


class Queue(StrEnum):
    """Queues in the order in which a free worker looks at them: the order of their names, by the settings."""

    UPKEEP = "1-upkeep"
    CHECKS = "2-checks"
    BUILDS = "3-builds"
    FIRST = "4-first"  # first matches of new versions, and challenges: somebody waits for them
    TOURNAMENTS = "5-tournaments"
    LADDER = "6-ladder"


PLAYING = tuple(queue for queue in Queue if queue is not Queue.UPKEEP)  # what needs a sandbox
PLAYED_FROM = (Queue.FIRST, Queue.TOURNAMENTS, Queue.LADDER)  # where matches wait
RESERVED = (Queue.CHECKS, Queue.BUILDS)  # one slot takes nothing else: a verdict waits for no match


class Task(StrEnum):
    """Every task, by the name under which Celery knows it."""

    BUILD_VERSION = "arena.submissions.tasks.build_version"
    CHECK_VERSION = "arena.submissions.tasks.check_version"
    PLAY_MATCH = "arena.matches.tasks.play_match"
    ADVANCE_TOURNAMENT = "arena.tournaments.tasks.advance_tournament"
    MATCHMAKE = "arena.ladders.tasks.matchmake"
    SWEEP_MATCHES = "arena.matches.tasks.sweep_matches"
    SWEEP_VERSIONS = "arena.submissions.tasks.sweep_versions"
    TICK_TOURNAMENTS = "arena.tournaments.tasks.tick_tournaments"


ROUTES: dict[Task, Queue] = {
    Task.BUILD_VERSION: Queue.BUILDS,
    Task.CHECK_VERSION: Queue.CHECKS,
    Task.PLAY_MATCH: Queue.LADDER,
    Task.ADVANCE_TOURNAMENT: Queue.UPKEEP,
    Task.MATCHMAKE: Queue.UPKEEP,
    Task.SWEEP_MATCHES: Queue.UPKEEP,
    Task.SWEEP_VERSIONS: Queue.UPKEEP,
    Task.TICK_TOURNAMENTS: Queue.UPKEEP,
}

# Seconds between runs. A run nobody took in that time is dropped: the next one does the same work.
EVERY_S: dict[Task, float] = {
    Task.MATCHMAKE: 2.0,
    Task.SWEEP_MATCHES: 15.0,
    Task.SWEEP_VERSIONS: 15.0,
    Task.TICK_TOURNAMENTS: 5.0,
}


def enqueue_after_commit(task: Task, *ids: int, queue: Queue | None = None) -> None:
    """Send the task when the transaction under way has committed, at once when there is none."""
    transaction.on_commit(lambda: send(task, *ids, queue=queue))


def send(task: Task, *ids: int, queue: Queue | None = None) -> None:
    """Send the task now. A broker that is down costs time, not work: the sweep sends it again."""
    from arena.celery import app

    try:
        app.send_task(task.value, args=list(ids), queue=(queue or ROUTES[task]).value)
    except OperationalError as down:
        log.warning("task_not_sent", task=task.value, ids=ids, error=str(down))


def backlog() -> int:
    """Count the messages about playing that wait for a worker; none when the broker does not answer."""
    from arena.celery import app

    try:
        with app.connection_for_read() as connection:
            channel: Any = connection.default_channel
            # a passive declaration would ask as well, but forgets the prefix of our keys
            return sum(channel._size(queue.value) for queue in PLAYED_FROM)
    except (OperationalError, RedisError):
        return 0
