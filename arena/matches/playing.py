"""Play a match that this worker has claimed, outside any transaction."""

from __future__ import annotations

import structlog
from structlog.contextvars import bound_contextvars

from arena import live
from arena.errors import ConflictError
from arena.matches import runner
from arena.matches.leases import FAILED, Heartbeat, claim_match, release_match, renew_lease, worker_name
from arena.matches.models import Match, MatchPlayer, MatchStatus
from arena.matches.results import record_played
from arena.matches.workers import count_match
from bots.errors import BuildError
from bots.match import MatchReport

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
    match = Match.objects.select_related("ladder").get(pk=match_id)
    players = list(match.players.select_related("bot", "version").order_by("index"))
    bots = [player.bot.name for player in players]
    with bound_contextvars(match=match_id, bots=bots, worker=match.worker, attempt=attempt):
        return _play(match, players, attempt)


def _play(match: Match, players: list[MatchPlayer], attempt: int) -> bool:
    try:
        with Heartbeat(lambda: renew_lease(match_id=match.pk, attempt=attempt)):
            report = runner.play_match(match, players)
        recorded = record_played(match=match, players=players, attempt=attempt, report=report)
    except ConflictError as taken:  # cancelled, or swept and played by another
        log.info("result_refused", reason=taken.detail)
        return False
    except Exception as failed:
        failure = _why(failed)
        log.exception("match_failed", failure=failure)
        release_match(match_id=match.pk, attempt=attempt, reason=FAILED, failure=failure)
        count_match(void=True)
        return False
    _account(report)
    return recorded


def _account(report: MatchReport) -> None:
    faults = [str(player.fault) for player in report.players if player.fault]
    count_match(faults=len(faults))
    log.info("match_finished", legs=len(report.legs), faults=faults)


def _why(failed: Exception) -> str:
    """Say what failed, with the end of a build's log: it mostly names the error."""
    log_end = failed.log.strip()[-200:] if isinstance(failed, BuildError) else ""
    return f"{type(failed).__name__}: {failed}" + (f" {log_end}" if log_end else "")
