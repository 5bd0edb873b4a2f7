"""Play a match that this worker has claimed, outside any transaction."""

from __future__ import annotations

import structlog

from arena import live
from arena.errors import ConflictError
from arena.matches import runner
from arena.matches.leases import Heartbeat, claim_match, release_match, worker_name
from arena.matches.models import Match, MatchStatus
from arena.matches.results import record_result
from bots.errors import BuildError, RunnerError

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
        with Heartbeat(match_id, attempt):
            report = runner.play_match(match, players)
        return record_result(match_id=match_id, attempt=attempt, report=report)
    except ConflictError as taken:  # cancelled, or swept and played by another
        log.info("result_refused", match=match_id, reason=taken.detail)
        return False
    except (RunnerError, BuildError, OSError) as failed:
        log.exception("match_failed", match=match_id)
        release_match(match_id=match_id, attempt=attempt, reason=f"The worker failed: {failed}")
        return False
    except Exception:
        log.exception("match_failed", match=match_id)
        release_match(match_id=match_id, attempt=attempt, reason="The worker failed; its log says why.")
        return False
