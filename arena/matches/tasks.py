"""Tasks about matches. A task carries an id and begins with a claim."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from arena.matches import leases, playing
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.queue import Task, send


@shared_task(name=Task.PLAY_MATCH.value)
def play_match(match_id: int) -> None:
    """Play a match, if it is still to be played; ask for more before the workers run dry."""
    if playing.claim_and_play(match_id=match_id):
        waiting = Match.objects.filter(kind=MatchKind.LADDER, status=MatchStatus.QUEUED)[
            : settings.WORKERS
        ].count()
        if waiting < settings.WORKERS:
            send(Task.MATCHMAKE)


@shared_task(name=Task.SWEEP_MATCHES.value)
def sweep_matches() -> None:
    """Take back what lost workers held."""
    leases.sweep_matches()
