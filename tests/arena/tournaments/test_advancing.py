"""Advance: from entrants, settings and results to matches, and never twice."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import ConflictError
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.submissions.models import Version
from arena.tournaments import advancing, tasks
from arena.tournaments.advancing import advance
from arena.tournaments.models import Tournament, TournamentGame, TournamentStatus
from arena.tournaments.pairing import swissdraw
from arena.tournaments.registration import disqualify, withdraw
from arena.tournaments.selectors import left_behind
from arena.tournaments.services import release_round
from tests.arena.tournaments.stage import (
    by_chance,
    by_seed,
    end,
    forget_waits,
    game_of,
    moved,
    play_out,
    spoil,
    started,
    waiting,
)
from tests.factories import make_bot

pytestmark = pytest.mark.django_db

FORMATS: list[dict[str, Any]] = [
    {"format": "single_elimination", "format_settings": {"third_place": True}},
    {"format": "double_elimination"},
    {"format": "round_robin"},
    {"format": "swiss"},
    {"format": "groups"},
    {"format": "heats", "seats": 3},
    {"format": "tables", "seats": 3, "format_settings": {"rounds": 2}},
]
every_format = pytest.mark.parametrize("chosen", FORMATS, ids=lambda chosen: chosen["format"])


@every_format
def test_every_format_is_played_to_its_end(chosen: dict[str, Any]) -> None:
    tournament = play_out(started(6, **chosen))
    places = tournament.entrants.order_by("place").values_list("place", "seed", "medal")
    assert [place for place, _, _ in places] == [1, 2, 3, 4, 5, 6]
    assert places[0][1:] == (1, "gold")
    assert tournament.finished_at is not None
    matches = Match.objects.all()
    assert {match.kind for match in matches} == {MatchKind.TOURNAMENT}
    assert all(match.rated_at is None for match in matches)


def test_matches_are_made_of_frozen_versions_and_the_settings() -> None:
    tournament = started(4, legs=3, move_ms=77, live_delay_s=9)
    match = waiting(tournament)[0].match
    assert (match.legs, match.move_ms, match.live_delay_s) == (4, 77, 9)  # legs: a multiple of the sides
    entrants = {row.pk: row.version_id for row in tournament.entrants.all()}
    seated = [entrants[one] for one in waiting(tournament)[0].entrants]
    assert [player.version_id for player in match.players.all()] == seated


def test_a_hundred_calls_change_nothing() -> None:
    tournament = started(8)
    version, games = tournament.plan_version, tournament.games.count()
    assert not any(advance(tournament_id=tournament.pk) for _ in range(100))
    tournament.refresh_from_db()
    assert (tournament.plan_version, tournament.games.count()) == (version, games) == (version, 4)


@every_format
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(seed=st.integers(0, 10**6), count=st.integers(2, 6))
def test_whatever_happens_it_ends_with_a_total_order(chosen: dict[str, Any], seed: int, count: int) -> None:
    """Void, cancelled and invalidated matches, withdrawals, disqualifications, ties: never a standstill."""
    random = Random(seed)
    tournament = started(count, **chosen)
    judge = by_chance(random)
    for _ in range(400):
        moved(tournament)
        if tournament.retry_at is not None:
            forget_waits()
            moved(tournament)
        games = waiting(tournament)
        if tournament.status == TournamentStatus.FINISHED:
            break
        assert games, (tournament.status_reason, tournament.plan, list(tournament.games.values()))
        _something_happens(tournament, random.choice(games), random, judge)
    assert tournament.status == TournamentStatus.FINISHED
    assert set(tournament.entrants.values_list("place", flat=True)) == set(range(1, count + 1))
    assert not advance(tournament_id=tournament.pk)


def _something_happens(tournament: Tournament, game: TournamentGame, random: Random, judge: Any) -> None:
    event = random.random()
    if event < 0.06:
        spoil(game, status=random.choice([MatchStatus.VOID, MatchStatus.CANCELLED]))
    elif event < 0.10:
        _leave(tournament, random)
    elif event < 0.16:
        done = tournament.games.filter(match__status=MatchStatus.FINISHED, superseded_at=None).order_by("pk")
        for old in random.sample(list(done), min(1, len(done))):
            spoil(old, invalidated_at=timezone.now())
    else:
        end(game, judge(game))


def _leave(tournament: Tournament, random: Random) -> None:
    here = list(tournament.entrants.filter(status="registered").select_related("bot"))
    if len(here) < 2:
        return
    bot = random.choice(here).bot
    if random.random() < 0.5:
        withdraw(tournament=tournament, bot=bot, actor=bot.owner)
    else:
        disqualify(tournament=tournament, bot=bot, actor=tournament.organiser, reason="It cheated.")


def test_a_void_match_is_played_again_with_other_deals() -> None:
    tournament = started(2)
    first = game_of(tournament, "W1.1")
    spoil(first, status=MatchStatus.VOID)
    moved(tournament)
    again = game_of(tournament, "W1.1")
    assert again.match_id != first.match_id
    assert (again.number, again.match.status) == (1, MatchStatus.QUEUED)
    assert again.match.seed != first.match.seed


def test_matches_that_are_void_again_and_again_wait_longer_each_time() -> None:
    tournament = started(2)
    for _ in range(3):
        spoil(game_of(tournament, "W1.1"), status=MatchStatus.VOID)
        moved(tournament)
    assert not waiting(tournament)
    assert tournament.status_reason.startswith("W1.1 could not be played for reasons of ours")
    assert tournament.retry_at is not None
    forget_waits()
    assert left_behind() == [tournament.pk]
    moved(tournament)
    assert len(waiting(tournament)) == 1
    assert tournament.status_reason == ""


def test_an_invalidated_match_is_played_again_and_the_same_winner_changes_nothing_more() -> None:
    tournament = play_out(started(4))
    first, final = game_of(tournament, "W1.1"), game_of(tournament, "W2.1")
    spoil(first, invalidated_at=timezone.now())
    assert left_behind() == [tournament.pk]
    moved(tournament)
    assert tournament.status == TournamentStatus.RUNNING
    assert not tournament.entrants.exclude(place=None).exists()
    assert [game.key for game in waiting(tournament)] == ["W1.1"]
    play_out(tournament)
    assert game_of(tournament, "W2.1").pk == final.pk


def test_another_winner_is_played_against_by_whoever_met_the_first_one() -> None:
    tournament = play_out(started(4))
    untouched = game_of(tournament, "W1.2")
    final = game_of(tournament, "W2.1")
    spoil(game_of(tournament, "W1.1"), invalidated_at=timezone.now())
    moved(tournament)
    game = game_of(tournament, "W1.1")
    end(game, [3 - rank for rank in by_seed(game)])
    moved(tournament)
    assert game_of(tournament, "W1.2").pk == untouched.pk
    again = game_of(tournament, "W2.1")
    assert again.pk != final.pk
    assert set(again.entrants) != set(final.entrants)
    play_out(tournament)


def test_a_tie_in_a_bracket_is_broken_by_more_legs_then_by_seed() -> None:
    tournament = started(2, tie_legs=6)
    end(game_of(tournament, "W1.1"), [1, 1])
    moved(tournament)
    more = game_of(tournament, "W1.1")
    assert (more.number, more.match.legs) == (2, 6)
    end(more, [1, 1])
    moved(tournament)
    assert tournament.status == TournamentStatus.FINISHED
    assert tournament.plan["pairings"][0]["decision"] == "seed"
    assert "by seed" in tournament.plan["notes"][0]
    assert tournament.entrants.get(place=1).seed == 1


def test_without_legs_to_break_a_tie_the_seed_decides_at_once() -> None:
    tournament = started(2, tie_legs=0)
    end(game_of(tournament, "W1.1"), [1, 1])
    assert moved(tournament).status == TournamentStatus.FINISHED


def test_best_of_three_ends_when_it_is_settled_and_sides_change() -> None:
    tournament = started(2, best_of=3)
    first = game_of(tournament, "W1.1")
    end(first, by_seed(first))
    moved(tournament)
    second = game_of(tournament, "W1.1")
    assert (second.number, second.entrants) == (2, first.entrants[::-1])
    end(second, by_seed(second))
    assert moved(tournament).status == TournamentStatus.FINISHED
    assert tournament.games.count() == 2


def test_an_invalidated_game_of_a_series_is_played_again_under_its_number() -> None:
    tournament = started(2, best_of=3)
    for wins in ([1, 2], [1, 2]):  # one win each: sides change
        end(game_of(tournament, "W1.1"), wins)
        moved(tournament)
    assert game_of(tournament, "W1.1").number == 3
    spoil(tournament.games.get(number=1), invalidated_at=timezone.now())
    end(game_of(tournament, "W1.1"), [1, 2])
    moved(tournament)
    assert [game.number for game in waiting(tournament)] == [1]


def test_walkovers_do_not_wait_for_the_match_under_way() -> None:
    tournament = started(4)
    game = game_of(tournament, "W1.1")
    leaver = tournament.entrants.get(pk=game.entrants[0])
    withdraw(tournament=tournament, bot=leaver.bot, actor=leaver.bot.owner)
    game.match.refresh_from_db()
    assert game.match.status == MatchStatus.CANCELLED
    moved(tournament)
    assert tournament.plan["pairings"][0]["decision"] == "walkover"
    play_out(tournament)


def test_tables_shrink_to_those_who_are_there() -> None:
    tournament = started(6, format="tables", seats=3)
    game = waiting(tournament)[0]
    leaver = tournament.entrants.get(pk=game.entrants[0])
    disqualify(tournament=tournament, bot=leaver.bot, actor=tournament.organiser, reason="It cheated.")
    moved(tournament)
    again = game_of(tournament, game.key)
    assert (again.match.seats, len(again.entrants)) == (2, 2)
    play_out(tournament)
    leaver.refresh_from_db()
    assert (leaver.place, leaver.medal) == (6, "")


def test_a_seat_that_the_game_insists_on_goes_to_a_stand_in() -> None:
    house = make_bot(games=["sequence"], is_house=True)
    tournament = started(2, format="tables", game="sequence", options={"teams": 3}, seats=3)
    game = waiting(tournament)[0]
    assert game.entrants[2:] == [None]
    assert [player.bot_id for player in game.match.players.all()][2:] == [house.pk]
    play_out(tournament)


def test_team_games_have_sides_as_entrants() -> None:
    tournament = started(4, game="sequence", seats=4, options={"teams": 2}, legs=4)
    match = waiting(tournament)[0].match
    assert (match.seats, match.players.count()) == (4, 2)
    play_out(tournament)


@pytest.mark.parametrize("form", ["single_elimination", "tables", "heats"])
def test_solo_games_are_played_side_by_side(form: str) -> None:
    tournament = started(4, format=form, game="ten", seats=1, options={"solo": 7})
    match = waiting(tournament)[0].match
    assert (match.seats, match.players.count()) == (1, 2 if form == "single_elimination" else 4)
    play_out(tournament)


def test_a_version_that_went_through_another_check_meanwhile_still_plays() -> None:
    tournament = started(4)
    Version.objects.update(status="rejected")
    play_out(tournament)


def test_rounds_wait_to_be_released() -> None:
    tournament = started(4, release_by_hand=True)
    assert not waiting(tournament)
    release_round(tournament=tournament, actor=tournament.organiser)
    moved(tournament)
    assert {game.round for game in waiting(tournament)} == {1}
    with pytest.raises(ConflictError):
        release_round(tournament=tournament, actor=tournament.organiser)
    for game in waiting(tournament):
        end(game, by_seed(game))
    moved(tournament)
    assert not waiting(tournament)
    release_round(tournament=tournament, actor=tournament.organiser)
    moved(tournament)
    assert [game.key for game in waiting(tournament)] == ["W2.1"]


def test_what_no_message_told_is_found(django_assert_num_queries: Any) -> None:
    tournament = started(4)
    assert left_behind() == []
    end(game_of(tournament, "W1.1"), [1, 2])
    with django_assert_num_queries(1):
        assert left_behind() == [tournament.pk]
    moved(tournament)
    assert left_behind() == []


@pytest.mark.parametrize("count", [4, 12])
def test_advance_costs_as_many_queries_however_large_the_field(
    count: int, django_assert_num_queries: Any
) -> None:
    tournament = started(count)
    with django_assert_num_queries(11):  # twice the board (4), the lock and the time, inside a savepoint
        advance(tournament_id=tournament.pk)


def test_a_draw_is_remembered_for_workers_that_start_later(monkeypatch: pytest.MonkeyPatch) -> None:
    swissdraw.draw.cache_clear()  # another test of this process may have drawn the same
    tournament = started(8, format="swiss")
    plan = tournament.plan
    swissdraw.draw.cache_clear()
    monkeypatch.setattr(swissdraw, "best_matching", None)  # drawing again would fail
    moved(tournament)
    assert tournament.plan == plan


def test_messages_about_the_same_results_move_a_tournament_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = started(4)
    Tournament.objects.update(advanced_at=timezone.now() + timedelta(seconds=6))
    calls: list[int] = []
    monkeypatch.setattr(advancing, "advance", lambda *, tournament_id: calls.append(tournament_id))
    end(game_of(tournament, "W1.1"), [1, 2])
    tasks.advance_tournament(tournament.pk)
    assert calls == []
    Tournament.objects.update(advanced_at=timezone.now() + timedelta(seconds=4))
    tasks.advance_tournament(tournament.pk)
    leaver = tournament.entrants.select_related("bot__owner").get(seed=2).bot
    Tournament.objects.update(advanced_at=timezone.now() + timedelta(seconds=6))
    withdraw(tournament=tournament, bot=leaver, actor=leaver.owner)
    tasks.advance_tournament(tournament.pk)
    assert calls == [tournament.pk] * 2


def test_a_second_final_that_nobody_needs_any_more_is_taken_back() -> None:
    tournament = started(2, format="double_elimination")
    end(game_of(tournament, "W1.1"), by_seed(game_of(tournament, "W1.1")))
    moved(tournament)
    first = game_of(tournament, "F1.1")
    end(first, [3 - rank for rank in by_seed(first)])
    moved(tournament)
    second = game_of(tournament, "F2.1")
    spoil(first, invalidated_at=timezone.now())
    moved(tournament)
    end(game_of(tournament, "F1.1"), by_seed(game_of(tournament, "F1.1")))
    moved(tournament)
    second.match.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert second.match.status == MatchStatus.CANCELLED
