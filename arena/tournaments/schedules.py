"""Recurring tournaments: each occurrence of a schedule is made exactly once, whoever ticks and how often."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import structlog
from cronsim import CronSim, CronSimError
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from arena.accounts.models import User
from arena.accounts.services import audit
from arena.errors import InvalidError, NotAllowedError
from arena.tournaments.models import PlaySettings, Schedule, Tournament, TournamentStatus
from arena.tournaments.services import free_slug
from arena.tournaments.terms import check_settings
from arena.validation import sentence

log = structlog.get_logger(__name__)

FAR = datetime.max.replace(tzinfo=UTC)
CATCH_UP = timedelta(days=1)  # an occurrence missed by more than this is let go
MOST_OPEN = 200  # occurrences of one schedule that are open for registration at a time
MOST_AT_ONCE = 50  # occurrences made of one schedule in one tick

TEMPLATE_FIELDS = tuple(field.name for field in PlaySettings._meta.get_fields())


def occurrences(schedule: Schedule, *, after: datetime, count: int, until: datetime = FAR) -> list[datetime]:
    """List the next times of a schedule, in UTC."""
    local = after.astimezone(ZoneInfo(schedule.timezone))
    times = (at.astimezone(UTC) for at in CronSim(schedule.cron, local))
    return list(islice(takewhile(lambda at: at <= until, times), count))


def next_after(schedule: Schedule, after: datetime) -> datetime | None:
    """Give the next time of a schedule; None when there is none."""
    return next(iter(occurrences(schedule, after=after, count=1)), None)


@transaction.atomic
def create_schedule(*, organiser: User, title: str, cron: str, **given: Any) -> Schedule:
    """Make a template and the times at which it becomes a tournament."""
    if not (organiser.may_organise or organiser.is_house):
        raise NotAllowedError("Only organisers make tournaments.", code="not_an_organiser")
    schedule = Schedule(organiser=organiser, title=title, cron=cron, **given)
    _save_checked(schedule)
    audit(actor=organiser, action="create", target=schedule)
    return schedule


@transaction.atomic
def change_schedule(*, schedule: Schedule, actor: User, **given: Any) -> Schedule:
    """Change what the tournaments to come are like, or stop making them; those made stay as they are."""
    require_owner(schedule, actor)
    row = Schedule.objects.select_for_update().get(pk=schedule.pk)
    for name, value in given.items():
        setattr(row, name, value)
    _save_checked(row, is_new_time=bool({"cron", "timezone", "is_active"} & set(given)))
    audit(actor=actor, action="change", target=row, fields=sorted(given))
    return row


def require_owner(schedule: Schedule, actor: User) -> None:
    """Refuse everybody but the organiser and operators."""
    if not (actor.is_staff or schedule.organiser_id == actor.pk):
        raise NotAllowedError("Only its organiser may do that.", code="not_the_organiser")


def _save_checked(schedule: Schedule, *, is_new_time: bool = True) -> None:
    check_settings(schedule)
    if schedule.timezone not in available_timezones():
        raise InvalidError(
            f"There is no time zone {schedule.timezone!r}; one is Europe/Warsaw.", code="bad_timezone"
        )
    if len(schedule.cron.split()) != 5:
        raise InvalidError("A cron expression has five parts, like '0 18 * * 6'.", code="bad_cron")
    try:
        if is_new_time:
            schedule.next_at = next_after(schedule, timezone.now())
        _check_window(schedule)
        schedule.full_clean(validate_unique=False, validate_constraints=False)
    except CronSimError as bad:
        raise InvalidError(
            f"{schedule.cron!r} is no cron expression: {bad}. Every Saturday at 18:00 is '0 18 * * 6'.",
            code="bad_cron",
        ) from None
    except ValidationError as bad:
        raise InvalidError(sentence(bad), code="invalid_schedule") from None
    schedule.save()


def _check_window(schedule: Schedule) -> None:
    """Refuse a registration window that would hold hundreds of tournaments open at once."""
    now = timezone.now()
    times = occurrences(schedule, after=now, count=MOST_OPEN + 1, until=now + _window(schedule))
    if len(times) > MOST_OPEN:
        raise InvalidError(
            f"More than {MOST_OPEN} tournaments would be open for registration at once: "
            "let registration open later before the start, or repeat less often.",
            code="window_too_wide",
        )


def make_due(*, now: datetime | None = None) -> int:
    """Make the tournaments whose registration window has opened; return how many."""
    now = now or timezone.now()
    made = 0
    active = Schedule.objects.filter(is_active=True, next_at__isnull=False)
    for schedule in active.order_by("pk"):
        try:
            made += _make_due_of(schedule, now)
        except Exception:
            log.exception("schedule_failed", schedule=schedule.pk)  # the others must not wait for it
    return made


def _make_due_of(schedule: Schedule, now: datetime) -> int:
    made = 0
    for _ in range(MOST_AT_ONCE):
        if schedule.next_at is None or schedule.next_at - _window(schedule) > now:
            break
        made += make_occurrence(schedule, now=now)
        schedule.refresh_from_db()
    return made


def _window(schedule: Schedule) -> timedelta:
    return timedelta(minutes=schedule.registration_opens_min)


def make_occurrence(schedule: Schedule, *, now: datetime) -> bool:
    """Move a schedule on and make the tournament of the time that it leaves: both or neither.

    Whoever moves `next_at` on first makes it. The unique constraint on the occurrence stands behind that.
    """
    at = schedule.next_at
    assert at is not None
    following = next_after(schedule, max(at, now - CATCH_UP) if at < now - CATCH_UP else at)
    try:
        with transaction.atomic():
            moved = Schedule.objects.filter(pk=schedule.pk, next_at=at, is_active=True)
            if not moved.update(next_at=following):
                return False
            if at < now - CATCH_UP:
                log.warning("occurrence_missed", schedule=schedule.pk, at=at.isoformat())
                return False
            _make(schedule, at)
    except IntegrityError:
        # Somebody made it and the move of `next_at` was lost: move it alone. Otherwise only the address was
        # taken in the same moment, and the next tick makes the tournament under another.
        if schedule.tournaments.filter(occurrence_at=at).exists():
            Schedule.objects.filter(pk=schedule.pk, next_at=at).update(next_at=following)
        return False
    return True


def _make(schedule: Schedule, at: datetime) -> Tournament:
    template = {name: getattr(schedule, name) for name in TEMPLATE_FIELDS}
    stem = slugify(schedule.title)[:80] or "tournament"
    return Tournament.objects.create(
        **template, organiser=schedule.organiser, schedule=schedule, occurrence_at=at, starts_at=at,
        slug=free_slug(f"{stem} {at:%Y%m%d-%H%M}"),
        status=TournamentStatus.REGISTRATION, registration_opens_at=at - _window(schedule),
        draw_seed=secrets.token_hex(32),
    )  # fmt: skip
