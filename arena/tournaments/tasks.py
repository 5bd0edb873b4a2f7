"""Tasks about tournaments."""

from __future__ import annotations

import structlog
from celery import shared_task

from arena.queue import Task
from arena.tournaments import advancing, schedules, selectors, services

log = structlog.get_logger(__name__)


@shared_task(name=Task.ADVANCE_TOURNAMENT.value)
def advance_tournament(tournament_id: int) -> None:
    """Move one tournament on; results that came together are dealt with together."""
    if selectors.has_news(tournament_id):
        _advance_alone(tournament_id)


@shared_task(name=Task.TICK_TOURNAMENTS.value)
def tick_tournaments() -> None:
    """Make what schedules call for, start what is due, and move on what a lost message left behind."""
    schedules.make_due()
    services.start_due()
    for tournament_id in selectors.left_behind():
        _advance_alone(tournament_id)


def _advance_alone(tournament_id: int) -> None:
    """Move one on so that a failure of ours in it stops no other."""
    try:
        advancing.advance(tournament_id=tournament_id)
    except Exception:
        log.exception("tournament_not_advanced", tournament=tournament_id)
        advancing.note_failure(tournament_id)
