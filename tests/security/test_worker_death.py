"""A worker that is killed takes its bots with it, whenever it happens; what is stuck is swept later."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bots.sandbox import Level, Sandbox
from bots.sandbox.bwrap import MARK
from bots.sandbox.owners import sweep_processes
from tests.security.groups import groups_of

_ROOT = Path(__file__).parent.parent.parent
_WORKER = """
import sys, time
from pathlib import Path
from bots.build import build
from bots.sandbox import Sandbox, Level
from tests.security.battery import ZOO
sandbox = Sandbox.open(accept=Level.RLIMITS)
cache = Path(sys.argv[1])
built = build((ZOO / f"{sys.argv[2]}.py").read_bytes(), "bot.py", cache=cache, sandbox=sandbox)
print("ready", flush=True)
processes = []
for _ in range(3):
    process = sandbox.start(built)
    process.send(b'{"type": "start"}')
    processes.append(process)
sandbox.pool.fill()
print("running", flush=True)
time.sleep(600)
"""


def _marked(worker: int) -> list[int]:
    """List the sandboxes of a worker: its mark is in their command lines."""
    found = []
    for path in Path("/proc").iterdir():
        try:
            if path.name.isdigit() and f"{MARK}:{worker}:".encode() in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def _gone(worker: int, seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while _marked(worker) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not _marked(worker)


def _start(cache: Path, bot: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _WORKER, str(cache), bot], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
    )  # fmt: skip


@pytest.mark.parametrize("bot", ["plain", "ignores_sigterm", "daemonises"])
def test_bots_die_with_their_worker(tmp_path: Path, bot: str) -> None:
    with _start(tmp_path, bot) as worker:
        assert worker.stdout is not None
        assert [worker.stdout.readline() for _ in range(2)] == ["ready\n", "running\n"]
        assert len(_marked(worker.pid)) >= 3
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        assert _gone(worker.pid)


@pytest.mark.parametrize("delay_ms", [0, 1, 2, 3, 5, 8, 13, 21])
def test_a_worker_killed_while_it_starts_bots_leaves_none(tmp_path: Path, delay_ms: int) -> None:
    with _start(tmp_path, "plain") as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        time.sleep(delay_ms / 1000)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    time.sleep(0.05)
    sweep_processes()  # as the next worker does at its start
    assert _gone(worker.pid)


def test_slots_and_groups_of_the_dead_are_swept_at_the_next_start(tmp_path: Path) -> None:
    with _start(tmp_path, "plain") as worker:
        assert worker.stdout is not None
        assert [worker.stdout.readline() for _ in range(2)] == ["ready\n", "running\n"]
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        assert _gone(worker.pid)
    with Sandbox.open(accept=Level.RLIMITS):
        assert not groups_of(worker.pid)
        assert not list(Path("/tmp").glob(f"arena-slots-{worker.pid}-*"))
