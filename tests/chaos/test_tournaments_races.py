"""Ten workers at one tournament, on a database with real concurrency."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from arena.errors import ArenaError
from arena.matches.models import Match
from arena.submissions.models import Bot
from arena.tournaments import schedules, services
from arena.tournaments.advancing import advance
from arena.tournaments.models import Schedule, Tournament, TournamentStatus
from arena.tournaments.registration import register, withdraw
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.arena.tournaments.stage import by_chance, end, enter, make_organiser, opened, waiting
from tests.factories import make_bot

# With the applications named, tables are emptied by CASCADE: knox leaves one that refers to accounts.
pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True, available_apps=settings.INSTALLED_APPS),
]

WORKERS = 10


def at_once(calls: list[Callable[[], object]]) -> list[object]:
    """Make all calls at the same time, each with a connection of its own; give answers and errors alike."""

    def run(call: Callable[[], object]) -> object:
        try:
            return call()
        except ArenaError as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(run, calls))


@pytest.mark.parametrize("form", ["double_elimination", "swiss"])
def test_ten_workers_advance_a_hundred_times_and_every_match_is_made_once(form: str) -> None:
    tournament = opened(format=form)
    enter(tournament, 5)
    services.start_tournament(tournament=tournament, actor=None)
    judge = by_chance(Random(form))
    for step in range(60):
        answers = at_once([lambda: advance(tournament_id=tournament.pk)] * (100 if step == 0 else WORKERS))
        assert sum(answer is True for answer in answers) <= 1
        tournament.refresh_from_db()
        if tournament.status == TournamentStatus.FINISHED:
            break
        for game in waiting(tournament):
            end(game, judge(game))
    assert tournament.status == TournamentStatus.FINISHED
    assert Match.objects.count() == tournament.games.count()
    assert not tournament.games.exclude(superseded_at=None).exists()


def test_results_withdrawals_and_advances_at_the_same_time() -> None:
    tournament = opened(format="double_elimination")
    bots = enter(tournament, 7)
    services.start_tournament(tournament=tournament, actor=None)
    advance(tournament_id=tournament.pk)
    while tournament.status != TournamentStatus.FINISHED:
        leaver = bots.pop() if len(bots) > 4 else None
        calls: list[Callable[[], object]] = [lambda: advance(tournament_id=tournament.pk)] * 5
        calls += [lambda game=game: end(game, [1, 2]) for game in waiting(tournament)]  # type: ignore[misc]
        if leaver is not None:
            calls.append(lambda bot=leaver: withdraw(tournament=tournament, bot=bot, actor=bot.owner))  # type: ignore[misc]
        Random(len(calls)).shuffle(calls)
        at_once(calls)
        advance(tournament_id=tournament.pk)
        tournament.refresh_from_db()
    assert set(tournament.entrants.values_list("place", flat=True)) == set(range(1, 8))


def test_the_last_place_is_given_once() -> None:
    tournament = opened(capacity=3)
    bots = [make_bot() for _ in range(10)]

    def come(bot: Bot) -> Callable[[], object]:
        return lambda: register(tournament=tournament, bot=bot, actor=bot.owner)

    at_once([come(bot) for bot in bots])
    assert tournament.entrants.filter(status="registered").count() == 3
    assert tournament.entrants.filter(status="waiting").count() == 7


def test_ten_clocks_make_each_occurrence_once_and_start_it_once() -> None:
    for _ in range(2):
        make_bot(is_house=True)
    schedules.create_schedule(
        organiser=make_organiser(), title="Minute cup", cron="* * * * *", format="swiss", game="lie", seats=2,
        house_entrants=True, registration_opens_min=5,
    )  # fmt: skip
    now = timezone.now()
    at_once([lambda: schedules.make_due(now=now)] * 30)
    assert Tournament.objects.count() == 5
    later = Schedule.objects.get().next_at
    at_once([lambda: services.start_due(now=later)] * 30)
    assert set(Tournament.objects.values_list("status", flat=True)) == {"running"}
    assert Tournament.objects.values("occurrence_at").distinct().count() == 5
    assert {row.entrants.filter(seed__isnull=False).count() for row in Tournament.objects.all()} == {2}
