"""A worker that is killed takes its bots with it, whenever it happens; its guard clears away the rest."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.sandbox import Level, Sandbox, guard
from bots.sandbox.guard import MARK, start_time
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


# Dies as soon as bubblewrap has been started, again and again, in processes of its own.
_DIES_EARLY = """
import os, signal
from bots.program import Program
from bots.sandbox import Level, Limits, Sandbox, launcher
sandbox = Sandbox.open(accept=Level.RLIMITS, warm=0)
sandbox._guard.dismiss()
launcher._child_pid = lambda fd: os.kill(os.getpid(), signal.SIGKILL)
for _ in range(12):
    if (child := os.fork()) == 0:
        sandbox.launch(Program(sandbox.launcher.new_slot(), ("/usr/bin/true",)), Limits())
    os.waitpid(child, 0)
    print(child)
"""


def _commands() -> Iterator[tuple[int, bytes]]:
    for path in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if path.name.isdigit():
                yield int(path.name), (path / "cmdline").read_bytes()


def _marked(worker: int) -> list[int]:
    """List the sandboxes of a worker: its mark is in their command lines."""
    return [pid for pid, command in _commands() if f"{MARK}:{worker}:".encode() in command]


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
        guards = _guards(worker.pid)
        assert len(guards) == 1
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    _wait_until_ended(guards)
    assert not _marked(worker.pid)
    assert not _left(worker.pid)


def test_a_sandbox_whose_worker_dies_before_it_is_made_ends_by_itself() -> None:
    output = subprocess.run(
        [sys.executable, "-c", _DIES_EARLY], check=True, text=True, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
    ).stdout  # fmt: skip
    assert len(output.split()) == 12
    assert [worker for worker in output.split() if not _gone(int(worker))] == []


def test_what_a_guard_left_that_was_killed_too_is_swept_at_the_next_start(tmp_path: Path) -> None:
    with _start(tmp_path, "plain") as worker:
        assert worker.stdout is not None
        assert [worker.stdout.readline() for _ in range(2)] == ["ready\n", "running\n"]
        for guard in _guards(worker.pid):
            os.kill(guard, signal.SIGKILL)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        assert _gone(worker.pid)
    assert _left(worker.pid)
    with Sandbox.open(accept=Level.RLIMITS):
        assert not _left(worker.pid)


def test_a_worker_that_closes_its_sandbox_sends_its_guard_home() -> None:
    with Sandbox.open(accept=Level.RLIMITS, warm=0):
        guards = _guards(os.getpid())
    assert len(guards) >= 1
    assert len(_guards(os.getpid())) == len(guards) - 1


def test_a_guard_ends_when_its_worker_was_gone_before_it_came(tmp_path: Path) -> None:
    slots = tmp_path / "slots"
    slots.mkdir()
    command = [sys.executable, "-I", "-S", guard.__file__, str(os.getpid()), "1", str(slots)]
    subprocess.run(command, check=True, timeout=60)
    assert not slots.exists()


@pytest.mark.parametrize(("space", "is_ended"), [("here", True), ("1", False)])
def test_sandboxes_of_another_process_namespace_are_left_alone(space: str, is_ended: bool) -> None:
    space = guard.namespace() if space == "here" else space
    mark = f"{MARK}:{os.getpid()}:1:{space}"  # no process of this number started then
    command = [sys.executable, "-I", "-S", "-c", "import time; print(flush=True); time.sleep(600)", mark]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        guard.sweep_processes()
        if not is_ended:
            assert process.poll() is None
            process.kill()
        assert process.wait(30) == -signal.SIGKILL


def _guards(worker: int) -> list[int]:
    words = f"\0{worker}\0{start_time(worker)}\0".encode()
    return [pid for pid, command in _commands() if words in command]


def _wait_until_ended(pids: list[int]) -> None:
    deadline = time.monotonic() + 30
    while any(_is_running(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.02)


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def _left(worker: int) -> list[str]:
    """List the control groups and directories of a worker."""
    return groups_of(worker) + [str(path) for path in Path("/tmp").glob(f"arena-slots-{worker}-*")]
