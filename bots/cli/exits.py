"""What every command ends with. The numbers are stable: scripts rely on them."""

from __future__ import annotations

from enum import IntEnum

from bots.errors import BotsError


class Exit(IntEnum):
    """Exit codes."""

    OK = 0
    BOT_FAILED = 1  # it does not build, broke a rule or a limit, was rejected; or a record does not hold
    USAGE = 2  # the command was not understood, or a file is not what it should be
    OUR_FAULT = 3  # this machine cannot run bots, or the server cannot be reached or has failed
    REFUSED = 4  # the server says no: not logged in, not yours, not there, too often
    INTERRUPTED = 130


class CommandError(BotsError):
    """Ends a command with one sentence and a code."""

    def __init__(self, sentence: str, code: Exit = Exit.USAGE) -> None:
        super().__init__(sentence)
        self.code = code
