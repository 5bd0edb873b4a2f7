"""Control groups: count and bound the memory, processes and CPU time of a whole bot, children included.

Version 2 is used where it has the memory controller, else version 1, else there is none. Groups are made
below the group this process already is in, so delegation (systemd's `Delegate=yes`, a container) is all that
is needed.
"""

import contextlib
import os
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from bots.errors import RunnerError
from bots.sandbox.guard import group_names
from bots.sandbox.limits import Limits

_LEAF = "arena-worker"
_PERIOD_US = 100_000
_V1_NEEDED = ("memory", "pids", "cpuacct")
_V1_OPTIONAL = ("cpu",)


def _write(path: Path, value: object) -> None:
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, str(value).encode())
    finally:
        os.close(fd)


def _write_if_there(path: Path, value: object) -> None:
    with contextlib.suppress(OSError):
        _write(path, value)


def _fields(path: Path) -> dict[str, int]:
    """Read a file of `name number` lines; nothing when it is gone."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return {}
    pairs = (line.split() for line in lines)
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdigit()}


def _number(path: Path) -> int:
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return 0


class Cgroup(ABC):
    """One bot's group."""

    def __init__(self, directories: dict[str, Path]) -> None:
        self.directories = directories
        self._cpu_fd = -1

    @classmethod
    @abstractmethod
    def create(cls, bases: dict[str, Path], name: str, limits: Limits) -> "Cgroup":
        """Make the group and write its limits."""

    @abstractmethod
    def cpu_ns(self) -> int:
        """Return the CPU time used so far; one system call."""

    @abstractmethod
    def peak_bytes(self) -> int:
        """Return the most memory ever used."""

    @abstractmethod
    def oom_kills(self) -> int:
        """Count the processes killed for memory."""

    @property
    @abstractmethod
    def processes_directory(self) -> Path:
        """Return the directory whose list of processes is complete."""

    def forks_denied(self) -> int:
        """Count the processes or threads that were refused."""
        return _fields(self.processes_directory / "pids.events").get("max", 0)

    def add(self, pid: int) -> None:
        """Move a process in; what it starts later is born inside."""
        for directory in set(self.directories.values()):
            _write(directory / "cgroup.procs", pid)

    def kill(self) -> None:
        """Kill whatever is inside, also what a bot starts meanwhile."""
        deadline = time.monotonic() + 5
        while (pids := self._pids()) and time.monotonic() < deadline:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, 9)
            time.sleep(0.001)

    def remove(self) -> None:
        """Delete the group; the kernel needs a moment after the last process."""
        if self._cpu_fd >= 0:
            os.close(self._cpu_fd)
            self._cpu_fd = -1
        for directory in set(self.directories.values()):
            _remove_directory(directory)

    def _pids(self) -> list[int]:
        try:
            return [int(pid) for pid in (self.processes_directory / "cgroup.procs").read_text().split()]
        except OSError:
            return []


def _remove_directory(directory: Path) -> None:
    for _ in range(1000):
        try:
            return directory.rmdir()
        except FileNotFoundError:
            return None
        except OSError:
            time.sleep(0.002)
    raise RunnerError(f"the cgroup {directory.name} could not be removed")


