"""The start of a sandbox, step by step; the order is what makes it safe.

1. A cgroup with its limits.  2. bubblewrap, held by the block pipe.  3. Its process 1, from the info pipe,
moved into the cgroup: all that follows is born inside.  4. The block is lifted.  5. The gate says it is up:
the sandbox is whole, and process 1 dies with us from now on.  6. "go" on standard input: only now does code
of the bot run.
"""

import ctypes
import itertools
import json
import os
import select
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from bots.errors import RunnerError
from bots.program import Program
from bots.sandbox import bwrap, lite, seccomp
from bots.sandbox.cgroups import Hierarchy
from bots.sandbox.jail import Jail
from bots.sandbox.limits import Limits
from bots.sandbox.meters import ProcessMeter, Watchdog
from bots.sandbox.owners import own_mark

_INFO_LIMIT_MS = 20_000
_PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True, slots=True)
class Means:
    """What this machine isolates with; `binary` is bubblewrap, None at the lite level."""

    binary: Path | None
    hierarchy: Hierarchy | None
    nested_userns_off: bool = True


@cache
def _is_public(path: Path) -> bool:
    return bwrap.is_public(path)


def _memfd(content: bytes) -> int:
    fd = os.memfd_create("filter")
    os.write(fd, content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


@contextmanager
def _closing(fds: Sequence[int]) -> Iterator[None]:
    try:
        yield
    finally:
        for fd in fds:
            os.close(fd)


def _child_pid(fd: int) -> int:
    """Read the process id of the namespace's process 1."""
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    text = b""
    while not text.rstrip().endswith(b"}"):
        if not poll.poll(_INFO_LIMIT_MS):
            raise RunnerError("bubblewrap did not answer")
        chunk = os.read(fd, 4096)
        if not chunk:
            raise RunnerError("bubblewrap ended before the sandbox was made")
        text += chunk
    return int(json.loads(text)["child-pid"])


def _last_words(process: subprocess.Popen[bytes]) -> str:
    process.kill()
    _, complaint = process.communicate()
    return complaint.decode(errors="replace").strip()[:500] or "no reason given"


_NUMBERS = itertools.count(1)  # of all launchers of a process: their cgroups lie in one directory


class Launcher:
    """Starts sandboxes for one worker process."""

    def __init__(self, means: Means, slots: Path) -> None:
        self.means = means
        self._slots = slots
        self._watchdog = Watchdog()
        self._owner = -1
        self._settle()

    def _settle(self) -> None:
        """Belong to this process: anew after a fork, whose child has none of our threads."""
        if self._owner == os.getpid():
            return
        self._owner = os.getpid()
        # A sandbox dies with the thread that started it, so one thread that lives as long as we do starts
        # them all.
        self._starter = ThreadPoolExecutor(1, thread_name_prefix="arena-starter")
        self._rouser = ThreadPoolExecutor(1, thread_name_prefix="arena-rouser")
        self._watchdog = Watchdog()
        self._mark = own_mark()
        # bubblewrap leaves its process 1 to be reaped by somebody: by us, not by an init that may not exist.
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def hurry(self) -> None:
        """Have the kernel ready for the move into a cgroup by the time that a sandbox has come so far."""
        self._settle()
        if self.means.hierarchy is not None:
            self._rouser.submit(self.means.hierarchy.rouse)

    def new_slot(self) -> Path:
        """Make an empty directory that will be /bot of one sandbox."""
        self._settle()
        slot = self._slots / f"{os.getpid()}-{next(_NUMBERS)}"
        slot.mkdir(mode=0o755)
        slot.chmod(0o755)
        return slot

    def launch(self, program: Program, limits: Limits, *, core: int | None = None) -> Jail:
        """Make a sandbox up to its shut gate; `program.directory` is a slot and is deleted with it."""
        self._settle()
        if self.means.binary is None:
            jail = self._launch_lite(program, limits)
        else:
            jail = self._launch_bwrap(self.means.binary, program, limits)
        try:
            if core is not None:
                jail.pin(core)
        except RunnerError:
            jail.close()
            raise
        return jail

    def close(self) -> None:
        """End the threads."""
        self._watchdog.close()
        self._starter.shutdown()
        self._rouser.shutdown()

    @property
    def _counted(self) -> bool:
        return self.means.hierarchy is not None

    def _launch_lite(self, program: Program, limits: Limits) -> Jail:
        limits = replace(limits, writable_tmp=False)  # what is full there is the machine's, and not theirs
        command = lite.command_line(program, limits, self._mark, os.getpid(), counted=self._counted)
        process = self._spawn(command, ())
        return self._finish(process, process.pid, program, limits)

    def _launch_bwrap(self, binary: Path, program: Program, limits: Limits) -> Jail:
        info_read, info_write = os.pipe()
        block_read, block_write = os.pipe()
        filter_fd = _memfd(seccomp.program(seccomp.Policy(counted=self._counted)))
        program, mounts = self._published(program)
        with _closing([info_read, block_write]):
            with _closing([info_write, block_read, filter_fd]):
                fds = bwrap.Descriptors(filter_fd, info_write, info_read, block_read)
                command = self._bwrap_command(binary, program, limits, fds)
                process = self._spawn(command, (info_write, info_read, block_read, filter_fd), mounts)
            return self._released(process, program, limits, info_read, block_write)

    def _bwrap_command(
        self, binary: Path, program: Program, limits: Limits, fds: bwrap.Descriptors
    ) -> list[str]:
        nested_off = self.means.nested_userns_off
        outside = bwrap.command_line(
            binary, program, limits, fds, counted=self._counted, nested_userns_off=nested_off
        )
        return outside + bwrap.shell(limits, self._mark, program.command, counted=self._counted)

    def _published(self, program: Program) -> tuple[Program, list[tuple[Path, Path]]]:
        """Give what lies in a private home a mount point that the bots' user reaches."""
        private = [bind.source for bind in program.binds if not _is_public(bind.source)]
        points = {source: self._mount_point(source) for source in private}
        binds = tuple(replace(bind, source=points.get(bind.source, bind.source)) for bind in program.binds)
        return replace(program, binds=binds), list(points.items())

    def _mount_point(self, source: Path) -> Path:
        point = self._slots / f"mount-{sha256(str(source).encode()).hexdigest()[:16]}"
        point.mkdir(mode=0o755, exist_ok=True)
        return point

    def _spawn(
        self, command: list[str], fds: Sequence[int], mounts: Sequence[tuple[Path, Path]] = ()
    ) -> subprocess.Popen[bytes]:
        # setpriv instead of Popen(user=...), which would copy our page tables: ten times slower in a large
        # worker.
        return self._starter.submit(
            subprocess.Popen[bytes],
            bwrap.publish(mounts) + bwrap.drop_privileges() + command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=fds,
            env={"PATH": "/usr/bin"},
            cwd="/",
            start_new_session=True,
        ).result()

    def _released(
        self, process: subprocess.Popen[bytes], program: Program, limits: Limits, info: int, block: int
    ) -> Jail:
        try:
            root = _child_pid(info)
        except RunnerError as error:
            raise RunnerError(f"{error}: {_last_words(process)}") from error
        return self._finish(process, root, program, limits, block)

    def _finish(
        self,
        process: subprocess.Popen[bytes],
        root: int,
        program: Program,
        limits: Limits,
        block: int | None = None,
    ) -> Jail:
        try:
            jail = Jail(process, root, program.directory)
        except OSError as error:  # gone already
            raise RunnerError(f"the sandbox did not start: {_last_words(process)}") from error
        with ExitStack() as on_failure:
            on_failure.callback(jail.close)
            self._attach_meter(jail, limits)
            if block is not None:
                os.write(block, b"x")
            jail.wait_until_up()
            on_failure.pop_all()
        return jail

    def _attach_meter(self, jail: Jail, limits: Limits) -> None:
        if self.means.hierarchy is not None:
            jail.cgroup = self.means.hierarchy.create(jail.slot.name, limits)
            jail.cgroup.add(jail.root)
            jail.meter = jail.cgroup
            return
        meter = ProcessMeter(jail.root, limits, jail.kill)
        jail.meter = meter
        jail.on_close = lambda: self._watchdog.remove(meter)
        self._watchdog.add(meter)
