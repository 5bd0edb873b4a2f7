"""What a bot has used in its life."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from bots.sandbox.meters import Meter

_MS = 1_000_000  # nanoseconds


@dataclass(frozen=True, slots=True)
class Usage:
    """Time and memory of all its processes together."""

    cpu_ms: float
    idle_cpu_ms: float  # of it, used while it had not been asked
    peak_memory_bytes: int
    out_of_memory: bool
    forks_denied: int

    @classmethod
    def read(cls, meter: Meter, born_ns: int, idle_ns: int) -> Self:
        """Read the meter of a bot that began at `born_ns` on it."""
        return cls(
            cpu_ms=(meter.cpu_ns() - born_ns) / _MS,
            idle_cpu_ms=idle_ns / _MS,
            peak_memory_bytes=meter.peak_bytes(),
            out_of_memory=meter.oom_kills() > 0,
            forks_denied=meter.forks_denied(),
        )
