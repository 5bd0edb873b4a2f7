"""Who plays which match: claims by compare-and-swap, leases, heartbeats, and the sweep after lost workers."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import F
from django.utils import timezone

from arena import live, presence
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.matches.services import resend
from arena.queue import Task, backlog, enqueue_after_commit

log = structlog.get_logger(__name__)

RESEND_AFTER = timedelta(seconds=60)  # a queued match whose message nobody took in this time is sent again
LOST = "Our worker was lost while it was played; no bot is to blame."
FAILED = "Our worker failed; no bot is to blame."
_SWEEP = 500


def worker_name() -> str:
    """Name this process among all workers."""
    return f"{presence.node()[:68]}/{os.getpid()}"


def lease_end() -> datetime:
    """Say until when a claim made now holds without a heartbeat."""
    return timezone.now() + timedelta(seconds=settings.LEASE_S)


def claim_match(*, match_id: int, worker: str) -> int | None:
    """Take a queued match: the attempt's number for one caller, however many try; None for others."""
    taken = Match.objects.filter(pk=match_id, status=MatchStatus.QUEUED).update(
        status=MatchStatus.RUNNING, status_reason="", worker=worker, lease_until=lease_end(),
        started_at=timezone.now(), attempts=F("attempts") + 1,
    )  # fmt: skip
    if not taken:
        return None
    return Match.objects.values_list("attempts", flat=True).get(pk=match_id)


def renew_lease(*, match_id: int, attempt: int) -> bool:
    """Hold on to a claim. False: it is lost."""
    held = Match.objects.filter(pk=match_id, status=MatchStatus.RUNNING, attempts=attempt)
    return held.update(lease_until=lease_end()) == 1


class Heartbeat:
    """Renews a lease from a thread of its own while a match is played or a version checked."""

    def __init__(self, renew: Callable[[], bool]) -> None:
        """Take what renews it; False from there ends the renewing."""
        self._renew = renew
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="lease", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def _beat(self) -> None:
        """Renew three times a lease; a database away for a moment may be back at the next beat."""
        try:
            while not self._done.wait(settings.LEASE_S / 3):
                try:
                    if not self._renew():
                        return
                except DatabaseError as bad:
                    log.warning("lease_not_renewed", error=str(bad))
        finally:
            connection.close()


def release_match(*, match_id: int, attempt: int, reason: str, failure: str = "") -> MatchStatus | None:
    """Give up a claim because we failed: queued again, or void in the end. None: it was not held.

    Everybody reads the reason; what exactly failed is for operators.
    """
    held = Match.objects.filter(pk=match_id, status=MatchStatus.RUNNING, attempts=attempt)
    kind = Match.objects.values_list("kind", flat=True).get(pk=match_id)
    final = attempt >= settings.MATCH_ATTEMPTS or kind == MatchKind.CHECK
    with transaction.atomic():
        if final:
            changed = held.update(
                status=MatchStatus.VOID, status_reason=reason[:500], failure=failure[:500], lease_until=None,
                finished_at=timezone.now(),
            )  # fmt: skip
        else:
            changed = held.update(
                status=MatchStatus.QUEUED, status_reason=reason[:500], failure=failure[:500],
                lease_until=None, worker="", queued_at=timezone.now(),
            )  # fmt: skip
        if not changed:
            return None
        _after_release(Match.objects.get(pk=match_id))
    return MatchStatus.VOID if final else MatchStatus.QUEUED


def _after_release(match: Match) -> None:
    log.warning("match_released", match=match.pk, status=match.status, failure=match.failure)
    transaction.on_commit(lambda: live.match_changed(match.pk, status=match.status))
    if match.status == MatchStatus.QUEUED:
        transaction.on_commit(lambda: resend(match))
        return
    for tournament in match.tournament_games.values_list("tournament_id", flat=True):
        enqueue_after_commit(Task.ADVANCE_TOURNAMENT, tournament)


def sweep_matches() -> int:
    """Take back matches whose worker is lost and send again what nobody took; return how many."""
    return _take_back_lost() + _send_again()


def _take_back_lost() -> int:
    lost = Match.objects.filter(status=MatchStatus.RUNNING, lease_until__lt=timezone.now())
    count = 0
    for match_id, attempt, worker in list(lost.values_list("pk", "attempts", "worker")[:_SWEEP]):
        released = release_match(
            match_id=match_id, attempt=attempt, reason=LOST, failure=f"The worker {worker} was lost."
        )
        count += released is not None
    return count


def _send_again() -> int:
    """Send as many of the oldest again as messages are missing: a long queue is not a lost one."""
    now = timezone.now()
    queued = Match.objects.filter(status=MatchStatus.QUEUED)
    stale = queued.filter(queued_at__lt=now - RESEND_AFTER)
    if not stale.exists():
        return 0
    missing = min(max(queued.count() - backlog(), 0), _SWEEP)
    count = 0
    for match in list(stale.order_by("queued_at", "pk")[:missing]):
        if stale.filter(pk=match.pk, queued_at=match.queued_at).update(queued_at=now):
            resend(match)
            count += 1
    return count
