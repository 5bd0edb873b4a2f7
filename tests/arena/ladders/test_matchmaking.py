"""Who plays whom: fair tables, new versions first, never two bots of an owner."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from django.utils import timezone

from arena.ladders.matchmaking import FIRST_MATCHES, Candidate, choose_seed, make_table
from arena.ladders.services import fill_ladders
from arena.matches.models import Match, MatchStatus, Worker
from arena.matches.services import URGENT, queue_of
from arena.queue import Queue
from arena.submissions.models import Version
from tests.factories import make_bot, make_ladder, make_user


def _field(count: int) -> list[Candidate]:
    return [Candidate(bot=n, owner=n, mu=25.0 + n, sigma=5.0, matches=10) for n in range(count)]


@pytest.mark.parametrize("players", [2, 4])
def test_nobody_sits_twice_and_no_owner_twice(players: int) -> None:
    field = [Candidate(bot=n, owner=n // 2, mu=25, sigma=5, matches=0) for n in range(12)]
    for seed in range(200):
        table = make_table(field, players=players, turn=seed, rng=Random(seed))
        assert table is not None
        assert len({one.bot for one in table}) == len({one.owner for one in table}) == players


def test_the_house_may_fill_a_table() -> None:
    field = [Candidate(bot=n, owner=1, mu=25, sigma=5, matches=0, is_house=n > 0) for n in range(4)]
    assert make_table(field, players=4, turn=0, rng=Random(1)) is not None


def test_too_few_owners_make_no_table() -> None:
    field = [Candidate(bot=n, owner=1, mu=25, sigma=5, matches=0) for n in range(4)]
    assert make_table(field, players=2, turn=0, rng=Random(1)) is None


def test_the_least_certain_and_the_least_played_take_turns() -> None:
    field = _field(3)
    field[1].sigma, field[2].matches = 8.0, 1
    assert choose_seed(field, turn=0).bot == 1
    assert choose_seed(field, turn=1).bot == 2


def test_matches_under_way_count() -> None:
    field = _field(3)
    field[0].matches, field[0].pending = 0, 20
    assert choose_seed(field, turn=1).bot != 0


def test_a_new_version_comes_first_until_it_has_its_verdict() -> None:
    field = _field(3)
    field[2].new_matches = 0
    assert choose_seed(field, turn=0).bot == choose_seed(field, turn=1).bot == 2
    field[2].pending = FIRST_MATCHES
    assert not field[2].is_urgent


def test_opponents_are_near_but_not_always() -> None:
    field = _field(60)
    field[0].sigma = 8.0
    met: Counter[int] = Counter()
    for seed in range(1000):
        table = make_table(field, players=2, turn=0, rng=Random(seed))
        assert table is not None
        met.update(one.bot for one in table if one.bot)
    assert sum(count for bot, count in met.items() if bot <= 10) > 850
    assert sum(count for bot, count in met.items() if bot > 10) > 20


@pytest.mark.django_db
def test_a_ladder_is_kept_busy_for_every_slot(settings: object) -> None:
    settings.LADDER_QUEUE, settings.WORKERS = 4, 2  # type: ignore[attr-defined]
    make_ladder("main")
    for _ in range(4):
        make_bot()
    assert fill_ladders() == 8
    assert fill_ladders() == 0


@pytest.mark.django_db
def test_room_for_one_match_goes_to_the_ladder_with_the_fewest_waiting(settings: object) -> None:
    settings.LADDER_QUEUE = settings.WORKERS = 1  # type: ignore[attr-defined]
    for slug in ("first", "second", "third"):
        make_ladder(slug)
    make_bot()
    make_bot()
    for room in (1, 2, 3):  # one more at a time, as if a worker took one
        settings.LADDER_QUEUE = room  # type: ignore[attr-defined]
        assert fill_ladders() == 1
    assert sorted(match.ladder.slug for match in Match.objects.all() if match.ladder) == [
        "first",
        "second",
        "third",
    ]


@pytest.mark.django_db
def test_slots_are_counted_over_all_sound_workers(settings: object) -> None:
    settings.LADDER_QUEUE = 1  # type: ignore[attr-defined]
    now, detail = timezone.now(), {"slots": 3, "queues": [Queue.LADDER.value]}
    for name, sound in (("play@a", True), ("play@b", True), ("play@c", False)):
        Worker.objects.create(name=name, seen_at=now, started_at=now, sandbox_ok=sound, detail=detail)
    make_ladder("main")
    for _ in range(4):
        make_bot()
    assert fill_ladders() == 6


@pytest.mark.django_db
def test_first_matches_of_a_new_version_pass_a_full_queue(settings: object) -> None:
    settings.LADDER_QUEUE = settings.WORKERS = 1  # type: ignore[attr-defined]
    make_ladder("main")
    for _ in range(4):
        make_bot()
    assert fill_ladders() == 1
    new = make_bot(make_user("alice"), "alpha")
    Version.objects.filter(bot=new).update(checked_at=timezone.now())
    assert fill_ladders() == 1
    match = Match.objects.latest("pk")
    assert (match.priority, queue_of(match)) == (URGENT, Queue.FIRST)
    assert match.players.filter(bot=new).exists()
    assert match.status == MatchStatus.QUEUED


@pytest.mark.django_db
def test_a_closed_ladder_makes_no_matches() -> None:
    make_ladder("main", is_open=False)
    make_bot()
    make_bot()
    assert fill_ladders() == 0
