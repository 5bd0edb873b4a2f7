"""The Celery application: `celery -A arena.celery worker`."""

from __future__ import annotations

import os
import sys
from typing import Any

from celery import Celery, signals
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")

app = Celery("arena")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Celery would open a database connection for every task; how long one lives is for the settings to say.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize
app.steps["worker"].add(DjangoStructLogInitStep)


@signals.setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Leave logging as the settings made it: Celery would put its own format in place."""


@signals.task_prerun.connect
def check_connection(**_: Any) -> None:
    """Drop a database connection that is broken or old before a task uses it."""
    from django.db import close_old_connections

    close_old_connections()


@signals.celeryd_after_setup.connect
def prove_isolation(sender: str, instance: Any, **_: Any) -> None:
    """Hold a worker that runs bots until its sandbox has withstood the self-test."""
    from arena.matches.workers import start_worker

    start_worker(name=sender, queues=instance.app.amqp.queues.consume_from, slots=instance.concurrency)


@signals.heartbeat_sent.connect
def mark_seen(sender: Any, **_: Any) -> None:
    """Write down that this worker is alive."""
    from arena.presence import mark_worker_seen

    mark_worker_seen(sender.eventer.hostname)
