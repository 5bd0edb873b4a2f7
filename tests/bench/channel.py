"""A question to a sandboxed bot and its answer, beside the bare pipe between two C programs on one core.

The referee's side is what a leg does for every question: the message is written with orjson, sent and waited
for under both clocks and all limits, and the answer is read. Rounds are interleaved; of each the median
counts, and of those the median again.
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
from bots.match import Clock
from bots.process import BotProcess
from bots.referee import pinned
from bots.sandbox import Level, Sandbox

PROGRAMS = Path(__file__).parent / "programs"
ROUNDS, TRIPS = 20, 2000
GOALS = {"echo.c": 4.0, "json_bot.py": 6.0}
_STATE = {
    "round": 3, "hand": [12, 13, 14, 25, 36, 47, 58, 69], "row": [[71, 72], [81], [15, 16, 17], [23]],
    "players": [{"seat": seat, "cards": 8, "points": 17 + seat, "passed": False} for seat in range(4)],
    "deck": 31, "turn_of": 2, "last": {"do": "bid", "amount": 3, "seat": 1},
}  # fmt: skip
_LEGAL = [{"do": "bid", "amount": amount, "card": 17} for amount in range(4)]


def question(turn: int) -> bytes:
    """Write a message of the size that games have in the middle."""
    return protocol.act(turn=turn, phase="auction", state=_STATE, events=[], legal=_LEGAL, bank_ms=9000)


def trip(process: BotProcess, turn: int) -> None:
    """Ask once, as a leg does."""
    process.send(question(turn))
    line = process.receive(cpu_ms=1000, wall_ms=5000)
    protocol.read(line)


def median_trip_us(process: BotProcess) -> float:
    """Ask many times; give the median in microseconds."""
    times = []
    for turn in range(TRIPS):
        before = time.perf_counter_ns()
        trip(process, turn)
        times.append(time.perf_counter_ns() - before)
    return median(times) / 1000


def _floor_us(binary: Path, core: int) -> float:
    done = subprocess.run([binary, str(TRIPS), str(core)], capture_output=True, text=True, check=True)
    return int(done.stdout) / 1000


def main() -> None:
    """Measure and print a table."""
    core = max(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as place, Sandbox.open(accept=Level.RLIMITS, warm=0) as sandbox:
        floor = Path(place) / "pipes"
        subprocess.run(["gcc", "-O2", "-o", floor, PROGRAMS / "pipes.c"], check=True)
        processes = {name: _started(name, Path(place), sandbox, core) for name in GOALS}
        runs: dict[str, Callable[[], float]] = {"C to C": lambda: _floor_us(floor, core)}
        runs |= {name: lambda p=process: median_trip_us(p) for name, process in processes.items()}  # type: ignore[misc]
        with pinned(core):
            results = {name: [] for name in runs}  # type: dict[str, list[float]]
            for _ in range(ROUNDS):
                for name, run in runs.items():
                    results[name].append(run())
        for process in processes.values():
            process.close()
        _report(sandbox.describe(), {name: median(times) for name, times in results.items()})


def _started(name: str, cache: Path, sandbox: Sandbox, core: int) -> BotProcess:
    built = build((PROGRAMS / name).read_bytes(), name, cache=cache, sandbox=sandbox)
    process = sandbox.start(built, core=core)
    clock = Clock()
    start = protocol.start(
        game="ten", options={}, seat=0, teams=(0, 1), names=("a", "b"), leg=1, legs=1, clock=clock
    )
    protocol.read_ready(process.ask(start, cpu_ms=clock.start_ms, wall_ms=10_000))
    return process


def _report(level: str, results: dict[str, float]) -> None:
    floor = results["C to C"]
    sys.stdout.write(f"{level}; {len(question(1))} bytes down\n")
    for name, microseconds in results.items():
        goal = f"goal {GOALS[name]:.0f}" if name in GOALS else ""
        sys.stdout.write(f"{name:14} {microseconds:7.2f} us  x{microseconds / floor:5.2f}  {goal}\n")


if __name__ == "__main__":
    main()
