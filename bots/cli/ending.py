"""How `arena` ends when a signal asks it to: at once, wherever it is.

Nothing is unwound. An exception out of a signal may strike amid the standard library and leave a lock held
for ever, turn into another one, or get lost in a callback. What bots leave is cleared away by their guard, as
after any other end. Only where a terminal must be given back, and no other thread is at work, it is an
exception.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_STDERR = 2
_CLEAN_LINE = b"\r\x1b[2K\x1b[?25h"  # without the progress bar, and with a cursor again
_is_unwound = False


def heed() -> None:
    """End by these signals from now on, unless whoever started us has them ignored, as nohup does."""
    for number in _ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


@contextmanager
def unwound() -> Iterator[None]:
    """Let the first signal be an exception meanwhile; a second one ends us at once."""
    global _is_unwound  # noqa: PLW0603 - there is one process to end
    _is_unwound = True
    try:
        yield
    finally:
        _is_unwound = False


def _end(number: int, _: object) -> None:
    global _is_unwound  # noqa: PLW0603
    if _is_unwound:
        _is_unwound = False
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)
    with suppress(OSError):  # the terminal may be gone
        _tidy_terminal()
    os._exit(128 + number)


def _tidy_terminal() -> None:
    writable = select.select([], [_STDERR], [], 0)[1]  # not one that somebody has stopped
    if writable and os.isatty(_STDERR):
        os.write(_STDERR, _CLEAN_LINE)
