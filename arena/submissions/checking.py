"""From an upload to an active version: built in the sandbox, then a short match in every game it enters."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from arena import live
from arena.accounts.services import audit
from arena.errors import UnavailableError
from arena.ladders.selectors import check_terms
from arena.ladders.services import enter_ladders
from arena.matches import playing, runner
from arena.matches.leases import Heartbeat, claim_match, lease_end, worker_name
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.matches.selectors import player_log
from arena.matches.services import create_match
from arena.matches.terms import Terms
from arena.queue import Task, enqueue_after_commit, send
from arena.submissions.models import Bot, Version, VersionStatus
from arena.submissions.selectors import sparring_partner
from arena.submissions.services import lock_ratings
from bots.check import entry, sentence
from bots.errors import BuildError
from games import GAMES

log = structlog.get_logger(__name__)

LOG_EXCERPT = 4000
GAVE_UP = (
    "Something of ours failed, several times: it is not your fault, and the operators know. Upload it again."
)


def build_version(*, version_id: int) -> bool:
    """Build an upload that nobody builds yet; the check comes next. False: there was nothing to do."""
    version = _take(version_id, VersionStatus.UPLOADED, VersionStatus.BUILDING)
    if version is None:
        return False
    with _named(version):
        return _build(version)


def _take(version_id: int, before: VersionStatus, after: VersionStatus) -> Version | None:
    """Claim a version; None when there is nothing to do."""
    if not _claim(version_id, before, after):
        return None
    version = Version.objects.select_related("bot__owner").get(pk=version_id)
    _tell(version, after)
    return version


def _named(version: Version) -> AbstractContextManager[None]:
    """Put the ids of what is done into every line of the log."""
    return bound_contextvars(bot=version.bot.name, version=version.number, worker=version.worker)


def _build(version: Version) -> bool:
    try:
        with _held(version):
            built = runner.build_version(version)
        games = _entered_games(built.manifest.games)
    except BuildError as bad:
        reject_version(version=version, reason=_why_not_built(bad), build_log=bad.log)
        return True
    except Exception as failed:
        log.exception("build_failed")
        _give_back(version, VersionStatus.UPLOADED, failed)
        return False
    _built(version, language=built.language, build_log=built.log, games=games)
    return True


def _tell(version: Version, status: VersionStatus) -> None:
    live.version_changed(version.bot.name, version.number, status=status)


def _why_not_built(bad: BuildError) -> str:
    """Say why there is no bot, with the last line of the log: it mostly names the error."""
    last = (bad.log.strip().splitlines() or [""])[-1].strip()
    return f"It does not build: {bad.detail}" + (f" It ends with: {last[:200]}" if last else "")


def _held(version: Version) -> Heartbeat:
    """Keep the claim on a version for as long as it takes."""
    held = Version.objects.filter(pk=version.pk, worker=version.worker, attempts=version.attempts)
    return Heartbeat(lambda: held.update(lease_until=lease_end()) == 1)


def _claim(version_id: int, before: VersionStatus, after: VersionStatus) -> bool:
    """Take a version by compare-and-swap: free, or held by a worker that is lost."""
    free = Q(lease_until=None) | Q(lease_until__lt=timezone.now())
    taken = Version.objects.filter(free, pk=version_id, status=before, attempts__lt=settings.MATCH_ATTEMPTS)
    claimed = taken.update(
        status=after, worker=worker_name(), lease_until=lease_end(), attempts=F("attempts") + 1
    )
    return claimed == 1


def _entered_games(named: tuple[str, ...]) -> list[str]:
    unknown = [game for game in named if game not in GAMES]
    if unknown:
        raise BuildError(f"There is no game {unknown[0]!r}; the games are: {', '.join(GAMES)}.")
    return list(named)


def _give_back(version: Version, status: VersionStatus, failed: Exception) -> None:
    """Leave a version to the next try, or refuse it in the end; what failed is in our log."""
    if version.attempts >= settings.MATCH_ATTEMPTS:
        reject_version(version=version, reason=GAVE_UP)
        audit(actor=None, action="gave_up", target=version, reason=f"{type(failed).__name__}: {failed}")
        return
    Version.objects.filter(pk=version.pk).update(
        status=status, lease_until=None, status_reason="Something of ours failed; it is tried again."
    )


@transaction.atomic
def _built(version: Version, *, language: str, build_log: str, games: list[str]) -> None:
    Version.objects.filter(pk=version.pk, status=VersionStatus.BUILDING).update(
        status=VersionStatus.CHECKING, status_reason="", language=language,
        build_log=build_log[-LOG_EXCERPT:], games=games or version.bot.games,
        lease_until=None, worker="", attempts=0,
    )  # fmt: skip
    enqueue_after_commit(Task.CHECK_VERSION, version.pk)
    transaction.on_commit(lambda: log.info("version_built", language=language))


@transaction.atomic
def reject_version(
    *, version: Version, reason: str, build_log: str = "", report: list[Any] | None = None
) -> None:
    """Refuse a version, with the reason in words; a bot that played with it stands without one."""
    Version.objects.filter(pk=version.pk).update(
        status=VersionStatus.REJECTED, status_reason=reason[:1000], checked_at=timezone.now(),
        lease_until=None,
        build_log=build_log[-LOG_EXCERPT:] if build_log else F("build_log"), check_report=report or [],
    )  # fmt: skip
    lock_ratings(version.bot)
    if Bot.objects.filter(pk=version.bot_id, active_version=version).update(active_version=None):
        version.bot.ratings.update(is_active=False)
    transaction.on_commit(lambda: log.info("version_rejected", bot=version.bot.name, reason=reason))
    transaction.on_commit(lambda: _tell(version, VersionStatus.REJECTED))


def check_version(*, version_id: int) -> bool:
    """Let a built version play a short match in each game it enters, then accept or refuse it."""
    version = _take(version_id, VersionStatus.CHECKING, VersionStatus.CHECKING)
    if version is None:
        return False
    with _named(version):
        return _check(version)


def _check(version: Version) -> bool:
    try:
        with _held(version):
            report = [_check_game(version, game) for game in version.games or version.bot.games]
    except Exception as failed:
        log.exception("check_failed")
        _give_back(version, VersionStatus.CHECKING, failed)
        return False
    failures = [checked for checked in report if not checked["ok"]]
    if failures:
        reject_version(version=version, reason=sentence(failures[0]), report=report)
    else:
        activate_version(version=version, report=report)
        log.info("version_accepted")
    return True


def _check_game(version: Version, game: str) -> dict[str, Any]:
    """Play one check match and say how it went, with the transcript of a fault."""
    terms, players = check_terms(game)
    match = _play_check(version, game, terms, players)
    player = match.players.get(index=0)
    own = player_log(player)
    return {**entry(game, fault=player.fault, log=own), "match": match.pk}


def _play_check(version: Version, game: str, terms: Terms, players: int) -> Match:
    opponent = sparring_partner(game) or version
    match = create_match(kind=MatchKind.CHECK, versions=[version, *[opponent] * (players - 1)], terms=terms)
    attempt = claim_match(match_id=match.pk, worker=worker_name())
    if attempt is not None:
        playing.play_claimed(match_id=match.pk, attempt=attempt)
    match.refresh_from_db()
    if match.status != MatchStatus.FINISHED:
        raise UnavailableError(f"The check match was not played: {match.status_reason}")
    return match


@transaction.atomic
def activate_version(*, version: Version, report: list[Any]) -> None:
    """Let a version play for its bot: the one before retires, unless a newer one is active already."""
    lock_ratings(version.bot)
    bot = (
        Bot.objects.select_for_update(of=("self",), no_key=True)
        .select_related("active_version", "owner")
        .get(pk=version.bot_id)
    )
    version.refresh_from_db(fields=["games"])
    is_old = bot.active_version is not None and bot.active_version.number > version.number
    Version.objects.filter(pk=version.pk).update(
        status=VersionStatus.RETIRED if is_old else VersionStatus.ACTIVE, checked_at=timezone.now(),
        status_reason="A newer version is active." if is_old else "", lease_until=None, check_report=report,
    )  # fmt: skip
    if is_old:
        return
    bot.versions.filter(status=VersionStatus.ACTIVE).exclude(pk=version.pk).update(
        status=VersionStatus.RETIRED
    )
    bot.active_version, bot.games = version, version.games or bot.games
    if bot.owner.is_active:
        bot.paused_at, bot.paused_reason, bot.fault_streak, bot.resumed_at = None, "", 0, timezone.now()
    bot.save(
        update_fields=["active_version", "games", "paused_at", "paused_reason", "fault_streak", "resumed_at"]
    )
    if bot.paused_at is None and bot.retired_at is None:
        enter_ladders(bot=bot)
        enqueue_after_commit(Task.MATCHMAKE)
    transaction.on_commit(lambda: _tell(version, VersionStatus.ACTIVE))


def sweep_versions() -> int:
    """Send again what lost workers and lost messages have left; return how many."""
    now = timezone.now()
    Version.objects.filter(status=VersionStatus.BUILDING, lease_until__lt=now).update(
        status=VersionStatus.UPLOADED, lease_until=None
    )
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    waiting = Version.objects.filter(free, attempts__lt=settings.MATCH_ATTEMPTS)
    tasks = {VersionStatus.UPLOADED: Task.BUILD_VERSION, VersionStatus.CHECKING: Task.CHECK_VERSION}
    count = 0
    for status, task in tasks.items():
        for version in waiting.filter(status=status, created_at__lt=now - timedelta(seconds=10))[:200]:
            send(task, version.pk)
            count += 1
    return count
