"""Recording a result: once, all of it, by whoever holds the claim."""

from __future__ import annotations

from typing import Any

import pytest

from arena.errors import ConflictError
from arena.matches import records
from arena.matches.leases import claim_match
from arena.matches.models import MatchKind, MatchStatus
from arena.matches.results import record_result
from arena.ratings.models import Rating, RatingEvent
from tests.factories import finish, make_bot, make_ladder, make_match, report_of

pytestmark = pytest.mark.django_db


def test_a_result_is_recorded_with_ratings_and_events() -> None:
    ladder = make_ladder()
    winner, loser = make_bot(), make_bot()
    match = finish(make_match(ladder, [winner, loser]), [1, 2])
    assert match.status == MatchStatus.FINISHED
    assert match.rated_at is not None
    assert [p.result for p in match.players.all()] == ["win", "loss"]
    best = Rating.objects.get(bot=winner)
    assert best.mu > Rating.objects.get(bot=loser).mu
    assert (best.matches, best.wins, best.losses) == (1, 1, 0)
    assert list(RatingEvent.objects.values_list("sequence", flat=True)) == [1, 2]


def test_the_same_result_again_changes_nothing() -> None:
    ladder = make_ladder()
    match = make_match(ladder, [make_bot(), make_bot()])
    attempt = claim_match(match_id=match.pk, worker="w")
    assert attempt == 1
    report = report_of(match, [1, 2])
    assert record_result(match_id=match.pk, attempt=attempt, report=report)
    assert not record_result(match_id=match.pk, attempt=attempt, report=report)
    assert RatingEvent.objects.count() == 2


def test_another_result_is_a_conflict() -> None:
    match = finish(make_match(make_ladder(), [make_bot(), make_bot()]), [1, 2])
    with pytest.raises(ConflictError):
        record_result(match_id=match.pk, attempt=1, report=report_of(match, [2, 1]))


def test_only_the_holder_of_the_claim_is_heard() -> None:
    match = make_match(make_ladder(), [make_bot(), make_bot()])
    claim_match(match_id=match.pk, worker="w")
    with pytest.raises(ConflictError):
        record_result(match_id=match.pk, attempt=7, report=report_of(match, [1, 2]))


def test_a_challenge_is_not_rated() -> None:
    match = finish(make_match(make_ladder(), [make_bot(), make_bot()], MatchKind.CHALLENGE), [1, 2])
    assert match.rated_at is None
    assert not RatingEvent.objects.exists()


def test_a_fault_is_told_in_words_and_kept_for_the_owner() -> None:
    match = finish(make_match(make_ladder(), [make_bot(), make_bot()]), [1, 2], faults=["", "timeout"])
    player = match.players.get(index=1)
    assert (player.fault, player.fault_reason) == ("timeout", "It did that.")
    log: dict[str, Any] = records.load(player.log_key)
    assert log["faults"][0]["answer"] == "answer"
    public = records.load(match.record_key)
    assert "answer" not in public["faults"][0]


def test_a_match_is_claimed_by_one_only() -> None:
    match = make_match(make_ladder(), [make_bot(), make_bot()])
    assert claim_match(match_id=match.pk, worker="a") == 1
    assert claim_match(match_id=match.pk, worker="b") is None
