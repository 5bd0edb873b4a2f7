"""What could stop a tournament for good, and does not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.accounts.services import ban_user
from arena.errors import ConflictError, InvalidError
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchStatus
from arena.submissions.models import Bot, Version
from arena.tournaments import advancing, services, tasks
from arena.tournaments.models import Tournament, TournamentStatus
from arena.tournaments.registration import disqualify, withdraw
from arena.tournaments.selectors import left_behind
from tests.arena.tournaments.stage import (
    by_seed,
    end,
    enter,
    forget_waits,
    game_of,
    moved,
    opened,
    play_out,
    spoil,
    started,
    waiting,
)
from tests.arena.tournaments.test_advancing import every_format
from tests.factories import make_ladder, make_user

pytestmark = pytest.mark.django_db


def _everybody_leaves(tournament: Tournament) -> None:
    for row in tournament.entrants.select_related("bot__owner").order_by("pk"):
        withdraw(tournament=tournament, bot=row.bot, actor=row.bot.owner)


@every_format
def test_everybody_leaves_in_the_middle_of_a_round(chosen: dict[str, Any]) -> None:
    tournament = started(6, **chosen)
    end(waiting(tournament)[0], by_seed(waiting(tournament)[0]))
    moved(tournament)
    _everybody_leaves(tournament)
    moved(tournament)
    assert tournament.status == TournamentStatus.FINISHED
    assert set(tournament.entrants.values_list("place", flat=True)) == set(range(1, 7))
    assert not waiting(tournament)


def test_everybody_leaves_between_the_lock_and_the_start() -> None:
    tournament = opened()
    enter(tournament, 3)
    services.lock_entrants(tournament=tournament, actor=None)
    _everybody_leaves(tournament)
    services.start_tournament(tournament=tournament, actor=None)
    assert moved(tournament).status == TournamentStatus.FINISHED
    assert set(tournament.entrants.values_list("place", flat=True)) == {1, 2, 3}


def test_bots_that_are_retired_paused_or_banned_play_on_with_their_frozen_versions() -> None:
    operator, ladder = make_user(is_staff=True, is_superuser=True), make_ladder()
    tournament = started(4, ladder=ladder)
    owner = tournament.entrants.select_related("bot__owner").get(seed=1).bot.owner
    Bot.objects.update(retired_at=timezone.now(), paused_at=timezone.now(), active_version=None)
    Version.objects.update(status="rejected")
    Ladder.objects.update(is_open=False)
    ban_user(user=owner, actor=operator, reason="It cheated.")
    ban_user(user=tournament.organiser, actor=operator, reason="So did its organiser.")
    assert play_out(tournament).entrants.get(place=1).bot.owner == owner


def test_rounds_set_free_in_the_middle_run_through() -> None:
    tournament = started(8, release_by_hand=True)
    boss = tournament.organiser
    services.release_round(tournament=tournament, actor=boss)
    moved(tournament)
    with pytest.raises(ConflictError):
        services.change_tournament(tournament=tournament, actor=boss, release_by_hand=False, legs=8)
    services.change_tournament(tournament=tournament, actor=boss, release_by_hand=False)
    assert left_behind() == [tournament.pk]
    play_out(tournament)


def test_a_released_round_that_falls_by_walkover_or_objection_needs_no_second_release() -> None:
    tournament = started(4, release_by_hand=True)
    boss = tournament.organiser
    services.release_round(tournament=tournament, actor=boss)
    for game in waiting(moved(tournament)):
        end(game, by_seed(game))
    services.release_round(tournament=moved(tournament), actor=boss)
    moved(tournament)
    spoil(game_of(tournament, "W1.1"), invalidated_at=timezone.now())
    moved(tournament)
    assert {game.key for game in waiting(tournament)} == {"W1.1", "W2.1"}
    leaver = tournament.entrants.select_related("bot").get(seed=4).bot
    disqualify(tournament=tournament, bot=leaver, actor=boss, reason="It cheated.")
    play_out(tournament)


def test_a_worker_whose_clock_is_wrong_delays_nothing() -> None:
    tournament = started(2)
    for _ in range(4):
        spoil(game_of(tournament, "W1.1"), status=MatchStatus.VOID)
        Match.objects.update(finished_at=timezone.now() + timedelta(days=3))
        moved(tournament)
        if tournament.retry_at is not None:
            assert tournament.retry_at - timezone.now() <= advancing.LONGEST_WAIT
            forget_waits()
            moved(tournament)
    play_out(tournament)


def test_a_match_that_can_never_be_played_is_named_and_ends_when_a_bot_is_taken_out() -> None:
    tournament = started(4)
    for _ in range(advancing.AT_ONCE):
        spoil(game_of(tournament, "W1.1"), status=MatchStatus.VOID)
        moved(tournament)
    end(game_of(tournament, "W1.2"), by_seed(game_of(tournament, "W1.2")))
    moved(tournament)
    assert not waiting(tournament)
    assert "W1.1 could not be played" in tournament.status_reason
    leaver = tournament.entrants.select_related("bot").get(seed=1).bot
    withdraw(tournament=tournament, bot=leaver, actor=tournament.organiser)
    moved(tournament)
    assert (tournament.status_reason, tournament.retry_at) == ("", None)
    play_out(tournament)


def test_a_large_field_is_put_on_the_queue_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advancing, "MOST_OPEN", 4)
    tournament = started(5, format="round_robin")
    assert len(waiting(tournament)) == 4
    assert len(waiting(moved(tournament))) == 4
    end(waiting(tournament)[0], [1, 2])
    assert len(waiting(moved(tournament))) == 4
    play_out(tournament)
    assert tournament.games.count() == 10


def test_a_failure_of_ours_is_said_and_stops_no_other() -> None:
    broken, sound = started(2), started(2)
    for tournament in (broken, sound):
        end(game_of(tournament, "W1.1"), [1, 2])
    Tournament.objects.filter(pk=broken.pk).update(format="lottery")
    tasks.tick_tournaments()
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert broken.status_reason == advancing.OUR_FAILURE
    assert sound.status == TournamentStatus.FINISHED
    Tournament.objects.filter(pk=broken.pk).update(format="single_elimination")
    tasks.advance_tournament(broken.pk)
    broken.refresh_from_db()
    assert (broken.status, broken.status_reason) == (TournamentStatus.FINISHED, "")


def test_what_the_clock_cannot_start_says_why_and_starts_later() -> None:
    tournament = opened(starts_at=timezone.now() - timedelta(seconds=1))
    enter(tournament, 2)
    Tournament.objects.update(format_settings={"third_place": "perhaps"}, best_of=0)
    assert services.start_due() == 0
    tournament.refresh_from_db()
    assert (tournament.status, tournament.status_reason) == ("registration", "best_of must be at least 1.")
    with pytest.raises(InvalidError):
        services.start_tournament(tournament=tournament, actor=None)
    Tournament.objects.update(format_settings={}, best_of=1)
    assert services.start_due() == 1
    tournament.refresh_from_db()
    assert (tournament.status, tournament.status_reason) == ("running", "")


def test_those_that_wait_for_a_hand_keep_nobody_from_its_turn() -> None:
    """The one looked at longest ago comes first, however many there are."""
    shows = [started(2, release_by_hand=True) for _ in range(3)]
    tournament = started(2)
    end(game_of(tournament, "W1.1"), [1, 2])
    Tournament.objects.filter(pk=tournament.pk).update(advanced_at=timezone.now() - timedelta(hours=1))
    Tournament.objects.filter(pk=shows[2].pk).update(advanced_at=None)
    assert left_behind() == [shows[2].pk, tournament.pk, shows[0].pk, shows[1].pk]


def test_workers_and_clock_away_for_hours_change_nothing() -> None:
    tournament = started(4)
    Match.objects.update(queued_at=timezone.now() - timedelta(hours=9))
    Tournament.objects.update(advanced_at=timezone.now() - timedelta(hours=9))
    for game in waiting(tournament):
        end(game, by_seed(game))
    tasks.tick_tournaments()
    tournament.refresh_from_db()
    assert [game.key for game in waiting(tournament)] == ["W2.1"]
    play_out(tournament)
