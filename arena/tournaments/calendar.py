"""When tournaments are: those that are made, and those that schedules will make."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from icalendar import Calendar, Event

from arena.tournaments.models import Tournament, TournamentStatus
from arena.tournaments.schedules import occurrences
from arena.tournaments.selectors import schedules, tournaments

AHEAD = timedelta(days=60)
BEHIND = timedelta(days=30)
_MOST_OF_A_SCHEDULE, _MOST_COMING, _MOST_GONE = 12, 400, 100
_LENGTH = timedelta(hours=1)  # how long a calendar shows what has not ended


@dataclass(frozen=True, slots=True)
class Date:
    """A line of the calendar; the tournament is None while only its schedule says that it will be."""

    at: datetime
    title: str
    game: str
    format: str
    tournament: Tournament | None
    description: str
    uid: str

    @property
    def address(self) -> str:
        """Link to the tournament, or to the calendar where there is none yet."""
        return f"/tournaments/{self.tournament.slug}" if self.tournament else "/tournaments/calendar"


def dates(now: datetime | None = None) -> list[Date]:
    """List what everybody may know, from a month ago to two months ahead, in order of time."""
    now = now or timezone.now()
    return sorted([*_made(now), *_to_be_made(now)], key=lambda date: (date.at, date.uid))


def _made(now: datetime) -> list[Date]:
    """List those nearest in time: a cup every minute must not push the future out of sight."""
    rows = tournaments(AnonymousUser()).filter(starts_at__gte=now - BEHIND, starts_at__lte=now + AHEAD)
    coming = rows.filter(starts_at__gte=now).order_by("starts_at", "pk")[:_MOST_COMING]
    gone = rows.filter(starts_at__lt=now).order_by("-starts_at", "-pk")[:_MOST_GONE]
    return [
        Date(row.starts_at, row.title, row.game, row.format, row, row.description, _uid(row))
        for row in (*coming, *gone)
        if row.starts_at is not None
    ]


def _to_be_made(now: datetime) -> list[Date]:
    return [
        Date(at, row.title, row.game, row.format, None, row.description, _occurrence_uid(row.pk, at))
        for row in schedules()
        if row.next_at is not None
        for at in occurrences(row, after=row.next_at - timedelta(seconds=1), count=_MOST_OF_A_SCHEDULE)
        if at <= now + AHEAD
    ]


def _uid(row: Tournament) -> str:
    """Name an event; one that a schedule announced keeps its name when it is made."""
    if row.schedule_id is None or row.occurrence_at is None:
        return f"tournament-{row.pk}"
    return _occurrence_uid(row.schedule_id, row.occurrence_at)


def _occurrence_uid(schedule_id: int, at: datetime) -> str:
    return f"schedule-{schedule_id}-{at:%Y%m%d%H%M}"


def feed(now: datetime | None = None) -> bytes:
    """Write the calendar as iCalendar, to be subscribed to."""
    calendar = Calendar()
    calendar.add("prodid", "-//Arena//tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "Arena tournaments")
    stamp = now or timezone.now()
    for date in dates(now):
        calendar.add_component(_event(date, stamp))
    return bytes(calendar.to_ical())


def _event(date: Date, stamp: datetime) -> Event:
    event, row = Event(), date.tournament
    ended = row.finished_at if row is not None and row.finished_at is not None else None
    event.add("uid", f"{date.uid}@{settings.ALLOWED_HOSTS[0] if settings.ALLOWED_HOSTS else 'arena'}")
    event.add("dtstamp", stamp)
    event.add("dtstart", date.at)
    event.add("dtend", max(ended, date.at) if ended is not None else date.at + _LENGTH)
    event.add("summary", date.title)
    event.add("description", date.description)
    event.add("url", f"{settings.URL}{date.address}")
    is_off = row is not None and row.status == TournamentStatus.CANCELLED
    event.add("status", "CANCELLED" if is_off else "CONFIRMED")
    return event
