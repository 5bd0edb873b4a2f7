"""Games an hour and core for each game: whole matches of ten legs with sandboxed Python bots.

The bots choose at random with the standard library's json. What is counted is the CPU time of everything: the
engine, the referee, the sandboxes and the bots (which leave when told, and are counted as they are reaped).
A game is a leg.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from arena.ladders.defaults import DEFAULT_LADDERS
from bots.build import build
from bots.manifest import BuiltBot
from bots.match import MatchPlan, MatchReport, sides
from bots.referee import play
from bots.sandbox import Level, Sandbox
from tests.bench.channel import PROGRAMS

MATCHES = 5


def _cpu_s() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def main() -> None:
    """Measure every default ladder and print a table."""
    core = max(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as place, Sandbox.open(accept=Level.RLIMITS) as sandbox:
        source = PROGRAMS / "typical_bot.py"
        bot = build(source.read_bytes(), source.name, cache=Path(place), sandbox=sandbox)
        sys.stdout.write(f"{sandbox.describe()}; {MATCHES} matches each\n")
        sys.stdout.write(f"{'ladder':16}{'steps':>7}{'us/step':>9}{'games/h/core':>14}{'wall ms/game':>14}\n")
        for ladder in DEFAULT_LADDERS:
            plan = _plan(ladder.game, ladder.seats, ladder.options, ladder.legs)
            _measure(ladder.slug, plan, bot, sandbox, core)


def _plan(game: str, seats: int, options: dict[str, object], legs: int) -> MatchPlan:
    count = sides(game, seats=seats, options=options)
    names = tuple(f"bot{number}" for number in range(count if count > 1 else 2))
    return MatchPlan(game, seats, options, legs, bytes(32), names)


def _measure(slug: str, plan: MatchPlan, bot: BuiltBot, sandbox: Sandbox, core: int) -> None:
    bots = [bot] * len(plan.names)
    play(plan, bots, sandbox=sandbox, core=core)
    sandbox.pool.fill()
    cpu, wall = _cpu_s(), time.perf_counter()
    reports = [play(plan, bots, sandbox=sandbox, core=core) for _ in range(MATCHES)]
    cpu, wall = _cpu_s() - cpu, time.perf_counter() - wall
    _report(slug, reports, cpu, wall)


def _report(slug: str, reports: list[MatchReport], cpu: float, wall: float) -> None:
    assert not any(report.faults for report in reports), reports[0].faults
    games = sum(len(report.legs) for report in reports)
    steps = sum(len(leg.record.steps) for report in reports for leg in report.legs)
    sys.stdout.write(
        f"{slug:16}{steps / games:7.0f}{cpu / steps * 1e6:9.0f}{3600 * games / cpu:14,.0f}"
        f"{wall / games * 1000:14.1f}\n"
    )


if __name__ == "__main__":
    main()
