"""How long a bot lets the others wait without working: asleep, or stopped.

The clock of CPU time does not run then, and the wall clock is for one answer. Were there no more, a bot that
sleeps just short of it would hold a worker for hours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bots.sandbox.jail import Jail

_NS = 1_000_000_000


class Naps:
    """Counts a bot's sleep while it is waited for; looked at now and then, and free between two looks."""

    def __init__(self, jail: Jail) -> None:
        self._jail = jail
        self._left_s = float("inf")
        self._allowed_s = 0.0
        self._at = 0.0
        self._cpu_ns = 0
        self._delays: dict[int, int] = {}

    def allow(self, limit_ms: float) -> None:
        """Begin anew: so much sleep from now on."""
        self._left_s = self._allowed_s = limit_ms / 1000

    def look(self, now: float, *, goes_on: bool) -> None:
        """Count the time since the last look, if that was for the same answer."""
        cpu_ns, delays = self._jail.meter.cpu_ns(), self._jail.waits_ns()
        if goes_on:
            # Of all threads the one that waited longest: they wait for each other, too.
            waited = max((delay - self._delays.get(thread, 0) for thread, delay in delays.items()), default=0)
            self._left_s -= max(0.0, now - self._at - (cpu_ns - self._cpu_ns + waited) / _NS)
        self._at, self._cpu_ns, self._delays = now, cpu_ns, delays

    @property
    def excess(self) -> str:
        """Say that it slept more than it may; empty as long as it has not."""
        return "" if self._left_s >= 0 else f"slept for more than {self._allowed_s:.0f} s of the leg"
