"""Badges: the best grade or boundary that a bot has reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.ladders.services import create_ladder
from arena.matches.leases import claim_match
from arena.matches.models import Match
from arena.matches.results import record_result
from arena.matches.services import invalidate_match
from arena.matches.terms import Terms
from arena.ratings.badges import NONE, Badge, badge_of
from arena.ratings.models import Rating
from bots.match import LegReport, MatchPlan
from games.core.record import Record
from tests.factories import make_bot, make_match, make_user, report_of


def _plan(game: str, options: dict[str, object]) -> MatchPlan:
    return MatchPlan(game, 1, options, 2, b"", ("one", "two"))


def _leg(player: int, rank: int = 1, ending: str = "runs", **detail: object) -> LegReport:
    record = Record("ten", 1, 1, {}, "", (), digest="")
    return LegReport(0, 0, player, (player,), (rank,), (0,), (), ending, detail, record)


def test_the_automaton_is_beaten_in_any_leg() -> None:
    plan = _plan("ten", {"solo": 7})
    legs = [_leg(0, 2), _leg(0, 1), _leg(1, 2), _leg(1, 1, "forfeit")]
    assert badge_of(plan, legs, 0) == Badge(7, "beat TEN at 7")
    assert badge_of(plan, legs, 1) == NONE


def test_the_best_grade_of_all_legs_counts() -> None:
    legs = [_leg(0, grade="promising"), _leg(0, grade="great"), _leg(0, grade="rookies")]
    assert badge_of(_plan("twinit", {"mode": "coop"}), legs, 0) == Badge(3, "great")


def test_other_games_have_none() -> None:
    assert badge_of(_plan("lie", {}), [_leg(0)], 0) == NONE


@pytest.mark.django_db
def test_a_badge_is_worn_until_its_match_counts_no_longer() -> None:
    terms = Terms(game="ten", seats=1, options={"solo": 7}, legs=2)
    ladder = create_ladder(organiser=None, slug="solo", title="Solo", terms=terms, players=2)
    one, other = make_bot(games=["ten"]), make_bot(games=["ten"])
    match: Match = make_match(ladder, [one, other])
    report = report_of(match, [1, 2])
    plan = replace(report.plan, options=match.options)
    report = replace(report, plan=plan, legs=(_leg(0, 1), _leg(1, 2)))
    attempt = claim_match(match_id=match.pk, worker="w")
    assert attempt is not None
    record_result(match_id=match.pk, attempt=attempt, report=report)
    assert Rating.objects.get(bot=one).badge == "beat TEN at 7"
    assert Rating.objects.get(bot=other).badge == ""
    match.refresh_from_db()
    invalidate_match(match=match, actor=make_user(is_staff=True), reason="A short deck.")
    assert Rating.objects.get(bot=one).badge == ""
