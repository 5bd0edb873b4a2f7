"""From "start this bot" to its first answer: in the sandbox from the warm pool, cold, and bare.

Bare is `python3 bot.py` with pipes and nothing else, as `subprocess` starts it. Rounds are interleaved; the
pool has time to refill between them, as it has between two matches.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from bots import protocol
from bots.build import build
from bots.languages import LANGUAGES
from bots.manifest import BuiltBot
from bots.match import Clock
from bots.sandbox import Level, Sandbox
from tests.bench.channel import PROGRAMS

ROUNDS = 40
_START = protocol.start(
    game="ten", options={}, seat=0, teams=(0, 1), names=("a", "b"), leg=1, legs=1, clock=Clock()
)


def _sandboxed_ms(sandbox: Sandbox, built: BuiltBot, core: int) -> float:
    sandbox.pool.fill()
    time.sleep(0.05)  # a spare interpreter imports while nobody waits
    before = time.perf_counter()
    process = sandbox.start(built, core=core)
    process.ask(_START, cpu_ms=5000, wall_ms=10_000)
    taken = time.perf_counter() - before
    process.close()
    return taken * 1000


def _bare_ms(command: list[str]) -> float:
    before = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(_START + b"\n")
        process.stdout.read(64)
        taken = time.perf_counter() - before
        process.kill()
    return taken * 1000


def main() -> None:
    """Measure and print a table."""
    core = max(os.sched_getaffinity(0))
    python = LANGUAGES["python"].toolchain()
    assert python is not None
    with (
        tempfile.TemporaryDirectory() as place,
        Sandbox.open(accept=Level.RLIMITS, warm=2) as warm,
        Sandbox.open(accept=Level.RLIMITS, warm=0) as cold,
    ):
        typical, echo = PROGRAMS / "typical_bot.py", PROGRAMS / "echo.c"
        bots = [build(p.read_bytes(), p.name, cache=Path(place), sandbox=warm) for p in (typical, echo)]
        interpreter = next((b.source / "bin/python3" for b in python.binds), python.tools["python"])
        runs: dict[str, Callable[[], float]] = {
            "Python, bare": lambda: _bare_ms([str(interpreter), str(typical)]),
            "Python, cold": lambda: _sandboxed_ms(cold, bots[0], core),
            "Python, warm": lambda: _sandboxed_ms(warm, bots[0], core),
            "C, bare": lambda: _bare_ms([str(bots[1].directory / "bot")]),
            "C, cold": lambda: _sandboxed_ms(cold, bots[1], core),
            "C, warm": lambda: _sandboxed_ms(warm, bots[1], core),
        }
        for run in runs.values():
            run()
        results = {name: [] for name in runs}  # type: dict[str, list[float]]
        for _ in range(ROUNDS):
            for name, run in runs.items():
                results[name].append(run())
        _report(warm.describe(), {name: median(times) for name, times in results.items()})


def _report(level: str, results: dict[str, float]) -> None:
    goals = {"Python, warm": "goal below 1", "Python, cold": "goal 1.7"}
    sys.stdout.write(f"{level}\n")
    for name, milliseconds in results.items():
        bare = results[f"{name.split(',')[0]}, bare"]
        ratio = milliseconds / bare
        sys.stdout.write(f"{name:14} {milliseconds:7.2f} ms  x{ratio:5.2f}  {goals.get(name, '')}\n")


if __name__ == "__main__":
    main()
