"""Play a match that this worker has claimed, outside any transaction."""

from __future__ import annotations

import structlog

from arena import live
from arena.errors import ConflictError
from arena.matches import runner
from arena.matches.leases import FAILED, Heartbeat, claim_match, release_match, renew_lease, worker_name
from arena.matches.models import Match, MatchStatus
from arena.matches.results import record_result
from arena.matches.workers import count_match

log = structlog.get_logger(__name__)


def claim_and_play(*, match_id: int) -> bool:
    """Claim a match and play it to its end. False: somebody else has it, or it was taken back."""
    attempt = claim_match(match_id=match_id, worker=worker_name())
    if attempt is None:
        return False
    live.match_changed(match_id, status=MatchStatus.RUNNING)
    return play_claimed(match_id=match_id, attempt=attempt)


def play_claimed(*, match_id: int, attempt: int) -> bool:
    """Play and record; whatever of ours fails gives the match back."""
    match = Match.objects.get(pk=match_id)
    players = list(match.players.select_related("bot", "version").order_by("index"))
    try:
        with Heartbeat(lambda: renew_lease(match_id=match_id, attempt=attempt)):
            report = runner.play_match(match, players)
        recorded = record_result(match_id=match_id, attempt=attempt, report=report)
    except ConflictError as taken:  # cancelled, or swept and played by another
        log.info("result_refused", match=match_id, reason=taken.detail)
        return False
    except Exception as failed:
        log.exception("match_failed", match=match_id)
        failure = f"{type(failed).__name__}: {failed}"
        release_match(match_id=match_id, attempt=attempt, reason=FAILED, failure=failure)
        count_match(void=True)
        return False
    count_match(faults=sum(bool(player.fault) for player in report.players))
    return recorded
