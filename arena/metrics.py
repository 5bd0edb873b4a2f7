"""Figures for a monitoring system, as Prometheus reads them: what the status page tells everybody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena import presence
from arena.matches import pulse
from arena.matches.models import MatchKind

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def metrics(_request: HttpRequest) -> HttpResponse:
    """Tell what runs, waits and was played, and how many workers are there; some seconds old at most."""
    return HttpResponse("".join(_lines(pulse.pulse())), content_type=CONTENT_TYPE)


def _lines(found: pulse.Pulse) -> Iterator[str]:
    queued = {f'{{kind="{kind}"}}': found.queued.get(kind, 0) for kind in MatchKind.values}
    workers = list(presence.workers_seen())
    yield from _gauge("arena_matches_queued", "Matches that wait for a worker.", queued)
    yield from _gauge("arena_matches_running", "Matches that are played now.", found.running)
    yield from _gauge(
        "arena_matches_finished_last_hour", "Matches that ended within an hour.", found.played_last_hour
    )
    yield from _gauge(
        "arena_oldest_match_seconds", "Age of the match that waits longest.", _age(found.oldest_queued_at)
    )
    yield from _gauge(
        "arena_uploads_waiting", "Uploads that are not active or rejected yet.", found.uploads_waiting
    )
    yield from _gauge(
        "arena_oldest_upload_seconds", "Age of the oldest of them.", _age(found.oldest_upload_at)
    )
    yield from _gauge("arena_workers", "Workers seen in the last minute.", len(workers))
    yield from _gauge(
        "arena_workers_without_sandbox", "Those whose sandbox failed its test: they take no bots.",
        sum(not worker.sandbox_ok for worker in workers),
    )  # fmt: skip
    yield from _gauge("arena_playing_slots", "Matches that can be played at once.", presence.playing_slots())


def _gauge(name: str, meaning: str, value: float | dict[str, int]) -> Iterator[str]:
    yield f"# HELP {name} {meaning}\n# TYPE {name} gauge\n"
    for labels, number in (value if isinstance(value, dict) else {"": value}).items():
        yield f"{name}{labels} {number}\n"


def _age(since: datetime | None) -> int:
    return 0 if since is None else max(0, round((timezone.now() - since).total_seconds()))
