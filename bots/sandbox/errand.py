"""A program that runs to its end in a sandbox, unattended: a build, or an attack of the self-test."""

from __future__ import annotations

import os
import select
import signal
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bots.log import Log

if TYPE_CHECKING:
    from bots.sandbox.jail import Jail
    from bots.sandbox.limits import Limits

_CHUNK = 64 << 10


@dataclass(frozen=True, slots=True)
class Finished:
    """How an errand ended; `trouble` names the limit it broke, in words, or is empty."""

    status: int
    output: bytes
    log: str
    trouble: str = ""

    @property
    def succeeded(self) -> bool:
        """Say whether it ended well, within all limits."""
        return self.status == 0 and not self.trouble


def run(jail: Jail, limits: Limits, *, wall_s: float, output_bytes: int = 1 << 20) -> Finished:
    """Open the gate, collect what comes out until the end or a limit, and close the sandbox."""
    log = Log(limits.log_bytes)
    try:
        jail.open_gate()
        deadline = time.monotonic() + wall_s
        output, trouble = _collect(jail, limits, log, deadline, output_bytes)
        if trouble:
            jail.kill()
        status = jail.exit_status(max(5.0, deadline - time.monotonic()))  # a busy machine is slow to end it
        return Finished(
            1 if status is None else status, output, log.text(), trouble or _verdict(jail, limits, status)
        )
    finally:
        jail.close()


def _collect(jail: Jail, limits: Limits, log: Log, deadline: float, most: int) -> tuple[bytes, str]:
    output = bytearray()
    poll = select.poll()
    poll.register(jail.stdout, select.POLLIN)
    poll.register(jail.stderr, select.POLLIN)
    open_fds = 2
    while open_fds and time.monotonic() < deadline:
        for fd, _ in poll.poll(100):
            data = os.read(fd, _CHUNK)
            if not data:
                poll.unregister(fd)
                open_fds -= 1
            elif fd == jail.stderr:
                log.add(data)
            else:
                output += data
        if len(output) > most or log.written > limits.log_flood_bytes:
            return bytes(output[:most]), "wrote too much"
    return bytes(output), "took too long" if open_fds else ""


def _verdict(jail: Jail, limits: Limits, status: int | None) -> str:
    if status is None:
        return "took too long"  # with its output closed
    if jail.meter.oom_kills():
        return f"used more than {limits.memory_mb} MB of memory"
    if status == 128 + signal.SIGXCPU or jail.meter.cpu_ns() > limits.cpu_s * 1_000_000_000:
        return f"used more than {limits.cpu_s} s of CPU time"
    return ""
