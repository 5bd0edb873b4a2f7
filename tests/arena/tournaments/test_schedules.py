"""Recurring tournaments: each occurrence once, in local time, whatever happens to the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError
from django.utils import timezone
from icalendar import Calendar

from arena.errors import InvalidError, NotAllowedError
from arena.tournaments import calendar, schedules
from arena.tournaments.models import Schedule, Tournament
from arena.tournaments.tasks import tick_tournaments
from tests.arena.tournaments.stage import make_organiser, make_tournament
from tests.factories import make_bot, make_user

pytestmark = pytest.mark.django_db

SATURDAY = datetime(2026, 10, 17, 12, 0, tzinfo=UTC)  # a week later the clocks go back in Warsaw


def _weekly(**given: Any) -> Schedule:
    values: dict[str, Any] = {
        "organiser": make_organiser(), "title": "Saturday cup", "cron": "0 18 * * 6",
        "timezone": "Europe/Warsaw", "format": "swiss", "game": "lie", "seats": 2,
    }  # fmt: skip
    return schedules.create_schedule(**values | given)


@time_machine.travel(SATURDAY, tick=False)
def test_six_in_warsaw_is_six_in_warsaw_in_summer_and_winter() -> None:
    found = schedules.occurrences(_weekly(), after=SATURDAY, count=3)
    assert [at.isoformat() for at in found] == [
        "2026-10-17T16:00:00+00:00", "2026-10-24T16:00:00+00:00", "2026-10-31T17:00:00+00:00",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"cron": "never"}, "bad_cron"), ({"cron": "61 * * * *"}, "bad_cron"),
        ({"cron": "* * * * * *"}, "bad_cron"), ({"timezone": "Mars/Olympus"}, "bad_timezone"),
        ({"format": "lottery"}, "no_such_format"), ({"title": ""}, "invalid_schedule"),
        ({"cron": "* * * * *"}, "window_too_wide"), ({"cron": "*/30 * * * *"}, "window_too_wide"),
    ],
)  # fmt: skip
def test_what_never_comes_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidError) as refused:
        _weekly(**given)
    assert refused.value.code == code


def test_schedules_are_their_organisers() -> None:
    schedule = _weekly()
    with pytest.raises(NotAllowedError):
        schedules.change_schedule(schedule=schedule, actor=make_organiser(), is_active=False)
    with pytest.raises(NotAllowedError):
        _weekly(organiser=make_user())
    changed = schedules.change_schedule(schedule=schedule, actor=schedule.organiser, title="Sunday cup")
    assert (changed.title, changed.next_at) == ("Sunday cup", schedule.next_at)


def test_a_tournament_is_made_when_its_registration_opens() -> None:
    with time_machine.travel(SATURDAY, tick=False) as clock:
        schedule = _weekly(registration_opens_min=60, legs=6, format_settings={"rounds": 3})
        assert schedules.make_due() == 0
        clock.move_to(SATURDAY + timedelta(hours=3))
        assert (schedules.make_due(), schedules.make_due()) == (1, 0)
    made = Tournament.objects.get()
    assert (made.slug, made.status) == ("saturday-cup-20261017-1600", "registration")
    assert (made.legs, made.format_settings, made.schedule) == (6, {"rounds": 3}, schedule)
    assert made.starts_at == made.occurrence_at == datetime(2026, 10, 17, 16, tzinfo=UTC)


def test_every_minute_with_beat_away_and_doubled_each_occurrence_comes_once() -> None:
    for _ in range(2):
        make_bot(is_house=True)
    start = datetime(2026, 11, 2, 9, 0, 30, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as clock:
        _weekly(cron="* * * * *", timezone="UTC", registration_opens_min=1, house_entrants=True)
        for second in (0, 5, 5, 10, 60, 61, 300, 301, 301, 900):  # doubled, late, away for minutes
            clock.move_to(start + timedelta(seconds=second))
            tick_tournaments()
            tick_tournaments()
    starts = list(Tournament.objects.order_by("occurrence_at").values_list("occurrence_at", flat=True))
    first = datetime(2026, 11, 2, 9, 1, tzinfo=UTC)
    assert starts == [first + timedelta(minutes=minute) for minute in range(16)]
    assert set(Tournament.objects.values_list("status", flat=True)) == {"registration", "running"}
    assert Tournament.objects.filter(status="registration").count() == 1


def test_two_who_read_the_same_row_make_one_tournament() -> None:
    schedule = _weekly()
    twin = Schedule.objects.get(pk=schedule.pk)
    now = timezone.now()
    assert schedules.make_occurrence(schedule, now=now)
    assert not schedules.make_occurrence(twin, now=now)
    assert Tournament.objects.count() == 1


def test_the_constraint_stands_behind_the_row() -> None:
    """A restored backup may know an older `next_at`: the tournament that exists is not made again."""
    schedule = _weekly()
    old, now = schedule.next_at, timezone.now()
    assert schedules.make_occurrence(schedule, now=now)
    Schedule.objects.update(next_at=old)
    stale = Schedule.objects.get()
    assert not schedules.make_occurrence(stale, now=now)
    assert Schedule.objects.get().next_at != old
    assert Tournament.objects.count() == 1
    with pytest.raises(IntegrityError):
        Tournament.objects.create(
            title="x", slug="x", organiser=schedule.organiser, schedule=schedule, occurrence_at=old, seats=2
        )


def test_what_was_missed_by_more_than_a_day_is_let_go() -> None:
    schedule = _weekly(cron="0 * * * *", registration_opens_min=0)
    now = timezone.now()
    Schedule.objects.update(next_at=now - timedelta(days=30))
    assert 23 <= schedules.make_due(now=now) <= 25
    schedule.refresh_from_db()
    assert schedule.next_at is not None
    assert schedule.next_at > now


def test_a_stopped_schedule_makes_nothing_and_starts_from_now() -> None:
    schedule = _weekly(cron="* * * * *", registration_opens_min=5)
    schedules.change_schedule(schedule=schedule, actor=schedule.organiser, is_active=False)
    assert schedules.make_due(now=timezone.now() + timedelta(hours=1)) == 0
    schedules.change_schedule(schedule=schedule, actor=schedule.organiser, is_active=True)
    assert schedules.make_due(now=timezone.now()) > 0


def test_a_broken_schedule_does_not_stop_the_others() -> None:
    broken, sound = _weekly(), _weekly(title="Sound")
    Schedule.objects.filter(pk=broken.pk).update(timezone="Mars/Olympus")
    assert schedules.make_due() >= 1
    assert Tournament.objects.get().schedule_id == sound.pk


def test_an_address_taken_in_the_same_moment_loses_no_occurrence(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = _weekly()
    make_tournament(schedule.organiser, slug="taken")
    monkeypatch.setattr(schedules, "free_slug", lambda _: "taken")
    now, at = timezone.now(), schedule.next_at
    assert not schedules.make_occurrence(schedule, now=now)
    assert Schedule.objects.get().next_at == at
    monkeypatch.undo()
    assert schedules.make_occurrence(schedule, now=now)


@pytest.mark.parametrize(
    ("night", "expected"),
    [
        (datetime(2027, 3, 26, 12, tzinfo=UTC), ["27 01:30", "28 01:00", "29 00:30"]),  # 02:30 is left out
        (datetime(2026, 10, 23, 12, tzinfo=UTC), ["24 00:30", "25 00:30", "26 01:30"]),  # 02:30 comes twice
    ],
)
def test_a_time_that_the_clock_change_skips_or_repeats_comes_once(
    night: datetime, expected: list[str]
) -> None:
    found = schedules.occurrences(_weekly(cron="30 2 * * *"), after=night, count=3)
    assert [f"{at:%d %H:%M}" for at in found] == expected


def test_an_announced_date_keeps_its_name_in_calendars_when_it_is_made() -> None:
    with time_machine.travel(SATURDAY, tick=False):
        _weekly(registration_opens_min=60)
        before = Calendar.from_ical(calendar.feed())
    with time_machine.travel(SATURDAY + timedelta(hours=3), tick=False):
        assert schedules.make_due() == 1
        after = Calendar.from_ical(calendar.feed())
    names = [[str(event["UID"]) for event in feed.walk("VEVENT")] for feed in (before, after)]
    assert len(set(names[0])) == len(names[0]) == 9
    assert names[1][:9] == names[0]
    assert [event.errors for event in after.walk("VEVENT") if event.errors] == []


def test_a_cup_every_minute_hides_nothing_that_is_to_come() -> None:
    now = timezone.now()
    weekly = _weekly()
    schedules.make_occurrence(weekly, now=now)
    template = {"organiser": weekly.organiser, "seats": 2, "format": "swiss", "game": "lie"}
    Tournament.objects.bulk_create(
        Tournament(slug=f"minute-{n}", status="finished", starts_at=now - timedelta(minutes=n), **template)
        for n in range(1, 600)
    )  # fmt: skip
    found = calendar.dates(now)
    assert "Saturday cup" in {date.title for date in found if date.tournament}
    gone = [date.at for date in found if date.at < now]
    assert (len(gone), gone[-1]) == (100, now - timedelta(minutes=1))
