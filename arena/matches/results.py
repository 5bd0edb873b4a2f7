"""Record results: one transaction that ends a match exactly once, rates it and looks after its bots."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

import structlog
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from arena import live
from arena.errors import ConflictError
from arena.matches import records
from arena.matches.models import Match, MatchKind, MatchPlayer, MatchStatus
from arena.queue import Task, enqueue_after_commit
from arena.ratings.badges import badge_of
from arena.ratings.maths import result_of
from arena.ratings.services import rate_match
from arena.rows import update_rows
from arena.submissions.services import note_outcomes
from bots.match import MatchReport

log = structlog.get_logger(__name__)

_PAUSES_S = (0.05, 0.2, 1.0)
_PLAYER_FIELDS = (
    "rank", "points", "result", "fault", "fault_reason", "forfeits", "badge_level", "badge", "cpu_ms",
    "peak_memory_kb", "log_key",
)  # fmt: skip


def record_result(*, match_id: int, attempt: int, report: MatchReport) -> bool:
    """End a running match with its result. False when the same was recorded before; ConflictError otherwise.

    Locks, in this order: the match, its ladder, the ratings by key, the bots by key.
    """
    match = Match.objects.select_related("ladder").get(pk=match_id)
    players = list(match.players.select_related("bot").order_by("index"))
    return record_played(match=match, players=players, attempt=attempt, report=report)


def record_played(*, match: Match, players: Sequence[MatchPlayer], attempt: int, report: MatchReport) -> bool:
    """Do so for a match that was read before it was played, with its ladder, players and bots."""
    record_key = records.store_record(report)
    for player in players:
        _fill_in(player, report)
    return _until_unlocked(lambda: _record(match, attempt, report, record_key, players))


def _until_unlocked(record: Callable[[], bool]) -> bool:
    """Try again when the database broke up a deadlock or was locked for too long: nothing was written."""
    for pause_s in _PAUSES_S:
        try:
            return record()
        except OperationalError as locked:
            log.warning("result_tried_again", error=str(locked))
            time.sleep(pause_s * random.uniform(0.5, 1.5))
            connection.close_if_unusable_or_obsolete()
    return record()


def _record(
    match: Match, attempt: int, report: MatchReport, record_key: str, players: Sequence[MatchPlayer]
) -> bool:
    """Write everything, or nothing; what was read of the match before never changes."""
    now = timezone.now()
    with transaction.atomic():
        held = Match.objects.filter(pk=match.pk, status=MatchStatus.RUNNING, attempts=attempt)
        taken = held.update(
            status=MatchStatus.FINISHED, finished_at=now, lease_until=None, record_key=record_key,
            digest=report.digest, rated_at=now if match.kind == MatchKind.LADDER else None,
        )  # fmt: skip
        if not taken:
            return _recorded_before(match.pk, record_key)
        _settle(match, players)
    return True


def _recorded_before(match_id: int, record_key: str) -> bool:
    """Accept the same result twice, refuse another one."""
    match = Match.objects.get(pk=match_id)
    if match.status == MatchStatus.FINISHED and match.record_key == record_key:
        return False
    raise ConflictError(
        f"Match {match_id} is {match.status}: this result is not taken.", code="result_refused"
    )


def _settle(match: Match, players: Sequence[MatchPlayer]) -> None:
    update_rows(players, _PLAYER_FIELDS)
    if match.kind == MatchKind.LADDER:
        rate_match(match=match, players=players)
    if match.kind in {MatchKind.LADDER, MatchKind.TOURNAMENT}:
        note_outcomes([(player.bot, player.version_id, bool(player.fault)) for player in players])
    _tell(match)


def _fill_in(player: MatchPlayer, report: MatchReport) -> None:
    """Put a player's part of the result into its row, unsaved, and its log into storage."""
    part = report.players[player.index]
    reasons = [fault.reason for fault in report.faults if fault.player == player.index]
    player.rank, player.points, player.forfeits = part.rank, part.points, part.forfeits
    player.result = result_of(part.rank, report.ranks)
    player.fault, player.fault_reason = part.fault, reasons[0][:1000] if reasons else ""
    player.badge_level, player.badge = badge_of(report.plan, report.legs, player.index)
    player.cpu_ms, player.peak_memory_kb = part.cpu_ms, part.peak_memory_kb
    player.log_key = records.store_log(report, player.index, is_house=player.bot.is_house)


def _tell(match: Match) -> None:
    """Tell watchers, and the tournament the match belongs to, once the result is safe."""
    transaction.on_commit(lambda: live.match_changed(match.pk, status=MatchStatus.FINISHED))
    if match.kind == MatchKind.LADDER and match.ladder is not None:
        slug = match.ladder.slug
        transaction.on_commit(lambda: live.ladder_changed(slug, match=match.pk))
    if match.kind != MatchKind.TOURNAMENT:
        return
    for tournament in match.tournament_games.values_list("tournament_id", flat=True):
        enqueue_after_commit(Task.ADVANCE_TOURNAMENT, tournament)
