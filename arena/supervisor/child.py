"""One child process and everything it starts."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)

# Every child carries the data directory under this name. Whoever holds that directory's lock and meets a
# process with this mark has found what a killed supervisor left behind.
MARK = "ARENA_SUPERVISED"


@dataclass(frozen=True)
class Program:
    """What to start, and how long it may take to stop."""

    name: str
    command: tuple[str, ...]
    patience_s: float = 5.0


class Child:
    """A running program at the head of a process group of its own."""

    def __init__(self, program: Program, env: Mapping[str, str]) -> None:
        """Start the program; it is told to stop when this process dies, however it dies."""
        self.program = program
        self.started_at = time.monotonic()
        self.process = subprocess.Popen(
            program.command,
            env={**env, "ARENA_PROCESS": program.name},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=DieWith(os.getpid()),  # noqa: PLW1509 this process has one thread when it starts children
        )

    def ended(self) -> int | None:
        """Give the exit code, None while it runs."""
        return self.process.poll()

    def ask_to_stop(self) -> None:
        """Send SIGTERM to the program itself; it sees to its own children."""
        if self.ended() is None:
            self.process.terminate()

    def finish(self) -> None:
        """Wait as long as the program may take, then end all that is left of its group."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(self.program.patience_s)
        self.kill()

    def kill(self) -> None:
        """End the whole group: a dead program's own children would go on alone."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class DieWith:
    """Called in the new process before the program: ask the kernel for SIGTERM when the parent dies."""

    def __init__(self, parent: int) -> None:
        """Remember who the parent is."""
        self.parent = parent

    def __call__(self) -> None:
        """Set the signal, and leave if the parent died before it was set."""
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != self.parent:
            os._exit(1)


def end_remnants(data: Path, patience_s: float = 3.0) -> int:
    """Stop what an earlier supervisor left behind, politely and then not. Call it with the lock held."""
    found = remnants(data)
    for pid in found:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + patience_s
    while remnants(data) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in remnants(data):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    while remnants(data):
        time.sleep(0.02)
    return len(found)


def remnants(data: Path) -> list[int]:
    """Find the living processes that carry this data directory's mark."""
    mark = os.fsencode(f"{MARK}={data}")
    return [pid for pid in _pids() if pid != os.getpid() and mark in _environment(pid)]


def _pids() -> list[int]:
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]  # noqa: PTH208 names are enough


def _environment(pid: int) -> list[bytes]:
    """Read a process's environment: empty for the dead, for zombies and for other people's."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []
