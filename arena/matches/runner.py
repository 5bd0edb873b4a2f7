"""The one place where the service meets the machinery that builds and runs bots."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from arena import storage
from arena.live import Broadcast
from arena.matches.models import Match, MatchPlayer
from arena.submissions.models import Version
from bots.manifest import BuiltBot
from bots.match import Clock, MatchPlan, MatchReport
from bots.referee import play
from bots.sandbox import Level, Sandbox


@lru_cache(maxsize=1)
def sandbox() -> Sandbox:
    """Open this process's sandbox, once; it refuses (RunnerError) where isolation does not hold."""
    return Sandbox.open(accept=Level(settings.SANDBOX_LEAST))


def build_version(version: Version) -> BuiltBot:
    """Build an upload, or take it from this machine's cache. BuildError is the author's fault."""
    from bots.build import build

    source = storage.get(version.source_key)
    cache = Path(settings.BUILD_CACHE)
    cache.mkdir(parents=True, exist_ok=True)
    return build(source, version.filename, cache=cache, sandbox=sandbox())


def plan_of(match: Match, players: Sequence[MatchPlayer]) -> MatchPlan:
    """Give the referee's plan of a match."""
    return MatchPlan(
        game=match.game, seats=match.seats, options=match.options, legs=match.legs,
        seed=bytes.fromhex(match.seed), names=tuple(player.bot.name for player in players),
        mirror=match.mirror,
        clock=Clock(match.move_ms, match.bank_ms, match.start_ms),
    )  # fmt: skip


def play_match(match: Match, players: Sequence[MatchPlayer]) -> MatchReport:
    """Build what is not built yet and play. RunnerError is our fault."""
    plan = plan_of(match, players)
    built = [build_version(player.version) for player in players]
    broadcast = Broadcast(match.pk, plan, delay_s=match.live_delay_s, attempt=match.attempts)
    report = play(plan, built, sandbox=sandbox(), core=own_core(), on_step=broadcast.on_step)
    broadcast.close()
    return report


def own_core() -> int | None:
    """Choose this worker process's core: matches of one process always share it."""
    cores = sorted(os.sched_getaffinity(0))
    return cores[os.getpid() % len(cores)] if len(cores) > 1 else None
