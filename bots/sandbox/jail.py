"""A started sandbox: its pipes, its gate, what it has used, and how it ends."""

import contextlib
import os
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bots.errors import RunnerError
from bots.sandbox.cgroups import Cgroup
from bots.sandbox.meters import Meter, ProcessMeter, is_runnable, process_tree, waits_ns

_START_LIMIT_S = 20.0
_END_LIMIT_S = 10.0


class Jail:
    """Owns every process, descriptor, cgroup and directory of one sandbox."""

    def __init__(self, process: subprocess.Popen[bytes], root: int, slot: Path) -> None:
        self.process = process
        self.root = root  # process 1 of the namespace: when it dies the kernel kills all others
        self.slot = slot
        self.cgroup: Cgroup | None = None
        self.core: int | None = None
        self.on_close: Callable[[], None] = lambda: None
        self._meter: Meter | None = None
        self._closed = False
        self.stdin, self.stdout, self.stderr = (
            pipe.fileno() for pipe in (process.stdin, process.stdout, process.stderr) if pipe
        )
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        self._pidfd = os.pidfd_open(root)
        self._lock = threading.Lock()  # a watchdog may kill while we close

    @property
    def meter(self) -> Meter:
        """Return what counts this bot's CPU time and memory."""
        assert self._meter is not None
        return self._meter

    @meter.setter
    def meter(self, meter: Meter) -> None:
        self._meter = meter

    def wait_until_up(self) -> None:
        """Wait for the newline of the gate (or of a warmed interpreter); its absence is our failure."""
        poll = select.poll()
        poll.register(self.stdout, select.POLLIN)
        if not poll.poll(_START_LIMIT_S * 1000) or os.read(self.stdout, 1) != b"\n":
            raise RunnerError(f"the sandbox did not start: {self._complaint()}")

    def is_up(self) -> bool:
        """Say whether `wait_until_up` would return at once."""
        return bool(select.select([self.stdout], [], [], 0)[0])

    def open_gate(self) -> None:
        """Let the program start; nothing of it ran before."""
        self.write(b"go\n")
        if isinstance(self._meter, ProcessMeter):
            self._meter.watch_main(self.main)

    def write(self, data: bytes) -> None:
        """Write a short control line; the pipe is empty, so it fits."""
        try:
            os.write(self.stdin, data)
        except OSError as error:
            raise RunnerError(f"the sandbox went away: {self._complaint()}") from error

    @property
    def main(self) -> int:
        """Return the host's process id of the bot itself."""
        try:
            children = Path(f"/proc/{self.root}/task/{self.root}/children").read_text().split()
        except OSError:
            children = []
        return int(children[0]) if children else self.root

    def pin(self, core: int) -> None:
        """Keep the sandbox on one core; the bot cannot undo it."""
        try:
            for pid in {self.root, self.main}:
                os.sched_setaffinity(pid, {core})
            self.core = core
        except ProcessLookupError:
            pass  # already dead: the next question says so
        except OSError as error:
            raise RunnerError(f"the bot could not be pinned to core {core}: {error}") from error

    def wants_to_run(self) -> bool:
        """Say whether something inside is waiting for the processor or the disk, and not for us."""
        return any(is_runnable(pid) for pid in process_tree(self.root))

    def waits_ns(self) -> dict[int, int]:
        """Return how long each thread inside has waited for a core so far."""
        return {thread: ns for pid in process_tree(self.root) for thread, ns in waits_ns(pid).items()}

    def close_stdin(self) -> None:
        """Let the program find the end of its input."""
        assert self.process.stdin
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def kill(self) -> None:
        """Kill every process inside; safe to repeat, from any thread."""
        with self._lock, contextlib.suppress(OSError):
            if self._pidfd >= 0:
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
        if self.cgroup is not None:
            self.cgroup.kill()

    def exit_status(self, limit_s: float = 1.0) -> int | None:
        """Return how the bot ended (128 + signal when killed); None while it lives."""
        try:
            status = self.process.wait(limit_s)
        except subprocess.TimeoutExpired:
            return None
        return 128 - status if status < 0 else status

    def close(self) -> None:
        """End everything and give everything back; safe to repeat."""
        if self._closed:
            return
        self._closed = True
        self.kill()
        self.on_close()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe
            with contextlib.suppress(OSError):
                pipe.close()
        self._reap()
        with self._lock:
            os.close(self._pidfd)
            self._pidfd = -1
        shutil.rmtree(self.slot, ignore_errors=True)
        if self.cgroup is not None:
            self.cgroup.remove()

    def _reap(self) -> None:
        try:
            self.process.wait(_END_LIMIT_S)
        except subprocess.TimeoutExpired:  # bubblewrap itself is stuck; its child is already dead
            self.process.kill()
            self.process.wait()
        # Orphaned by bubblewrap and inherited by us as a subreaper, or already reaped.
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PIDFD, self._pidfd, os.WEXITED)

    def _complaint(self) -> str:
        time.sleep(0.05)
        try:
            return os.read(self.stderr, 2000).decode(errors="replace").strip() or "no reason given"
        except OSError:
            return "no reason given"
