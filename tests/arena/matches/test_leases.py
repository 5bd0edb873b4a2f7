"""Lost workers, failing workers, lost messages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.matches.leases import claim_match, release_match, renew_lease, sweep_matches
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.matches.services import resend
from arena.queue import backlog
from tests.factories import make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db


def _claimed(kind: MatchKind = MatchKind.LADDER) -> Match:
    match = make_match(make_ladder(), [make_bot(), make_bot()], kind)
    claim_match(match_id=match.pk, worker="gone/1")
    return match


def _lose(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_lost_match_is_queued_again() -> None:
    match = _claimed()
    assert sweep_matches() == 0
    _lose(match)
    assert sweep_matches() == 1
    match.refresh_from_db()
    assert (match.status, match.worker, match.attempts) == (MatchStatus.QUEUED, "", 1)
    assert "gone/1" in match.failure
    assert "gone/1" not in match.status_reason


def test_the_third_loss_makes_it_void() -> None:
    match = _claimed()
    for _ in range(2):
        _lose(match)
        sweep_matches()
        claim_match(match_id=match.pk, worker="gone/1")
    _lose(match)
    sweep_matches()
    match.refresh_from_db()
    assert (match.status, match.attempts) == (MatchStatus.VOID, 3)


def test_a_lost_check_match_is_not_played_again() -> None:
    match = _claimed(MatchKind.CHECK)
    _lose(match)
    sweep_matches()
    match.refresh_from_db()
    assert match.status == MatchStatus.VOID


def test_a_claim_of_an_earlier_attempt_is_worth_nothing() -> None:
    match = _claimed()
    _lose(match)
    sweep_matches()
    assert claim_match(match_id=match.pk, worker="next/2") == 2
    assert not renew_lease(match_id=match.pk, attempt=1)
    assert release_match(match_id=match.pk, attempt=1, reason="late") is None
    assert renew_lease(match_id=match.pk, attempt=2)


def _waiting_for(match: Match, seconds: int) -> None:
    Match.objects.filter(pk=match.pk).update(queued_at=timezone.now() - timedelta(seconds=seconds))


def _unsent() -> Match:
    """Make a match whose message is lost: its transaction here never commits, so none was sent."""
    return make_match(make_ladder(), [make_bot(), make_bot()])


def test_a_lost_message_is_sent_again_once_a_minute() -> None:
    match = _unsent()
    assert sweep_matches() == 0
    _waiting_for(match, 61)
    assert sweep_matches() == 1
    assert sweep_matches() == 0


def test_a_match_whose_message_still_waits_in_a_long_queue_is_not_sent_again() -> None:
    waits, lost = _unsent(), _unsent()
    resend(waits)
    _waiting_for(waits, 61)
    _waiting_for(lost, 90)
    assert backlog() == 1
    assert sweep_matches() == 1
    lost.refresh_from_db()
    assert lost.queued_at > timezone.now() - timedelta(seconds=30)
    assert backlog() == 2
    _waiting_for(waits, 61)
    assert sweep_matches() == 0
