"""The life of a tournament, from a draft to its end, and who may do what in it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.errors import ArenaError, ConflictError, InvalidError, NotAllowedError
from arena.matches.models import Match, MatchStatus
from arena.matches.services import invalidate_match
from arena.tournaments import services
from arena.tournaments.models import EntrantStatus, Tournament, TournamentStatus
from arena.tournaments.registration import check_in, disqualify, invite, register, set_seeds, withdraw
from arena.tournaments.seeding import draw_ticket
from arena.tournaments.selectors import (
    forecast,
    medals_of,
    next_matches,
    preview_plan,
    tournament_named,
    tournaments,
)
from tests.arena.tournaments.stage import (
    enter,
    game_of,
    make_organiser,
    make_tournament,
    moved,
    opened,
    play_out,
    started,
    waiting,
)
from tests.factories import make_bot, make_ladder, make_user

pytestmark = pytest.mark.django_db


def _states(tournament: Tournament) -> list[str]:
    return list(tournament.entrants.order_by("pk").values_list("status", flat=True))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"format": "lottery"}, "no_such_format"),
        ({"game": "chess"}, "no_such_game"),
        ({"seats": 4}, "too_many_sides"),
        ({"seats": 40}, "bad_options"),
        ({"options": {"joker": True}}, "bad_options"),
        ({"format_settings": {"rounds": 3}}, "bad_format_settings"),
        ({"format": "swiss", "format_settings": {"rounds": 0}}, "bad_format_settings"),
        ({"format": "swiss", "format_settings": {"rounds": "x"}}, "bad_format_settings"),
        ({"format": "swiss", "format_settings": {"points": [1, 2]}}, "bad_format_settings"),
        ({"best_of": 99}, "bad_best_of"),
        ({"capacity": 1}, "bad_capacity"),
        ({"admission": "rank"}, "rank_missing"),
        ({"bots_per_player": 0}, "bad_bots_per_player"),
        ({"slug": "calendar"}, "name_taken"),
        ({"title": ""}, "invalid_tournament"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_code(given: dict[str, Any], code: str) -> None:
    with pytest.raises(ArenaError) as refused:
        make_tournament(**given)
    assert refused.value.code == code


def test_only_organisers_make_tournaments() -> None:
    with pytest.raises(NotAllowedError):
        make_tournament(make_user())


def test_a_title_taken_is_numbered() -> None:
    assert [make_tournament().slug for _ in range(3)] == ["cup", "cup-2", "cup-3"]


def test_a_draft_is_its_organisers() -> None:
    draft = make_tournament()
    for viewer, seen in ((draft.organiser, 1), (make_user(is_staff=True), 1), (make_organiser(), 0)):
        assert tournaments(viewer).count() == seen
    services.open_registration(tournament=draft, actor=draft.organiser)
    assert tournament_named("cup", make_user()).pk == draft.pk


def test_strangers_move_nothing() -> None:
    tournament, charlie = opened(), make_organiser("charlie")
    bot = enter(tournament, 2)[0]
    steps: list[Any] = [
        lambda: services.change_tournament(tournament=tournament, actor=charlie, title="Mine"),
        lambda: services.lock_entrants(tournament=tournament, actor=charlie),
        lambda: services.start_tournament(tournament=tournament, actor=charlie),
        lambda: services.release_round(tournament=tournament, actor=charlie),
        lambda: services.cancel_tournament(tournament=tournament, actor=charlie, reason="No."),
        lambda: disqualify(tournament=tournament, bot=bot, actor=charlie, reason="No."),
        lambda: withdraw(tournament=tournament, bot=bot, actor=charlie),
        lambda: register(tournament=tournament, bot=bot, actor=charlie),
        lambda: check_in(tournament=tournament, bot=bot, actor=charlie),
        lambda: invite(tournament=tournament, bot=bot, actor=charlie),
        lambda: set_seeds(tournament=tournament, bots=[], actor=charlie),
    ]
    for step in steps:
        with pytest.raises(NotAllowedError):
            step()
    tournament.refresh_from_db()
    assert (tournament.title, tournament.status) == ("Cup", TournamentStatus.REGISTRATION)


def test_late_comers_wait_and_move_up() -> None:
    tournament = opened(capacity=2)
    first, _, third, fourth = enter(tournament, 4)
    assert _states(tournament) == ["registered", "registered", "waiting", "waiting"]
    withdraw(tournament=tournament, bot=first, actor=first.owner)
    assert _states(tournament) == ["withdrawn", "registered", "registered", "waiting"]
    again = register(tournament=tournament, bot=first, actor=first.owner)
    assert again.status == EntrantStatus.WAITING
    withdraw(tournament=tournament, bot=third, actor=third.owner)
    assert tournament.entrants.get(bot=fourth).status == EntrantStatus.REGISTERED


def test_more_places_let_those_in_who_wait() -> None:
    tournament = opened(capacity=2)
    enter(tournament, 4)
    services.change_tournament(tournament=tournament, actor=tournament.organiser, capacity=3)
    assert _states(tournament) == ["registered", "registered", "registered", "waiting"]
    services.change_tournament(tournament=tournament, actor=tournament.organiser, capacity=None)
    assert _states(tournament) == ["registered"] * 4


def test_a_start_that_has_passed_is_refused() -> None:
    """The clock would start it within seconds, or cancel it for want of entrants."""
    passed = timezone.now() - timedelta(hours=2)
    with pytest.raises(InvalidError, match="has passed"):
        make_tournament(starts_at=passed)
    draft = make_tournament(starts_at=timezone.now() + timedelta(hours=1))
    boss = draft.organiser
    with pytest.raises(InvalidError, match="has passed"):
        services.change_tournament(tournament=draft, actor=boss, starts_at=passed)
    Tournament.objects.filter(pk=draft.pk).update(starts_at=passed)
    with pytest.raises(InvalidError, match="has passed"):
        services.open_registration(tournament=draft, actor=boss)
    services.change_tournament(tournament=draft, actor=boss, starts_at=None)
    services.open_registration(tournament=draft, actor=boss)


def test_registering_twice_is_registering_once() -> None:
    tournament = opened()
    bot = enter(tournament, 1)[0]
    assert register(tournament=tournament, bot=bot, actor=bot.owner).pk == tournament.entrants.get().pk


def test_a_player_enters_so_many_bots_and_no_more() -> None:
    tournament, alice = opened(), make_user("alice")
    register(tournament=tournament, bot=make_bot(alice), actor=alice)
    with pytest.raises(ConflictError, match="withdraw one first"):
        register(tournament=tournament, bot=make_bot(alice), actor=alice)


def test_by_invitation() -> None:
    tournament, bot = opened(admission="invitation"), make_bot()
    with pytest.raises(NotAllowedError, match="invitation"):
        register(tournament=tournament, bot=bot, actor=bot.owner)
    invite(tournament=tournament, bot=bot, actor=tournament.organiser)
    assert _states(tournament) == ["invited"]
    register(tournament=tournament, bot=bot, actor=bot.owner)
    assert _states(tournament) == ["registered"]


def test_who_has_left_may_be_asked_again() -> None:
    tournament, bot = opened(admission="rank", rank_limit=1, ladder=make_ladder()), make_bot()
    for _ in range(2):
        invite(tournament=tournament, bot=bot, actor=tournament.organiser)
        assert _states(tournament) == ["invited"]
        register(tournament=tournament, bot=bot, actor=bot.owner)
        withdraw(tournament=tournament, bot=bot, actor=bot.owner)


def test_by_rank() -> None:
    ladder = make_ladder()
    tournament = opened(admission="rank", rank_limit=1, ladder=ladder)
    best, worst = make_bot(), make_bot()
    ladder.ratings.filter(bot=best).update(shown=9)
    register(tournament=tournament, bot=best, actor=best.owner)
    with pytest.raises(NotAllowedError, match="is number 2"):
        register(tournament=tournament, bot=worst, actor=worst.owner)


@pytest.mark.parametrize("trouble", ["paused_at", "retired_at"])
def test_bots_that_cannot_play_are_refused_and_dropped(trouble: str) -> None:
    tournament = opened()
    bots = enter(tournament, 3)
    type(bots[0]).objects.filter(pk=bots[0].pk).update(**{trouble: timezone.now()})
    sick = make_bot()
    setattr(sick, trouble, timezone.now())
    with pytest.raises(ConflictError):
        register(tournament=tournament, bot=sick, actor=sick.owner)
    other = make_bot(games=["ten"])
    with pytest.raises(InvalidError):
        register(tournament=tournament, bot=other, actor=other.owner)
    services.lock_entrants(tournament=tournament, actor=None)
    assert _states(tournament) == ["withdrawn", "registered", "registered"]
    assert tournament.entrants.get(bot=bots[0]).reason


def test_check_in_opens_before_the_start_and_decides_who_plays() -> None:
    starts_at = timezone.now() + timedelta(hours=2)
    tournament = opened(needs_check_in=True, check_in_min=60, starts_at=starts_at, capacity=2)
    bots = enter(tournament, 4)
    with pytest.raises(ConflictError, match="Check-in opens"):
        check_in(tournament=tournament, bot=bots[0], actor=bots[0].owner)
    Tournament.objects.update(starts_at=timezone.now() + timedelta(minutes=59))
    for bot in (bots[0], bots[3]):
        check_in(tournament=tournament, bot=bot, actor=bot.owner)
    services.lock_entrants(tournament=tournament, actor=None)
    assert _states(tournament) == ["registered", "withdrawn", "withdrawn", "registered"]
    assert "not checked in" in tournament.entrants.get(bot=bots[1]).reason


def test_the_lock_freezes_versions_and_seeds_by_the_ladder() -> None:
    ladder = make_ladder()
    tournament = opened(ladder=ladder)
    bots = enter(tournament, 3)
    for bot, shown in zip(bots, (1, 9, 5), strict=True):
        ladder.ratings.filter(bot=bot).update(shown=shown)
    services.lock_entrants(tournament=tournament, actor=None)
    seeds = {row.bot_id: row.seed for row in tournament.entrants.all()}
    assert [seeds[bot.pk] for bot in bots] == [3, 1, 2]
    frozen = {row.bot_id: row.version_id for row in tournament.entrants.all()}
    assert frozen == {bot.pk: bot.active_version_id for bot in bots}
    tournament.refresh_from_db()
    assert [p["key"] for p in tournament.plan["pairings"]] == ["W1.1", "W1.2", "W2.1"]


def test_seeds_by_hand() -> None:
    tournament = opened(seeding="hand")
    bots = enter(tournament, 3)
    set_seeds(tournament=tournament, bots=[bots[2].name, bots[0].name], actor=tournament.organiser)
    services.lock_entrants(tournament=tournament, actor=None)
    seeds = {row.bot_id: row.seed for row in tournament.entrants.all()}
    assert [seeds[bot.pk] for bot in bots] == [2, 3, 1]
    services.unlock_entrants(tournament=tournament, actor=tournament.organiser)
    services.lock_entrants(tournament=tournament, actor=None, seeds=[bot.name for bot in bots])
    assert [row.seed for row in tournament.entrants.order_by("pk")] == [1, 2, 3]
    with pytest.raises(ConflictError):
        set_seeds(tournament=tournament, bots=[], actor=tournament.organiser)


def test_seeds_are_drawn_as_anybody_can_check() -> None:
    tournament = opened(seeding="drawn")
    names = [bot.name for bot in enter(tournament, 6)]
    published = tournament.draw_seed_hash
    services.lock_entrants(tournament=tournament, actor=None)
    rows = tournament.entrants.select_related("bot").order_by("seed")
    assert [row.bot.name for row in rows] == sorted(names, key=lambda n: draw_ticket(tournament.draw_seed, n))
    assert tournament.draw_seed_hash == published != tournament.draw_seed


def test_a_lock_needs_two() -> None:
    tournament = opened()
    enter(tournament, 1)
    with pytest.raises(ConflictError, match="Fewer than two"):
        services.lock_entrants(tournament=tournament, actor=None)


def test_house_bots_fill_the_places_that_are_left() -> None:
    for _ in range(3):
        make_bot(is_house=True)
    tournament = opened(house_entrants=True, capacity=3)
    enter(tournament, 1)
    services.lock_entrants(tournament=tournament, actor=None)
    assert tournament.entrants.filter(bot__is_house=True, seed__isnull=False).count() == 2


def test_settings_change_until_the_lock_and_words_until_the_end() -> None:
    tournament = opened()
    enter(tournament, 2)
    boss = tournament.organiser
    services.change_tournament(tournament=tournament, actor=boss, legs=6)
    with pytest.raises(InvalidError):
        services.change_tournament(tournament=tournament, actor=boss, best_of=99)
    services.lock_entrants(tournament=tournament, actor=boss)
    with pytest.raises(ConflictError, match="legs can change no more"):
        services.change_tournament(tournament=tournament, actor=boss, legs=8)
    services.change_tournament(tournament=tournament, actor=boss, title="Grand cup")
    services.start_tournament(tournament=tournament, actor=boss)
    play_out(tournament)
    with pytest.raises(ConflictError):
        services.change_tournament(tournament=tournament, actor=boss, title="Again")


def test_starting_twice_starts_once() -> None:
    tournament = started(2)
    again = services.start_tournament(tournament=tournament, actor=None)
    assert again.started_at == tournament.started_at
    with pytest.raises(ConflictError):
        services.start_tournament(tournament=make_tournament(), actor=None)


def test_the_clock_opens_starts_and_gives_up() -> None:
    now = timezone.now()
    draft = make_tournament(registration_opens_at=now - timedelta(seconds=1))
    due = opened(starts_at=now - timedelta(seconds=1))
    enter(due, 2)
    empty = opened(starts_at=now - timedelta(seconds=1))
    later = opened(starts_at=now + timedelta(hours=1))
    assert services.start_due() == 3
    found = {row.pk: row.status for row in Tournament.objects.all()}
    assert [found[row.pk] for row in (draft, due, empty, later)] == [
        "registration", "running", "cancelled", "registration",
    ]  # fmt: skip
    assert services.start_due() == 0


def test_a_cancelled_tournament_takes_its_matches_back() -> None:
    tournament = started(4)
    with pytest.raises(InvalidError):
        services.cancel_tournament(tournament=tournament, actor=tournament.organiser, reason=" ")
    services.cancel_tournament(tournament=tournament, actor=tournament.organiser, reason="A storm.")
    assert set(Match.objects.values_list("status", flat=True)) == {MatchStatus.CANCELLED}
    assert moved(tournament).status == TournamentStatus.CANCELLED
    with pytest.raises(ConflictError):
        services.cancel_tournament(tournament=tournament, actor=None, reason="Twice.")


def test_who_leaves_a_locked_tournament_loses_by_walkover() -> None:
    tournament = opened()
    bots = enter(tournament, 4)
    services.lock_entrants(tournament=tournament, actor=None)
    withdraw(tournament=tournament, bot=bots[0], actor=bots[0].owner)
    services.start_tournament(tournament=tournament, actor=None)
    moved(tournament)
    assert tournament.plan["pairings"][0]["decision"] == "walkover"
    with pytest.raises(ConflictError):
        register(tournament=tournament, bot=bots[0], actor=bots[0].owner)


def test_nobody_leaves_what_is_over() -> None:
    tournament = play_out(started(2))
    entrant = tournament.entrants.select_related("bot__owner").get(place=2)
    with pytest.raises(ConflictError):
        withdraw(tournament=tournament, bot=entrant.bot, actor=entrant.bot.owner)


def test_an_objection_warns_first() -> None:
    tournament = play_out(started(4))
    match, boss = game_of(tournament, "W1.1").match, tournament.organiser
    values: dict[str, Any] = {"tournament": tournament, "match": match, "reason": "A bug."}
    with pytest.raises(ConflictError) as warning:
        services.invalidate_result(**values, actor=boss, confirmed=False)
    assert warning.value.extra == {"pairing": "W1.1", "reopens": ["W2.1"]}
    with pytest.raises(NotAllowedError):
        services.invalidate_result(**values, actor=make_organiser(), confirmed=True)
    assert services.invalidate_result(**values, actor=boss, confirmed=True) == {"W2.1"}
    assert moved(tournament).status == TournamentStatus.RUNNING
    assert [game.key for game in waiting(tournament)] == ["W1.1"]
    with pytest.raises(InvalidError):
        services.invalidate_result(**values, actor=boss, confirmed=True)


def test_an_operator_is_sent_to_the_tournament_where_the_warning_is() -> None:
    tournament = play_out(started(4))
    match, operator = game_of(tournament, "W1.1").match, make_user(is_staff=True)
    with pytest.raises(ConflictError, match="counts in the tournament 'cup'"):
        invalidate_match(match=match, actor=operator, reason="A bug.")
    services.invalidate_result(
        tournament=tournament, match=match, actor=operator, reason="A bug.", confirmed=True
    )
    match.refresh_from_db()
    assert match.invalidated_at is not None


def test_medals_are_on_the_profile_once_it_is_over() -> None:
    tournament = started(4)
    champion = tournament.entrants.select_related("bot__owner").get(seed=1)
    assert not medals_of(champion.bot.owner)
    play_out(tournament)
    assert [row.medal for row in medals_of(champion.bot.owner)] == ["gold"]


def test_my_next_match() -> None:
    tournament = started(4)
    owner = tournament.entrants.select_related("bot__owner").get(seed=1).bot.owner
    assert [game.key for game in next_matches(tournament, owner)] == ["W1.1"]
    assert next_matches(tournament, make_user()) == []


def test_a_preview_writes_nothing() -> None:
    tournament = opened()
    enter(tournament, 3)
    plan, order = preview_plan(tournament)
    assert [pairing.key for pairing in plan.pairings] == ["W1.1", "W1.2", "W2.1"]
    assert [row.seed for row in order] == [None, None, None]
    assert not tournament.entrants.exclude(seed=None).exists()


def test_a_forecast_counts_matches_legs_and_time() -> None:
    found = forecast(make_tournament(format="round_robin", best_of=3, legs=2), 4)
    assert (found.matches, found.rounds, found.legs) == (18, 3, 36)
    assert found.duration_s > 0


def test_a_forecast_counts_the_seats_of_a_table() -> None:
    """A leg of four takes twice as long as the duels that were played so far."""
    now = timezone.now()
    play_out(started(2, legs=2))
    Match.objects.update(started_at=now, finished_at=now + timedelta(seconds=40))
    table, duel = (
        forecast(make_tournament(format="tables", seats=seats, legs=4, format_settings={"rounds": 1}), 8)
        for seats in (4, 2)
    )
    assert table.matches * 2 == duel.matches
    assert abs(table.duration_s - duel.duration_s) <= 1  # matches cost a little to start
