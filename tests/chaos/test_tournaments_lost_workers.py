"""Tournaments whose workers die and whose messages are lost: they end all the same."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from arena.matches.leases import claim_match, sweep_matches
from arena.matches.models import Match, MatchStatus
from arena.matches.results import record_result
from arena.tournaments.models import Tournament, TournamentGame, TournamentStatus
from arena.tournaments.services import start_tournament
from arena.tournaments.tasks import advance_tournament, tick_tournaments
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.arena.tournaments.stage import enter, forget_waits, opened
from tests.factories import report_of

pytestmark = pytest.mark.django_db

CASES: dict[str, dict[str, Any]] = {
    "double_elimination": {"count": 12, "format": "double_elimination"},
    "swiss": {"count": 10, "format": "swiss", "format_settings": {"rounds": 4}},
}


@pytest.mark.parametrize("case", CASES)
def test_it_ends_without_a_hand(case: str) -> None:
    """Play by the real claims, sweeps and results; workers die and messages are lost on the way."""
    given = dict(CASES[case])
    random, count = Random(case), given.pop("count")
    tournament = opened(**given)
    enter(tournament, count)
    start_tournament(tournament=tournament, actor=None)
    for _ in range(400):
        tick_tournaments()
        forget_waits()
        tournament.refresh_from_db()
        if tournament.status == TournamentStatus.FINISHED:
            break
        for match in Match.objects.filter(status=MatchStatus.QUEUED).order_by("pk"):
            _work(match, random, tournament)
        sweep_matches()
    assert tournament.status == TournamentStatus.FINISHED
    assert set(tournament.entrants.values_list("place", flat=True)) == set(range(1, count + 1))
    current = TournamentGame.objects.filter(tournament=tournament, superseded_at=None)
    assert set(current.values_list("match__status", flat=True)) == {MatchStatus.FINISHED}
    assert current.filter(match__attempts__gt=1).exists()


def _work(match: Match, random: Random, tournament: Tournament) -> None:
    attempt = claim_match(match_id=match.pk, worker=f"worker/{random.randint(1, 9)}")
    assert attempt is not None
    if random.random() < 0.35:  # killed in the middle: its lease runs out
        Match.objects.filter(pk=match.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
        return
    ranks = random.sample([1, 2], 2) if random.random() < 0.9 else [1, 1]
    record_result(match_id=match.pk, attempt=attempt, report=report_of(match, ranks))
    if random.random() < 0.5:
        advance_tournament(tournament.pk)
