"""How long a bot is waited for that has not answered: by its CPU time, its sleep and the wall clock.

Nothing of this is looked at while answers come at once. The wall clock only catches a bot that sleeps: one
that is waiting for a busy machine is given more of it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bots import blame
from bots.errors import BotFaultError, Fault
from bots.naps import Naps

if TYPE_CHECKING:
    from bots.log import Log
    from bots.sandbox.jail import Jail
    from bots.sandbox.limits import Limits

LOOK_MS = 250  # how often a silent bot's clocks are read
_MS = 1_000_000  # nanoseconds
_EXTENSIONS = 8  # how many times over the wall clock may run for a bot that the machine keeps waiting
_MUCH_LOG = 64 << 10  # bytes: a pipe full


@dataclass(slots=True)
class Wait:
    """The wait for one answer."""

    from_ns: int  # the bot's CPU time when it began
    limit_ns: int  # and the most that it may come to
    sent_at: float
    wall_s: float
    deadline: float = 0.0
    looked_at: float = 0.0

    def __post_init__(self) -> None:
        self.deadline = self.sent_at + self.wall_s


class Patience:
    """Says when a bot has been waited for long enough, and what to blame it for."""

    def __init__(self, jail: Jail, limits: Limits, log: Log) -> None:
        self.born_ns = jail.meter.cpu_ns()
        self._jail = jail
        self._meter = jail.meter
        self._limits = limits
        self._log = log
        self._log_seen = 0
        self._naps = Naps(jail)

    def allow_sleep(self, limit_ms: float) -> None:
        """Begin a leg, with so much sleep in it."""
        self._naps.allow(limit_ms)

    def excess(self, wait: Wait, *, is_unread: bool) -> BotFaultError | None:
        """Say what was used too much of; a broken limit of the machine comes before what came of it."""
        cpu_ns = self._meter.cpu_ns()
        late = self._cpu_excess(wait, cpu_ns)
        if late is None and (spent := self.excess_in_all(cpu_ns)):
            return spent
        late = late or self._sleep_excess(wait) or self._wall_excess(wait, is_unread=is_unread)
        return late and (blame.broken_limit(self._meter, self._limits) or late)

    def excess_in_all(self, cpu_ns: int) -> BotFaultError | None:
        """Say whether the bot broke a limit that holds for its whole life."""
        if self.cpu_is_spent(cpu_ns):
            return blame.all_cpu_used(self._limits)
        return blame.broken_limit(self._meter, self._limits) if self._meter.oom_kills() else None

    def cpu_is_spent(self, cpu_ns: int) -> bool:
        """Say whether no CPU time is left to it at all."""
        return cpu_ns - self.born_ns > self._limits.cpu_s * 1000 * _MS

    def _cpu_excess(self, wait: Wait, cpu_ns: int) -> BotFaultError | None:
        if cpu_ns <= wait.limit_ns:
            return None
        used = f"{(cpu_ns - wait.from_ns) / _MS:.0f} ms of CPU time"
        return BotFaultError(Fault.TIMEOUT, f"no answer after {used}")

    def _sleep_excess(self, wait: Wait) -> BotFaultError | None:
        """Look now and then whether it sleeps too much in all."""
        now = time.monotonic()
        if now < max(wait.sent_at, wait.looked_at) + LOOK_MS / 1000:
            return None
        self._naps.look(now, goes_on=wait.looked_at > 0)
        wait.looked_at = now
        return BotFaultError(Fault.TIMEOUT, self._naps.excess) if self._naps.excess else None

    def _wall_excess(self, wait: Wait, *, is_unread: bool) -> BotFaultError | None:
        """Say that it let the time pass; one that could not run gets as much again."""
        now = time.monotonic()
        if now <= wait.deadline:
            return None
        if now <= wait.sent_at + _EXTENSIONS * wait.wall_s and self._was_kept_waiting():
            wait.deadline = now + wait.wall_s
            return None
        what = "the question was not read" if is_unread else "no answer"
        return BotFaultError(Fault.TIMEOUT, f"{what} after {(now - wait.sent_at) * 1000:.0f} ms")

    def _was_kept_waiting(self) -> bool:
        """Say whether it waits for the processor, or did for us to take a pipe full of its log."""
        logged, self._log_seen = self._log.written - self._log_seen, self._log.written
        return logged >= _MUCH_LOG or self._jail.wants_to_run()
