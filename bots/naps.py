"""How long a bot lets the others wait without working: asleep, or stopped.

The clock of CPU time does not run then, and the wall clock is for one answer. Were there no more, a bot that
sleeps just short of it would hold a worker for hours.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bots.sandbox.meters import process_tree

if TYPE_CHECKING:
    from bots.sandbox.meters import Meter

_NS = 1_000_000_000


def _delays(root: int) -> dict[int, int]:
    """Return how long each thread below a process has waited for a core, as the kernel counts it."""
    delays = {}
    for pid in process_tree(root):
        try:
            for task in Path(f"/proc/{pid}/task").iterdir():
                delays[int(task.name)] = int((task / "schedstat").read_text().split()[1])
        except (OSError, ValueError, IndexError):
            continue
    return delays


class Naps:
    """Counts a bot's sleep while it is waited for; looked at now and then, and free between two looks."""

    def __init__(self, root: int, meter: Meter) -> None:
        self._root = root
        self._meter = meter
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
        cpu_ns, delays = self._meter.cpu_ns(), _delays(self._root)
        if goes_on:
            # Of all threads the one that waited longest: they wait for each other, too.
            waited = max((delay - self._delays.get(thread, 0) for thread, delay in delays.items()), default=0)
            self._left_s -= max(0.0, now - self._at - (cpu_ns - self._cpu_ns + waited) / _NS)
        self._at, self._cpu_ns, self._delays = now, cpu_ns, delays

    @property
    def excess(self) -> str:
        """Say that it slept more than it may; empty as long as it has not."""
        return "" if self._left_s >= 0 else f"slept for more than {self._allowed_s:.0f} s of the leg"
