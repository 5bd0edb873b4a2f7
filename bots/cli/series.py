"""Plays many matches between the same bots, one after the other or on several cores at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from hashlib import sha256
from queue import SimpleQueue

from bots.cli.worker import Worker
from bots.manifest import BuiltBot
from bots.match import MatchPlan, MatchReport
from bots.referee import play
from bots.sandbox import Level, Sandbox


@contextmanager
def local_sandbox() -> Iterator[Sandbox]:
    """Open the strongest sandbox this machine has: the bots here are the user's own. SandboxError: none."""
    with Sandbox.open(accept=Level.LITE) as sandbox:
        yield sandbox


def seed_of(text: str, number: int, games: int) -> bytes:
    """Give the seed of a match: 64 hexadecimal digits as they are for a single one, else of a text."""
    if games == 1 and len(text) == 64 and all(char in "0123456789abcdefABCDEF" for char in text):
        return bytes.fromhex(text)
    return sha256(f"{text}/{number}".encode()).digest()


def plans(plan: MatchPlan, *, seed: str, games: int) -> list[MatchPlan]:
    """Lay out a series: the same match with a seed of its own each."""
    return [replace(plan, seed=seed_of(seed, number, games)) for number in range(games)]


def play_here(
    todo: Sequence[MatchPlan], bots: Sequence[BuiltBot], sandbox: Sandbox,
    *, on_leg: Callable[[], object] = lambda: None,
) -> Iterator[MatchReport]:  # fmt: skip
    """Play the matches in this process, in order."""
    for plan in todo:
        counter = _LegCounter(on_leg)
        yield play(plan, bots, sandbox=sandbox, core=_core(0), on_step=counter.on_step)
        counter.finish(plan.legs)


def lightened(report: MatchReport) -> MatchReport:
    """Keep of a match what its result needs: a long series would fill the memory with transcripts."""
    legs = tuple(replace(leg, record=replace(leg.record, steps=()), think_ms=()) for leg in report.legs)
    players = tuple(replace(player, transcript=(), log=b"", notes=()) for player in report.players)
    return replace(report, legs=legs, players=players)


class _LegCounter:
    """Tells of every leg once, though the referee tells of steps."""

    def __init__(self, on_leg: Callable[[], object]) -> None:
        self._on_leg = on_leg
        self._told = 0
        self._now: tuple[int, int] | None = None

    def on_step(self, leg: int, table: int, *_: object) -> None:
        if self._now not in (None, (leg, table)):
            self._told += 1
            self._on_leg()
        self._now = (leg, table)

    def finish(self, legs: int) -> None:
        for _ in range(max(0, legs - self._told)):
            self._on_leg()


def play_apart(
    todo: Sequence[MatchPlan], bots: Sequence[BuiltBot], *, processes: int
) -> Iterator[MatchReport]:
    """Play the matches in several processes, each on a core of its own; reports come in order."""
    workers: list[Worker] = []
    idle: SimpleQueue[Worker] = SimpleQueue()
    threads = ThreadPoolExecutor(processes)
    try:
        for number in range(processes):
            workers.append(Worker(bots, _core(number)))
            idle.put(workers[-1])
        yield from threads.map(partial(_play_one, idle), todo)
        for worker in workers:
            worker.dismiss()
    except BaseException:
        for worker in workers:
            worker.kill()
        raise
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.close()


def _play_one(idle: SimpleQueue[Worker], plan: MatchPlan) -> MatchReport:
    worker = idle.get()
    try:
        return worker.play(plan)
    finally:
        idle.put(worker)


def cores() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0))


def _core(number: int) -> int | None:
    usable = sorted(os.sched_getaffinity(0))
    return usable[number % len(usable)] if len(usable) > 1 else None
