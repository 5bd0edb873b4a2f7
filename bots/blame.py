"""What a bot is blamed for, in words, and which of its limits it broke."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import TYPE_CHECKING

from bots.errors import BotFaultError, Fault

if TYPE_CHECKING:
    from bots.sandbox.limits import Limits
    from bots.sandbox.meters import Meter


def broken_limit(meter: Meter, limits: Limits) -> BotFaultError | None:
    """Name the limit of memory or processes that a bot broke: whatever else happened came of it."""
    if meter.oom_kills():
        return BotFaultError(Fault.OUT_OF_MEMORY, f"used more than {limits.memory_mb} MB of memory")
    if meter.forks_denied():
        wanted = f"wanted more than {limits.processes} processes and threads"
        return BotFaultError(Fault.TOO_MANY_PROCESSES, wanted)
    return None


def all_cpu_used(limits: Limits) -> BotFaultError:
    """Blame a bot for using up the CPU time of its whole life."""
    return BotFaultError(Fault.TIMEOUT, f"used {limits.cpu_s} s of CPU time in all")


def too_long(limits: Limits) -> BotFaultError:
    """Blame a bot for a line without end."""
    return BotFaultError(Fault.GARBLED, f"a line is longer than {limits.line_bytes} bytes")


def unsolicited(what: str, data: bytes) -> BotFaultError:
    """Blame a bot for a line that nobody asked for."""
    return BotFaultError(Fault.UNSOLICITED, f"{what}: {data[:80].decode(errors='replace')!r}")


def exited(status: int) -> BotFaultError:
    """Blame a bot for leaving."""
    if status > 128:
        with suppress(ValueError):
            return BotFaultError(Fault.EXITED, f"killed by {signal.Signals(status - 128).name}")
    return BotFaultError(Fault.EXITED, f"exited with status {status}")
