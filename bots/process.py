"""A running bot: one line in, one line out, both under clocks.

The clock is the bot's CPU time, all its processes together, counted from its last answer: what it computes
while others are on turn is charged to its next answer (and shown as `idle_cpu_ms`). Counting costs a
microsecond a turn; freezing the bot between its turns would cost a hundred and fifty. Answers that follow
each other within half a millisecond are counted together: so little time cannot hold more.

A line is an answer only if the bot was asked for it: what lies in the pipe before a question, what comes
before the question was read, and what comes along with an answer was not asked for. A surplus line that
slips between (the bot read the next question just before we looked) is found out at the question after that,
for then the real answer is one too many.
"""

from __future__ import annotations

import math
import os
import select
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from fcntl import ioctl
from termios import FIONREAD
from typing import TYPE_CHECKING, NoReturn, Self

from bots import blame
from bots.errors import BotFaultError, Fault, RunnerError
from bots.log import Log
from bots.patience import LOOK_MS, Patience, Wait
from bots.usage import Usage

if TYPE_CHECKING:
    from bots.sandbox.jail import Jail
    from bots.sandbox.limits import Limits

_CHUNK = 64 << 10
_ANSWER = 4 << 10  # what is read at a time: answers are short, and a large buffer costs more than they do
_ALL_READ = bytes(4)  # what FIONREAD says of an empty pipe
_MS = 1_000_000  # nanoseconds
_CPU_TO_FILL_MEMORY_NS = 5 * _MS  # an answer that took less has not been through an out-of-memory kill
_TOGETHER_S = 500e-6  # the clock is not read again before so much time has passed
_NO_TIME_S = 30e-6  # nobody gets much done in so short a time: it is not looked at


