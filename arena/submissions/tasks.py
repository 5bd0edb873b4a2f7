"""Tasks about uploads. A task carries an id and begins with a claim."""

from __future__ import annotations

from celery import shared_task

from arena.queue import Task
from arena.submissions import checking


@shared_task(name=Task.BUILD_VERSION.value)
def build_version(version_id: int) -> None:
    """Build an upload."""
    checking.build_version(version_id=version_id)


@shared_task(name=Task.CHECK_VERSION.value)
def check_version(version_id: int) -> None:
    """Play the check matches of a built version."""
    checking.check_version(version_id=version_id)


@shared_task(name=Task.SWEEP_VERSIONS.value)
def sweep_versions() -> None:
    """Send again what was lost."""
    checking.sweep_versions()