def _open_cpu(path: Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


class CgroupV1(Cgroup):
    """A directory in each controller's own tree."""

    @classmethod
    def create(cls, bases: dict[str, Path], name: str, limits: Limits) -> "CgroupV1":
        """Make the group and write its limits."""
        group = cls({controller: base / name for controller, base in bases.items()})
        for directory in set(group.directories.values()):
            directory.mkdir()
        memory = group.directories["memory"]
        _write(memory / "memory.limit_in_bytes", limits.memory_bytes)
        _write_if_there(memory / "memory.memsw.limit_in_bytes", limits.memory_bytes)
        _write(group.directories["pids"] / "pids.max", limits.processes + 1)  # bubblewrap's own process
        if "cpu" in group.directories:
            _write_if_there(group.directories["cpu"] / "cpu.cfs_quota_us", _PERIOD_US)
        group._cpu_fd = _open_cpu(group.directories["cpuacct"] / "cpuacct.usage")
        return group

    def cpu_ns(self) -> int:
        """Return the CPU time used so far; one system call."""
        return int(os.pread(self._cpu_fd, 32, 0))

    def peak_bytes(self) -> int:
        """Return the most memory ever used."""
        return _number(self.directories["memory"] / "memory.max_usage_in_bytes")

    def oom_kills(self) -> int:
        """Count the processes killed for memory."""
        return _fields(self.directories["memory"] / "memory.oom_control").get("oom_kill", 0)

    @property
    def processes_directory(self) -> Path:
        """Return the directory whose list of processes is complete."""
        return self.directories["pids"]


class CgroupV2(Cgroup):
    """One directory for all controllers."""

    @classmethod
    def create(cls, bases: dict[str, Path], name: str, limits: Limits) -> "CgroupV2":
        """Make the group and write its limits."""
        group = cls({"": bases[""] / name})
        directory = group.directories[""]
        directory.mkdir()
        _write(directory / "memory.max", limits.memory_bytes)
        _write_if_there(directory / "memory.swap.max", 0)
        _write_if_there(directory / "memory.oom.group", 1)
        _write(directory / "pids.max", limits.processes + 1)
        _write_if_there(directory / "cpu.max", f"{_PERIOD_US} {_PERIOD_US}")
        group._cpu_fd = _open_cpu(directory / "cpu.stat")
        return group

    def cpu_ns(self) -> int:
        """Return the CPU time used so far; one system call."""
        return int(os.pread(self._cpu_fd, 64, 0).split(None, 2)[1]) * 1000

    def peak_bytes(self) -> int:
        """Return the most memory ever used."""
        return _number(self.directories[""] / "memory.peak")

    def oom_kills(self) -> int:
        """Count the processes killed for memory."""
        return _fields(self.directories[""] / "memory.events").get("oom_kill", 0)

    @property
    def processes_directory(self) -> Path:
        """Return the directory whose list of processes is complete."""
        return self.directories[""]

    def kill(self) -> None:
        """Kill whatever is inside at once, where the kernel can."""
        _write_if_there(self.directories[""] / "cgroup.kill", 1)
        super().kill()


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Where this process may make groups, and of which version."""

    kind: type[Cgroup]
    bases: dict[str, Path]

    @property
    def version(self) -> str:
        """Return `v1` or `v2`."""
        return "v2" if self.kind is CgroupV2 else "v1"

    def create(self, name: str, limits: Limits) -> Cgroup:
        """Make a group for one bot."""
        try:
            return self.kind.create(self.bases, group_names(os.getpid()) + name, limits)
        except OSError as error:
            raise RunnerError(f"a cgroup could not be made: {error}") from error

    def rouse(self) -> None:
        """Move this process to where it is: after a quiet spell the first move takes ten milliseconds."""
        base = next(iter(self.bases.values()))
        leaf = base / _LEAF
        with contextlib.suppress(OSError):
            _write((leaf if leaf.is_dir() else base) / "cgroup.procs", os.getpid())

    def sweep(self) -> None:
        """Delete empty groups of workers that are gone."""
        for base in set(self.bases.values()):
            for directory in base.glob(f"{group_names('*')}*"):
                owner = directory.name.split("-")[2]
                if owner.isdigit() and not Path(f"/proc/{owner}").exists():
                    with contextlib.suppress(OSError):
                        directory.rmdir()


def _own_groups() -> dict[str, str]:
    own: dict[str, str] = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        own |= dict.fromkeys(controllers.split(","), path.rstrip("/"))
    return own


def _mounts() -> dict[str, Path]:
    found = {}
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, where, kind, options = line.split()[:4]
        if kind == "cgroup2":
            found[""] = Path(where)
        elif kind == "cgroup":
            found |= dict.fromkeys(options.split(","), Path(where))
    return found


def _enable_controllers(base: Path) -> None:
    have = (base / "cgroup.controllers").read_text().split()
    for controller in ("memory", "pids", "cpu"):
        if controller in have:
            _write(base / "cgroup.subtree_control", f"+{controller}")


def _find_v2(mount: Path, own: str) -> Hierarchy | None:
    if "memory" not in (mount / "cgroup.controllers").read_text().split():
        return None
    base = Path(f"{mount}{own.removesuffix('/' + _LEAF)}")
    if (base / "cgroup.events").exists():  # not the real root: no processes may stay in an inner node
        leaf = base / _LEAF
        leaf.mkdir(exist_ok=True)
        for pid in (base / "cgroup.procs").read_text().split():
            _write(leaf / "cgroup.procs", pid)
    _enable_controllers(base)
    enabled = (base / "cgroup.subtree_control").read_text().split()
    return Hierarchy(CgroupV2, {"": base}) if {"memory", "pids"} <= set(enabled) else None


def _find_v1(mounts: dict[str, Path], own: dict[str, str]) -> Hierarchy | None:
    wanted = (*_V1_NEEDED, *_V1_OPTIONAL)
    bases = {name: Path(f"{mounts[name]}{own[name]}") for name in wanted if name in mounts and name in own}
    if not set(_V1_NEEDED) <= set(bases) or not all(os.access(base, os.W_OK) for base in bases.values()):
        return None
    return Hierarchy(CgroupV1, bases)


def find_hierarchy() -> Hierarchy | None:
    """Find where groups can be made; None where the machine or our rights do not allow it."""
    try:
        own, mounts = _own_groups(), _mounts()
        found = _find_v2(mounts[""], own[""]) if "" in mounts and "" in own else None
        return found or _find_v1(mounts, own)
    except OSError:
        return None
