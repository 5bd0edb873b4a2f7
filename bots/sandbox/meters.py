"""What a bot has used, where no cgroup counts it: read from /proc, watched every 20 ms."""

import contextlib
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from bots.sandbox.limits import Limits

_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_INTERVAL_S = 0.02
_TMP_INODES = 20_000
_FREE_SOCKETS = 16
_SOCKET_BYTES = 256 << 10  # what the kernel keeps for a socket of which nobody reads, at most


class Meter(Protocol):
    """Counts what one bot uses, children included."""

    def cpu_ns(self) -> int:
        """Return the CPU time used so far."""
        ...

    def peak_bytes(self) -> int:
        """Return the most memory seen in use."""
        ...

    def oom_kills(self) -> int:
        """Count the kills for memory."""
        ...

    def forks_denied(self) -> int:
        """Count the processes or threads that were refused."""
        ...


def process_tree(root: int) -> list[int]:
    """List a process and everything below it."""
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
    return found


def is_runnable(pid: int) -> bool:
    """Say whether a thread of a process is ready to run, or waits for a disk."""
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            if (task / "stat").read_text().rsplit(")", 1)[1].split()[0] in "RD":
                return True
    return False


def waits_ns(pid: int) -> dict[int, int]:
    """Return how long each thread of a process has waited for a core, as the kernel counts it."""
    waits = {}
    with contextlib.suppress(OSError, ValueError, IndexError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            waits[int(task.name)] = int((task / "schedstat").read_text().split()[1])
    return waits


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return []


def _cpu_of(pid: int) -> int:
    """Return what a process and its reaped children used."""
    fields = _stat(pid)
    return sum(map(int, fields[11:15])) * _TICK_NS if fields else 0


def _cpu_of_reaped(pid: int) -> int:
    """Return what the ended children of a process used; its own clock does not count them."""
    fields = _stat(pid)
    return sum(map(int, fields[13:15])) * _TICK_NS if fields else 0


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _proportional(pid: int) -> int:
    """Return the memory of a process with shared pages split among their users."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))


def _memory(pids: list[int], limit: int) -> int:
    # Resident size counts shared pages once a process: the dearer exact figure only when it matters.
    resident = sum(map(_resident, pids))
    return resident if resident <= limit else sum(map(_proportional, pids))


class ProcessMeter:
    """Measures a process tree from outside."""

    def __init__(self, root: int, limits: Limits, kill: Callable[[], None]) -> None:
        self._root = root
        self._limits = limits
        self._kill = kill
        self._main = root
        self._main_clock = (~root << 3) | 2
        self._others_ns = 0
        self._last_ns = 0
        self._peak = 0
        self._oom_kills = 0
        self._full = 0
        self._is_inside = False  # before, the root of the tree is still the machine's

    def watch_main(self, main: int) -> None:
        """Read this process's own clock at every question; the others are sampled."""
        self._main = main
        self._main_clock = (~main << 3) | 2
        self._is_inside = True

    def cpu_ns(self) -> int:
        """Return the CPU time used so far."""
        with contextlib.suppress(OSError):
            self._last_ns = max(self._last_ns, time.clock_gettime_ns(self._main_clock) + self._others_ns)
        return self._last_ns

    def peak_bytes(self) -> int:
        """Return the most memory seen in use."""
        return self._peak

    def oom_kills(self) -> int:
        """Count the kills for memory."""
        return self._oom_kills

    def forks_denied(self) -> int:
        """Count the samples that found every process taken."""
        return self._full

    def sample(self) -> None:
        """Look at the tree once, and kill it when it uses too much."""
        pids = process_tree(self._root)
        others = sum(_cpu_of(pid) for pid in pids if pid != self._main)
        self._others_ns = max(self._others_ns, others + _cpu_of_reaped(self._main))
        memory = _memory(pids, self._limits.memory_bytes) + self._behind_sockets()
        self._peak = max(self._peak, memory)
        # process 1 of a namespace is bubblewrap's
        threads = sum(_threads(pid) for pid in pids if pid == self._main or pid != self._root)
        self._full += threads >= self._limits.processes
        if threads > self._limits.processes + 1:  # without a namespace of its own no rlimit counts them
            self._kill()
        elif memory > self._limits.memory_bytes or (self._limits.writable_tmp and self._tmp_is_full()):
            self._oom_kills += 1
            self._kill()
        elif self.cpu_ns() > (self._limits.cpu_s + 1) * 1_000_000_000:
            self._kill()

    def _behind_sockets(self) -> int:
        """Return the most that the sockets of a network namespace of its own can hold, beyond a few."""
        if not self._is_inside or self._main == self._root:
            return 0
        with contextlib.suppress(OSError, ValueError, IndexError):
            words = Path(f"/proc/{self._main}/net/sockstat").read_text().split(None, 3)
            return max(0, int(words[2]) - _FREE_SOCKETS) * _SOCKET_BYTES
        return 0

    def _tmp_is_full(self) -> bool:
        if not self._is_inside:
            return False
        try:
            usage = os.statvfs(f"/proc/{self._main}/root/tmp")
        except OSError:
            return False
        return usage.f_files - usage.f_ffree > _TMP_INODES


def _threads(pid: int) -> int:
    fields = _stat(pid)
    return int(fields[17]) if fields else 0


class Watchdog:
    """One thread that samples every bot without a cgroup."""

    def __init__(self) -> None:
        self._meters: set[ProcessMeter] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, meter: ProcessMeter) -> None:
        """Watch a bot from now on."""
        with self._lock:
            self._meters.add(meter)
            if self._thread is None or not self._thread.is_alive():
                self._stop.clear()
                self._thread = threading.Thread(target=self._run, name="arena-watchdog", daemon=True)
                self._thread.start()

    def remove(self, meter: ProcessMeter) -> None:
        """Watch it no longer."""
        with self._lock:
            self._meters.discard(meter)

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(_INTERVAL_S):
            with self._lock:
                meters = list(self._meters)
            for meter in meters:
                meter.sample()
