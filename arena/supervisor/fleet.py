"""The processes of the service: started in order, watched, started again, stopped in order."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType

import structlog

from arena.supervisor.child import MARK, Child, Program
from arena.supervisor.preflight import Exit, StartError

log = structlog.get_logger(__name__)

_LOOK_EVERY_S = 0.2
_MOST_CRASHES = 5
_CRASH_WINDOW_S = 60.0


class Fleet:
    """All children of one supervisor."""

    def __init__(self, data: Path) -> None:
        """Begin with none."""
        self._env = {
            **os.environ,
            MARK: str(data),
            "PYTHONUNBUFFERED": "1",
            # Bots are contained whoever runs the worker; the sandbox drops root before it starts one.
            "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
        }
        self._children: list[Child] = []
        self._crashes: deque[float] = deque(maxlen=_MOST_CRASHES)
        self._stop = threading.Event()
        self._signal: int | None = None

    def listen(self) -> None:
        """Take the signals that mean stop."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        """Stop at the first signal; at the second, at once."""
        if self._signal is not None:
            self._kill_all()
        self._signal = self._signal or number
        self._stop.set()

    @property
    def stopping(self) -> bool:
        """Tell whether somebody asked us to stop."""
        return self._stop.is_set()

    def start(self, programs: Iterable[Program]) -> None:
        """Start programs, in order, unless we are stopping."""
        for program in programs:
            if not self.stopping:
                self._children.append(Child(program, self._env))

    def pause(self, seconds: float) -> None:
        """Wait, or less when asked to stop."""
        self._stop.wait(seconds)

    def watch(self, look: Callable[[], None]) -> Exit:
        """Keep every program running until asked to stop; `look` is called now and then."""
        while not self._stop.wait(_LOOK_EVERY_S):
            self.revive()
            look()
        return Exit.INTERRUPTED if self._signal == signal.SIGINT else Exit.STOPPED

    def revive(self) -> None:
        """Start again what has ended; give up when it keeps ending."""
        for place, child in enumerate(self._children):
            code = child.ended()
            if code is None:
                continue
            child.kill()
            log.warning("process_ended", program=child.program.name, code=code)
            self._count_crash(child.program.name, code)
            self._children[place] = Child(child.program, self._env)

    def _count_crash(self, name: str, code: int) -> None:
        """Give up after several crashes in a short time."""
        now = time.monotonic()
        if len(self._crashes) == _MOST_CRASHES and now - self._crashes[0] < _CRASH_WINDOW_S:
            raise StartError(
                f"The process {name} keeps ending (exit code {code}): see its log above.", Exit.FAILED
            )
        self._crashes.append(now)

    def stop(self) -> None:
        """Stop all but the first, which the others depend on; then that one."""
        for layer in (self._children[1:], self._children[:1]):
            for child in layer:
                child.ask_to_stop()
            for child in layer:
                child.finish()

    def _kill_all(self) -> None:
        """End everything at once."""
        for child in self._children:
            child.kill()
