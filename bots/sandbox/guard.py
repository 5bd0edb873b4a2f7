"""Clears away what a worker leaves that ends without doing it: a process of its own that waits for its end.

A sandbox dies with its worker by itself, but not in the millisecond in which it is made, and nobody would
remove its directories and control groups. Given to the interpreter as text, so it imports nothing of the
project; a worker that starts uses the same functions for what guards have left that were killed too.
"""

import contextlib
import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

MARK = "arena-sandbox"
_CALM_PASSES = 40  # what is just being started shows within so many looks, on a busy machine too
_PASS_S = 0.03
_END_LIMIT_S = 20.0


def start_time(pid: int) -> str:
    """Return when a process started; with its id it names a process for good."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]


def namespace() -> str:
    """Name the space in which process numbers count: hosts see sandboxes of containers, not their workers."""
    return str(Path("/proc/self/ns/pid").stat().st_ino)


def is_gone(pid: str, started: str) -> bool:
    """Say whether a process has ended, even when another has its number."""
    try:
        return start_time(int(pid)) != started
    except OSError:
        return True


def _mark_in(cmdline: bytes) -> tuple[str, str] | None:
    for word in cmdline.decode(errors="replace").split("\0"):
        parts = word.split(":")
        if len(parts) == 4 and parts[0] == MARK and parts[1].isdigit() and parts[3] == namespace():
            return parts[1], parts[2]
    return None


def _sweep_process(directory: Path) -> bool:
    mark = _mark_in((directory / "cmdline").read_bytes())
    if mark is None or not is_gone(*mark):
        return False
    os.kill(int(directory.name), signal.SIGKILL)
    return True


def sweep_processes() -> int:
    """Kill sandboxes whose worker died before they had armed their own end; return how many."""
    count = 0
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit():
            with contextlib.suppress(OSError):
                count += _sweep_process(directory)
    return count


def group_names(pid: int | str) -> str:
    """Begin the names of a worker's control groups: arena-NAMESPACE-PID-SLOT."""
    return f"arena-{namespace()}-{pid}-"


def _group_roots() -> Iterator[str]:
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, where, kind = line.split()[:3]
        if kind in ("cgroup", "cgroup2"):
            yield where


def _groups_of(pid: str) -> list[Path]:
    # os.walk passes over what others remove meanwhile
    walks = (walk for root in _group_roots() for walk in os.walk(root))
    return [Path(at, name) for at, names, _ in walks for name in names if name.startswith(group_names(pid))]


def _kill_group(group: Path) -> None:
    with contextlib.suppress(OSError):
        for pid in (group / "cgroup.procs").read_text().split():
            os.kill(int(pid), signal.SIGKILL)


def _wait_for_end(pid: str, started: str) -> None:
    with contextlib.suppress(ProcessLookupError):
        fd = os.pidfd_open(int(pid))
        if not is_gone(pid, started):
            poll = select.poll()
            poll.register(fd, select.POLLIN)
            poll.poll()


def _clear_processes(pid: str, deadline: float) -> None:
    calm = 0
    while calm < _CALM_PASSES and time.monotonic() < deadline:
        for group in _groups_of(pid):
            _kill_group(group)
        calm = 0 if sweep_processes() else calm + 1
        time.sleep(_PASS_S)


def _clear_groups(pid: str, deadline: float) -> None:
    while (groups := _groups_of(pid)) and time.monotonic() < deadline:
        for group in groups:
            _kill_group(group)
            with contextlib.suppress(OSError):  # the kernel needs a moment after the last process
                group.rmdir()
        time.sleep(_PASS_S)


def main() -> None:
    """Wait until a worker has ended, however it did, and clear away what is left of its sandboxes."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # they are for the worker, and then for us
        signal.signal(number, signal.SIG_IGN)
    pid, started, slots = sys.argv[1:]
    _wait_for_end(pid, started)
    deadline = time.monotonic() + _END_LIMIT_S
    _clear_processes(pid, deadline)
    shutil.rmtree(slots, ignore_errors=True)
    _clear_groups(pid, deadline)


if __name__ == "__main__":
    main()
