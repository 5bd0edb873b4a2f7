"""The pages of tournaments: every format is drawn, every form is heard, strangers see no drafts."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.tournaments import schedules, services
from arena.tournaments.models import Schedule, Tournament
from arena.web.templatetags.arena import duration
from tests.arena.conftest import forget_cached
from tests.arena.tournaments.stage import (
    by_seed,
    end,
    enter,
    game_of,
    make_organiser,
    make_tournament,
    moved,
    opened,
    play_out,
    started,
)
from tests.arena.tournaments.test_advancing import FORMATS
from tests.factories import make_bot, make_ladder, make_user

pytestmark = pytest.mark.django_db

FORM = {
    "title": "Grand cup", "format": "single_elimination", "ladder": "main", "timezone": "UTC",
    "seeding": "ladder", "admission": "open", "expected": "6",
}  # fmt: skip

OWN = {"terms": "own", "game": "lie", "ladder": "", "seats": "2"}


def _as(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _text(client: Client, path: str, code: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == code, path
    return answer.content.decode()


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda chosen: chosen["format"])
def test_every_format_is_drawn_before_during_and_after(chosen: dict[str, Any]) -> None:
    tournament = opened(**chosen)
    bots = enter(tournament, 6)
    assert "if it started now" in _text(Client(), "/tournaments/cup")
    running = started(6, title="Running", **chosen)
    assert "is under way" in _text(Client(), f"/tournaments/{running.slug}")
    play_out(running)
    over = _text(Client(), f"/tournaments/{running.slug}")
    assert "Final standings" in over
    assert f"/matches/{running.games.first().match_id}" in over  # type: ignore[union-attr]
    assert "Final standings" in _text(Client(), f"/tournaments/{running.slug}/print")
    assert bots[0].name in _text(Client(), "/tournaments/cup/board")


def test_no_page_needs_a_style_or_script_of_its_own() -> None:
    started(4)
    text = _text(Client(), "/tournaments/cup")
    assert not re.search(r"\sstyle=|\son[a-z]+=", text)


def test_lists_and_calendar() -> None:
    opened(title="Soon")
    play_out(started(2, title="Past"))
    make_tournament(title="Secret")
    now, over = _text(Client(), "/tournaments"), _text(Client(), "/tournaments?tab=over&game=lie")
    assert ("Soon" in now, "Past" in now, "Secret" in now) == (True, False, False)
    assert ("Soon" in over, "Past" in over) == (False, True)
    assert "Past" in _text(Client(), "/tournaments/calendar")
    answer = Client().get("/tournaments/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    assert b"BEGIN:VEVENT" in answer.content


def test_a_draft_is_not_there_for_strangers() -> None:
    draft = make_tournament()
    assert "Only its organiser sees it" in _text(_as(draft.organiser), "/tournaments/cup")
    for client in (Client(), _as(make_user("charlie"))):
        for path in ("", "/board", "/print"):
            _text(client, f"/tournaments/cup{path}", 404)


def test_an_organiser_previews_makes_opens_and_starts_a_tournament() -> None:
    make_ladder("main")
    olga = _as(make_organiser("olga"))
    assert "Double elimination" in _text(olga, "/tournaments/new")
    seen = olga.post("/tournaments/new", {**FORM, "preview": "1"}).content.decode()
    assert "Seed 6" in seen
    assert not Tournament.objects.exists()
    assert olga.post("/tournaments/new", FORM)["Location"] == "/tournaments/grand-cup"
    assert olga.post("/tournaments/grand-cup/steps", {"step": "open"}).status_code == 302
    enter(Tournament.objects.get(), 3)
    olga.post("/tournaments/grand-cup/edit", {**FORM, "title": "Grander cup", "legs": "6"})
    for step in ("lock", "unlock", "start"):
        olga.post("/tournaments/grand-cup/steps", {"step": step})
    made = Tournament.objects.get()
    assert (made.status, made.title, made.legs) == ("running", "Grander cup", 6)
    refused = olga.post("/tournaments/grand-cup/steps", {"step": "open"}, follow=True)
    assert "Only a draft can be opened." in refused.content.decode()
    bot = made.entrants.get(seed=1).bot.name
    olga.post("/tournaments/grand-cup/steps", {"step": "disqualify", "bot": bot, "reason": "It cheated."})
    assert made.entrants.get(seed=1).status == "disqualified"
    olga.post("/tournaments/grand-cup/steps", {"step": "cancel", "reason": "A storm."})
    assert "A storm." in _text(olga, "/tournaments/grand-cup")


def test_an_organiser_sets_game_options_seats_and_clock() -> None:
    make_ladder("main")
    olga = _as(make_organiser("olga"))
    given = {
        **FORM, "terms": "own", "ladder": "", "game": "twinit", "twinit-mode": '"coop"', "seats": "3",
        "legs": "6", "mirror": "on", "move_ms": "250", "bank_ms": "", "start_ms": "900", "lie-long": "true",
    }  # fmt: skip
    seen = olga.post("/tournaments/new", {**given, "preview": "1"}).content.decode()
    assert "Seed 6" in seen
    assert re.search(r'<option value="&quot;coop&quot;"\s+selected', seen)
    olga.post("/tournaments/new", given)
    made = Tournament.objects.get()
    assert (made.game, made.options, made.seats, made.legs) == ("twinit", {"mode": "coop"}, 3, 6)
    assert (made.mirror, made.move_ms, made.bank_ms, made.start_ms) == (True, 250, 10_000, 900)
    assert made.ladder is None
    services.open_registration(tournament=made, actor=made.organiser)
    assert "Mode: all together" in _text(Client(), "/tournaments/grand-cup")
    olga.post("/tournaments/grand-cup/edit", {**given, "twinit-mode": '"ring"', "seats": "2"})
    made.refresh_from_db()
    assert (made.options, made.seats) == ({"mode": "ring"}, 2)
    olga.post("/tournaments/grand-cup/edit", FORM)
    made.refresh_from_db()
    assert (made.game, made.options, made.move_ms) == ("lie", {}, 1000)


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [
        ({"game": "ten"}, 4), ({"game": "ten", "ten-solo": "7"}, 1), ({"game": "takethat"}, 3),
        ({"game": "sequence", "sequence-teams": "3"}, 3),
    ],
)  # fmt: skip
def test_seats_left_empty_are_those_that_the_options_take(chosen: dict[str, str], seats: int) -> None:
    given = {**FORM, "format": "tables", "terms": "own", "ladder": "", **chosen}
    assert _as(make_organiser()).post("/tournaments/new", given).status_code == 302
    assert Tournament.objects.get().seats == seats


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"game": "ten", "ten-solo": "7", "seats": "4"}, "seats"),
        ({"game": "sequence", "sequence-teams": "3", "seats": "4"}, "seats"),
        ({"game": "takethat", "seats": "3"}, "seats"),  # too many sides for the format
        ({"game": "lie", "seats": "2", "lie-long": "perhaps"}, "lie-long"),
        ({"game": "whist"}, "game"),
        ({"game": "ten", "seats": "2", "ladder": "main"}, "ladder"),
        ({"terms": "ladder", "ladder": ""}, "ladder"),
        ({"game": "lie", "seats": "2", "admission": "rank"}, "rank_limit"),
        ({"game": "lie", "seats": "2", "move_ms": "1"}, "move_ms"),
        ({"game": "lie", "seats": "2", "cron": "x"}, "cron"),
        ({"game": "lie", "seats": "2", "starts_at": "2020-01-01T10:00"}, "starts_at"),
        ({"game": "lie", "seats": "3", "format": "heats", "advance_per_table": "3"}, "advance_per_table"),
    ],
)
def test_a_bad_combination_is_said_at_its_field(wrong: dict[str, str], field: str) -> None:
    make_ladder("main")
    answer = _as(make_organiser()).post("/tournaments/new", {**FORM, "terms": "own", "ladder": "", **wrong})
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
    assert not Tournament.objects.exists()


def test_options_that_name_what_is_usual_are_left_as_they_are() -> None:
    """The API stores what it is given; after the lock a form that changed it would be refused."""
    ladder = make_ladder("main")
    tournament = started(4, ladder=ladder, options={"long": False})
    client, path = _as(tournament.organiser), f"/tournaments/{tournament.slug}/edit"
    assert re.search(r'value="ladder"[^>]*checked', _text(client, path))
    assert client.post(path, {**FORM, "title": "Grand cup"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.title, tournament.options) == ("Grand cup", {"long": False})


def test_where_there_is_no_ladder_everything_is_set_in_the_form() -> None:
    assert re.search(r'value="own"[^>]*checked', _text(_as(make_organiser()), "/tournaments/new"))


def test_a_repetition_has_a_game_and_options_of_its_own() -> None:
    olga = _as(make_organiser("olga"))
    given = {**FORM, **OWN, "lie-wild_ones": "true", "cron": "0 18 * * 6"}
    assert olga.post("/tournaments/new", given)["Location"] == "/tournaments/calendar"
    schedule = Schedule.objects.get()
    path = f"/tournaments/schedules/{schedule.pk}/edit"
    assert re.search(r'name="lie-wild_ones".*?value="true"\s+selected', _text(olga, path), re.DOTALL)
    olga.post(path, {**given, "lie-shrinking": "true"})
    schedule.refresh_from_db()
    assert schedule.options == {"wild_ones": True, "shrinking": True}
    assert schedule.next_at is not None
    schedules.make_occurrence(schedule, now=schedule.next_at)
    assert Tournament.objects.get().options == {"wild_ones": True, "shrinking": True}


def test_a_form_says_what_is_wrong() -> None:
    make_ladder("main", seats=4)
    olga = _as(make_organiser("olga"))
    for wrong in (
        {},
        {"points": "a,b", "format": "swiss"},
        {"timezone": "Mars"},
        {"seats": "2", "cron": "x"},
    ):
        answer = olga.post("/tournaments/new", {**FORM, **wrong})
        assert answer.status_code == 400, wrong
    assert not Tournament.objects.exists()


def test_a_repetition_is_made_and_stopped() -> None:
    make_ladder("main")
    olga, charlie = _as(make_organiser("olga")), _as(make_organiser("charlie"))
    given = {**FORM, "cron": "0 18 * * 6", "timezone": "Europe/Warsaw"}
    assert olga.post("/tournaments/new", given)["Location"] == "/tournaments/calendar"
    schedule = Schedule.objects.get()
    assert "Grand cup" in _text(olga, "/tournaments")
    assert "Grand cup" in _text(olga, "/tournaments/calendar")
    for client, active in ((charlie, True), (olga, False)):
        client.post(f"/tournaments/schedules/{schedule.pk}/stop")
        schedule.refresh_from_db()
        assert schedule.is_active is active
    assert "Set going again" in _text(olga, "/tournaments")
    assert "Set going again" not in _text(charlie, "/tournaments")
    olga.post(f"/tournaments/schedules/{schedule.pk}/resume")
    schedule.refresh_from_db()
    assert schedule.is_active


def test_a_repetition_is_changed_where_it_is_listed() -> None:
    make_ladder("main")
    olga, charlie = _as(make_organiser("olga")), _as(make_organiser("charlie"))
    given = {**FORM, "format": "groups", "groups": "4", "cron": "0 18 * * 6", "timezone": "Europe/Warsaw"}
    olga.post("/tournaments/new", given)
    schedule = Schedule.objects.get()
    path, next_at = f"/tournaments/schedules/{schedule.pk}/edit", schedule.next_at
    assert path in _text(olga, "/tournaments")
    assert 'value="0 18 * * 6"' in _text(olga, path)
    assert charlie.get(path).status_code == 403
    olga.post(path, {**given, "title": "Great cup", "legs": "6"})
    schedule.refresh_from_db()
    assert (schedule.title, schedule.legs, schedule.next_at) == ("Great cup", 6, next_at)
    assert schedule.format_settings["groups"] == 4
    assert olga.post(path, {**given, "cron": ""}).status_code == 400
    olga.post(path, {**given, "cron": "0 19 * * 6"})
    schedule.refresh_from_db()
    assert schedule.next_at == next_at + timedelta(hours=1)  # type: ignore[operator]


def test_a_closed_ladder_still_lends_its_settings() -> None:
    """A place for tournaments alone has all its ladders closed."""
    make_ladder("main")
    Ladder.objects.update(is_open=False)
    made = _as(make_organiser("olga")).post("/tournaments/new", FORM)
    assert made["Location"] == "/tournaments/grand-cup"


def test_registration_opens_by_itself_when_the_form_says_so() -> None:
    make_ladder("main")
    olga = _as(make_organiser("olga"))
    opens, starts = timezone.now() + timedelta(hours=1), timezone.now() + timedelta(hours=2)
    times = {"registration_opens_at": f"{opens:%Y-%m-%dT%H:%M}", "starts_at": f"{starts:%Y-%m-%dT%H:%M}"}
    assert olga.post("/tournaments/new", {**FORM, **times})["Location"] == "/tournaments/grand-cup"
    services.start_due(now=opens)
    assert Tournament.objects.get().status == "registration"
    assert olga.post("/tournaments/new", {**FORM, "starts_at": "2020-01-01T10:00"}).status_code == 400


def test_what_is_played_comes_first_and_then_what_comes_next() -> None:
    now = timezone.now()
    opened(title="Late", starts_at=now + timedelta(days=3))
    opened(title="Soon", starts_at=now + timedelta(days=1))
    opened(title="Some day")
    started(2, title="Running")
    found = _text(Client(), "/tournaments")
    order = [found.index(f"<h2>{title}</h2>") for title in ("Running", "Soon", "Late", "Some day")]
    assert order == sorted(order)


def test_a_player_registers_checks_in_and_withdraws() -> None:
    opened(needs_check_in=True)
    alice = make_user("alice")
    bot = make_bot(alice, "alpha")
    client = _as(alice)
    assert "Register" in _text(client, "/tournaments/cup")
    for action in ("register", "check_in", "withdraw"):
        answer = client.post("/tournaments/cup/entries", {"bot": "alpha", "action": action}, follow=True)
        assert "alpha:" in answer.content.decode()
    entrant = bot.entries.get()
    assert (entrant.status, entrant.checked_in_at is not None) == ("withdrawn", True)


def test_my_next_match_is_named_before_its_opponent_is_known() -> None:
    tournament = started(4)
    rows = {row.seed: row for row in tournament.entrants.select_related("bot__owner")}
    owner, game = _as(rows[1].bot.owner), game_of(tournament, "W1.1")
    names = f"{rows[1].bot.name} – {rows[4].bot.name}"
    text = _text(owner, "/tournaments/cup")
    assert f'Your next match: <a href="/matches/{game.match_id}">W1.1</a>, {names}</p>' in text
    end(game, by_seed(game))
    moved(tournament)
    assert f"Your next match: W2.1, {rows[1].bot.name} – winner of W1.2</p>" in _text(
        owner, "/tournaments/cup"
    )
    assert "Your next match" not in _text(_as(rows[4].bot.owner), "/tournaments/cup")
    assert "Your next match" not in _text(_as(make_user()), "/tournaments/cup")


def test_a_title_can_be_changed_while_it_is_played_and_nothing_else_is_touched() -> None:
    """The form shows minutes, the ladder may have closed or there is none: what is not changed stays."""
    ladder = make_ladder("main")
    for given in ({"ladder": ladder}, {}):
        tournament = started(4, format="swiss", legs=6, move_ms=77, **given)
        Ladder.objects.update(is_open=False)
        before: dict[str, Any] = dict(Tournament.objects.filter(pk=tournament.pk).values().get())
        client, path = _as(tournament.organiser), f"/tournaments/{tournament.slug}/edit"
        assert "disabled" in _text(client, path)
        answer = client.post(path, {**FORM, "title": "Grand cup", "live_delay_s": "9", "legs": "2"})
        assert answer.status_code == 302
        after: dict[str, Any] = dict(Tournament.objects.filter(pk=tournament.pk).values().get())
        changed = {name for name in after if after[name] != before[name]}
        assert changed == {"title", "live_delay_s", "advanced_at"}
        tournament.delete()


def test_before_the_start_a_form_without_a_ladder_keeps_the_game() -> None:
    make_ladder("main")
    Ladder.objects.update(game="ten")
    tournament = opened(
        legs=6, starts_at=timezone.now() + timedelta(hours=1), format_settings={"third_place": True}
    )
    client, given = _as(tournament.organiser), {**FORM, **OWN, "third_place": "on", "legs": "8"}
    given["starts_at"] = f"{tournament.starts_at:%Y-%m-%dT%H:%M}"
    assert client.post("/tournaments/cup/edit", given).status_code == 302
    changed = Tournament.objects.get()
    assert (changed.game, changed.legs, changed.format_settings) == ("lie", 8, {"third_place": True})
    assert changed.starts_at == tournament.starts_at
    client.post("/tournaments/cup/edit", {**given, "third_place": "", "starts_at": ""})
    changed.refresh_from_db()
    assert (changed.starts_at, changed.format_settings) == (None, {"third_place": False})


def test_a_double_elimination_has_its_second_final_unless_it_is_taken_away() -> None:
    make_ladder("main")
    text = _text(_as(make_organiser()), "/tournaments/new")
    assert re.search(r'<input[^>]*name="reset_final"[^>]*checked', text)


def test_an_organiser_takes_a_bot_out_without_blame() -> None:
    tournament = started(4)
    bot = tournament.entrants.get(seed=1).bot.name
    given = {"step": "withdraw", "bot": bot, "reason": "It cannot be played."}
    _as(tournament.organiser).post("/tournaments/cup/steps", given)
    row = tournament.entrants.get(seed=1)
    assert (row.status, row.reason) == ("withdrawn", "It cannot be played.")


def test_an_objection_on_the_page_warns_first() -> None:
    tournament = play_out(started(4))
    client = _as(tournament.organiser)
    given = {"step": "invalidate", "match": str(game_of(tournament, "W1.1").match_id), "reason": "A bug."}
    warned = client.post("/tournaments/cup/steps", given, follow=True).content.decode()
    assert "re-opens W1.1 and 1 more" in warned
    client.post("/tournaments/cup/steps", {**given, "confirm": "1"})
    assert moved(tournament).status == "running"


@pytest.mark.parametrize("path", ["edit", "steps", "entries"])
def test_strangers_do_nothing_by_the_pages(path: str) -> None:
    tournament = opened()
    enter(tournament, 2)
    charlie = _as(make_user("charlie"))
    given = {"step": "start", "action": "withdraw", "bot": tournament.entrants.first().bot.name}  # type: ignore[union-attr]
    assert charlie.post(f"/tournaments/cup/{path}", given).status_code in (302, 403)
    assert Client().post(f"/tournaments/cup/{path}", given)["Location"].startswith("/login")
    tournament.refresh_from_db()
    assert tournament.status == "registration"
    assert tournament.entrants.filter(status="registered").count() == 2
    _text(charlie, "/tournaments/new", 403)


@pytest.mark.parametrize("size", [4, 12])
def test_queries_do_not_grow_with_the_field(size: int) -> None:
    started(size)
    found = []
    for path in ("/tournaments", "/tournaments/cup", "/tournaments/cup/board", "/tournaments/calendar"):
        forget_cached()
        with CaptureQueriesContext(connection) as captured:
            _text(Client(), path)
        found.append(len(captured))
    assert found == [2, 6, 4, 3]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0 s"), (119, "119 s"), (150, "2 min"), (7000, "117 min"), (20_000, "6 h")]
)
def test_a_duration_is_said_roughly(seconds: int, words: str) -> None:
    assert duration(seconds) == words


def test_a_preview_without_a_bracket_shows_the_list_of_matches() -> None:
    make_ladder("main")
    olga = _as(make_organiser("olga"))
    swiss = olga.post("/tournaments/new", {**FORM, "format": "swiss", "preview": "1"}).content.decode()
    assert 'matches-list" open' in swiss
    tree = olga.post("/tournaments/new", {**FORM, "preview": "1"}).content.decode()
    assert 'matches-list" open' not in tree