class BotProcess:
    """A bot in its sandbox. After any fault it is dead, and every later question raises the same fault."""

    def __init__(self, jail: Jail, limits: Limits, name: str) -> None:
        self.name = name
        self.limits = limits
        self.fault: BotFaultError | None = None
        self.answer_cpu_ms = 0.0  # of the last answer, with what was used since the one before
        self.log = Log(limits.log_bytes)
        self._jail = jail
        self._patience = Patience(jail, limits, self.log)
        self._meter = jail.meter
        self._cpu_ns = jail.meter.cpu_ns
        self._is_over = False
        self._in, self._out, self._err = jail.stdin, jail.stdout, jail.stderr
        self._buffer = b""
        self._unsent = b""
        self._asked_bytes = 0
        self._unread = bytearray(4)
        self._sent_at = 0.0
        self._answered_ns = self._patience.born_ns
        self._counted_at = 0.0  # when `_answered_ns` was read
        self._idle_ns = 0
        self._idle_base_ns = 0  # the most that can have been used up to the last answer
        self._idle_from = math.inf  # before its first answer it is still starting
        self._last_usage: Usage | None = None
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    def ask(self, line: bytes, *, cpu_ms: float, wall_ms: float) -> bytes:
        """Send a question and return the answer, both without the newline."""
        self.send(line)
        return self.receive(cpu_ms=cpu_ms, wall_ms=wall_ms)

    def allow_sleep(self, limit_ms: float) -> None:
        """Begin a leg, in which so much time may pass without work while an answer is awaited."""
        self._patience.allow_sleep(limit_ms)

    def send(self, line: bytes) -> None:
        """Send a line; `receive` finishes what the pipe did not take. Several bots can be asked at once."""
        if self._is_over:
            self._check_alive()
        if self._buffer or (ready := self._poll.poll(0)):
            self._refuse_early(() if self._buffer else ready)
        now = self._sent_at = time.monotonic()
        if now > self._idle_from:
            self._idle_ns += max(0, self._cpu_ns() - self._idle_base_ns)
        line += b"\n"
        self._asked_bytes = len(line)
        if self._unsent:  # of a line that had no answer: this one comes after it
            self._unsent += line
            return
        self._unsent = line
        self._write()
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)

    def receive(self, *, cpu_ms: float, wall_ms: float) -> bytes:
        """Return the answer to the line sent last; the clocks run since then."""
        if self._is_over:
            self._check_alive()
        limit_ns = self._answered_ns + int(cpu_ms * _MS)
        wait: Wait | None = None
        poll_ms = cpu_ms + 1 if cpu_ms < LOOK_MS else LOOK_MS  # CPU time is not used up faster than time
        while True:
            for fd, _ in self._poll.poll(poll_ms):
                if fd == self._out:
                    self._read_answer()
                else:
                    self._handle(fd)
            end = self._buffer.find(b"\n")
            if end >= 0:
                return self._accept(end, limit_ns)
            if len(self._buffer) > self.limits.line_bytes:
                self._blame(blame.too_long(self.limits))
            wait = wait or Wait(self._answered_ns, limit_ns, self._sent_at, wall_ms / 1000)
            if excess := self._patience.excess(wait, is_unread=bool(self._unsent)):
                self._blame(excess)

    def tell(self, line: bytes) -> None:
        """Send a line that has no answer; a bot that does not take it is not waited for."""
        self.send(line)

    def check_quiet(self) -> None:
        """Raise when the bot has written something it was not asked for."""
        self._check_alive()
        self._refuse_early(self._poll.poll(0))

    def hang_up(self) -> None:
        """Close the bot's input: whoever reads on finds its end."""
        if self._unsent:
            self._poll.unregister(self._in)
            self._unsent = b""
        self._jail.close_stdin()

    def wait_exit(self, wall_ms: float) -> bool:
        """Give the bot time to leave by itself; say whether it did."""
        return self.fault is not None or self._jail.exit_status(wall_ms / 1000) is not None

    @property
    def usage(self) -> Usage:
        """Say what the bot has used so far, or had when it was closed."""
        return self._last_usage or Usage.read(self._meter, self._patience.born_ns, self._idle_ns)

    def close(self) -> Usage:
        """Kill the bot with all its children and return what it used; safe to repeat."""
        if self._last_usage is None:
            self._is_over, self._last_usage = True, self.usage
            self._jail.kill()
            with suppress(BotFaultError, OSError):  # it is over: what it wrote last is only kept
                self._drain_log()
            self._jail.close()
        return self._last_usage

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_alive(self) -> None:
        if self.fault is not None:
            raise BotFaultError(self.fault.fault, self.fault.detail)
        if self._last_usage is not None:
            raise RunnerError(f"{self.name} is closed")

    def _refuse_early(self, ready: Iterable[tuple[int, int]]) -> None:
        """Blame what is in the pipe before a question: it is no answer to it."""
        for fd, _ in ready:
            self._handle(fd)
        if self._buffer:
            self._blame(blame.unsolicited("wrote without being asked", self._buffer))

    def _handle(self, fd: int) -> None:
        if fd == self._out:
            self._read_answer()
        elif fd == self._err:
            self._drain_log()
        else:
            self._write()
            if not self._unsent:
                self._poll.unregister(self._in)

    def _accept(self, end: int, limit_ns: int) -> bytes:
        answer, surplus = self._buffer[:end], self._buffer[end + 1 :]
        ioctl(self._in, FIONREAD, self._unread)
        if self._unsent or self._unread != _ALL_READ:
            self._refuse_unread(answer)
        self._buffer = b""
        if surplus:
            self._blame(blame.unsolicited("wrote more than its answer", surplus))
        if end > self.limits.line_bytes:
            self._blame(blame.too_long(self.limits))
        now = time.monotonic()
        self._idle_from = now + _NO_TIME_S
        if now - self._counted_at < _TOGETHER_S:
            self.answer_cpu_ms = 0.0
            self._idle_base_ns = self._answered_ns + int((now - self._counted_at) * 1000 * _MS)
        else:
            self._counted_at = now
            self._count(limit_ns)
        return answer

    def _count(self, limit_ns: int) -> None:
        """Charge the bot what it has used since its last answer that was counted."""
        now = self._cpu_ns()
        used, self._answered_ns, self._idle_base_ns = now - self._answered_ns, now, now
        self.answer_cpu_ms = used / _MS
        if now > limit_ns:
            used_ms = f"{self.answer_cpu_ms:.0f} ms"
            self._blame(BotFaultError(Fault.TIMEOUT, f"used {used_ms} of CPU time for an answer"))
        if used > _CPU_TO_FILL_MEMORY_NS and (excess := self._patience.excess_in_all(now)):
            self._blame(excess)

    def _refuse_unread(self, answer: bytes) -> None:
        """Blame a line that came before any of the last question was read: it cannot be its answer."""
        if self._unsent or int.from_bytes(self._unread, sys.byteorder) >= self._asked_bytes:
            self._blame(blame.unsolicited("wrote before it had read the question", answer))

    def _write(self) -> None:
        try:
            sent = os.write(self._in, self._unsent)
            self._unsent = self._unsent[sent:] if sent < len(self._unsent) else b""
        except BlockingIOError:
            pass
        except OSError:  # it has closed its end: its answer, its exit or the deadline decides
            self._unsent = b""

    def _read_answer(self) -> None:
        try:
            data = os.read(self._out, _ANSWER)
        except BlockingIOError:
            return
        if not data:
            self._blame_exit()
        self._buffer = self._buffer + data if self._buffer else data

    def _drain_log(self) -> None:
        while True:
            try:
                data = os.read(self._err, _CHUNK)
            except BlockingIOError:
                return
            if not data:
                with suppress(KeyError):  # known already
                    self._poll.unregister(self._err)
                return
            self.log.add(data)
            if self.log.written > self.limits.log_flood_bytes and self.fault is None:
                flood = f"more than {self.limits.log_flood_bytes} bytes on standard error"
                self._blame(BotFaultError(Fault.FLOODED, flood))

    def _blame_exit(self) -> NoReturn:
        status = self._jail.exit_status()
        if status is None:
            self._blame_death(BotFaultError(Fault.EXITED, "closed its standard output"))
        if status == 128 + signal.SIGXCPU or self._patience.cpu_is_spent(self._meter.cpu_ns()):
            self._blame(blame.all_cpu_used(self.limits))
        self._blame_death(blame.exited(status))

    def _blame_death(self, fault: BotFaultError) -> NoReturn:
        """Blame a broken limit rather than what came of it."""
        self._blame(blame.broken_limit(self._meter, self.limits) or fault)

    def _blame(self, fault: BotFaultError) -> NoReturn:
        self._is_over, self.fault = True, fault
        self._jail.kill()
        try:
            self._drain_log()
        except OSError as error:
            raise RunnerError(f"the log of {self.name} could not be read") from error
        raise self.fault
