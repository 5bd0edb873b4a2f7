"""How the service is doing: what runs, waits, was played, and who plays it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import TruncHour
from django.utils import timezone

from arena.matches.models import Match, MatchKind, MatchStatus, Worker
from arena.submissions.models import Version, VersionStatus

_WAITING_VERSIONS = (VersionStatus.UPLOADED, VersionStatus.BUILDING, VersionStatus.CHECKING)
SEEN_WITHIN = timedelta(seconds=60)
ODD_SHARE = 0.2  # of a worker's matches void or with faults: worth a look
_PULSE_S = 5  # how old the numbers may be
_HOUR = timedelta(hours=1)
_HOURS_SHOWN = 24


@dataclass(frozen=True, slots=True)
class Pulse:
    """Numbers of this moment."""

    queued: dict[str, int]  # by kind
    running: int
    played_last_hour: int
    oldest_queued_at: datetime | None
    uploads_waiting: int
    oldest_upload_at: datetime | None

    @property
    def waiting(self) -> int:
        """Count all matches that wait."""
        return sum(self.queued.values())


def pulse() -> Pulse:
    """Take the numbers; a few seconds old, since everybody may look."""
    found: Pulse | None = cache.get("pulse")
    if found is None:
        found = _take_pulse()
        cache.set("pulse", found, _PULSE_S)
    return found


def _take_pulse() -> Pulse:
    queued = Match.objects.filter(status=MatchStatus.QUEUED)
    by_kind = dict(queued.values_list("kind").annotate(count=Count("pk")).order_by("kind"))
    uploads = Version.objects.filter(status__in=_WAITING_VERSIONS).aggregate(
        count=Count("pk"), oldest=Min("created_at")
    )
    return Pulse(
        queued=by_kind,
        running=Match.objects.filter(status=MatchStatus.RUNNING).count(),
        played_last_hour=_played_since(timezone.now() - _HOUR).count(),
        oldest_queued_at=queued.aggregate(oldest=Min("created_at"))["oldest"],
        uploads_waiting=uploads["count"],
        oldest_upload_at=uploads["oldest"],
    )


def _played_since(when: datetime) -> QuerySet[Match]:
    """Choose what has ended since a time; every kind is named for the index that begins with it."""
    return Match.objects.filter(kind__in=MatchKind.values, finished_at__gte=when, status=MatchStatus.FINISHED)


def played_by_hour() -> dict[datetime, int]:
    """Count the matches of each of the last hours, this one last; an hour that is over is counted once."""
    this = timezone.now().replace(minute=0, second=0, microsecond=0)
    keys = {f"played:{hour:%Y%m%d%H}": hour for back in range(_HOURS_SHOWN) if (hour := this - back * _HOUR)}
    known: dict[str, int] = cache.get_many(keys)
    missing = keys.keys() - known.keys()
    if missing:
        counted = _counted_by_hour(min(keys[key] for key in missing))
        known |= {key: counted.get(keys[key], 0) for key in missing}
        cache.set_many({key: known[key] for key in missing if keys[key] != this}, _HOURS_SHOWN * 3600)
        cache.set(f"played:{this:%Y%m%d%H}", known[f"played:{this:%Y%m%d%H}"], 60)
    return {hour: known[key] for key, hour in reversed(keys.items())}


def _counted_by_hour(since: datetime) -> dict[datetime, int]:
    hour = TruncHour("finished_at", tzinfo=UTC)
    return dict(_played_since(since).values_list(hour).annotate(count=Count("pk")).order_by())


def live_matches(limit: int) -> list[Match]:
    """List matches that are played now and that everybody may watch, the newest first."""
    running = Match.objects.filter(status=MatchStatus.RUNNING).exclude(kind=MatchKind.CHECK)
    return list(running.select_related("ladder").prefetch_related("players__bot").order_by("-pk")[:limit])


def latest_matches(limit: int) -> list[Match]:
    """List the matches that ended last and that everybody may see."""
    over = Match.objects.filter(status=MatchStatus.FINISHED).exclude(kind=MatchKind.CHECK)
    return list(over.select_related("ladder").prefetch_related("players__bot").order_by("-pk")[:limit])


def workers() -> QuerySet[Worker]:
    """List the workers of the last day, the ones seen last first."""
    return Worker.objects.filter(seen_at__gte=timezone.now() - timedelta(days=1)).order_by("-seen_at", "name")


def is_seen(worker: Worker) -> bool:
    """Tell whether a worker was here in the last minute."""
    return worker.seen_at >= timezone.now() - SEEN_WITHIN


def is_odd(worker: Worker) -> bool:
    """Tell whether a worker deserves a look: no sandbox, or far more voids and faults than it should have."""
    return not worker.sandbox_ok or (worker.matches >= 20 and _bad_share(worker) > ODD_SHARE)


def _bad_share(worker: Worker) -> float:
    return (worker.voids + worker.faults) / max(worker.matches + worker.voids, 1)


def stuck_matches(limit: int = 50) -> list[Match]:
    """List matches that need an operator: past their lease, out of attempts, or queued for long."""
    now = timezone.now()
    lost = Q(status=MatchStatus.RUNNING, lease_until__lt=now)
    late = Q(status=MatchStatus.QUEUED, created_at__lt=now - timedelta(minutes=30))
    found = Match.objects.filter(lost | late).select_related("ladder").order_by("pk")
    return list(found[:limit])


def void_matches(limit: int = 20) -> list[Match]:
    """List the last matches that were spoilt by us."""
    return list(
        Match.objects.filter(status=MatchStatus.VOID).select_related("ladder").order_by("-pk")[:limit]
    )


def stuck_versions(limit: int = 20) -> list[Version]:
    """List uploads that our own failures keep from being built or checked."""
    found = Version.objects.filter(status__in=_WAITING_VERSIONS, attempts__gte=settings.MATCH_ATTEMPTS)
    return list(found.select_related("bot").order_by("pk")[:limit])
