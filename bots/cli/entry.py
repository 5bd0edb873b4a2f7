"""Starts the `arena` command: asked to end, it ends what it has started first, also while it is loading."""

from __future__ import annotations

import signal
import sys

_INTERRUPTED = 128 + signal.SIGINT


def main() -> None:
    """Run the command line and leave with its exit code."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _stop)
    try:
        from bots.cli.main import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = _INTERRUPTED
    sys.exit(code)


def _stop(number: int, _: object) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough: what follows is cleaning up
    sys.exit(128 + number)
