"""What can go wrong when a bot is built and run.

BotsError
├── BotFaultError(fault, detail)   the bot's fault: it forfeits, nobody else is harmed
├── BuildError(detail, log)        the author's fault: there is no bot to run
│   └── ArchiveError               the upload itself cannot be accepted
└── RunnerError                    our fault: the match is void and is played again
    └── SandboxError               this machine cannot contain a bot
"""

from enum import StrEnum


class Fault(StrEnum):
    """The words for what a bot did wrong; stored and shown, so they never change."""

    TIMEOUT = "timeout"
    EXITED = "exited"
    OUT_OF_MEMORY = "out_of_memory"
    TOO_MANY_PROCESSES = "too_many_processes"
    GARBLED = "garbled"
    FLOODED = "flooded"
    UNSOLICITED = "unsolicited"
    ILLEGAL = "illegal"


class BotsError(Exception):
    """The root of every error of this package; its text is a sentence for people."""


class BotFaultError(BotsError):
    """The bot broke the protocol or a limit."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(f"{fault}: {detail}")
        self.fault = fault
        self.detail = detail


class BuildError(BotsError):
    """The upload did not become a bot; the log is for its author."""

    def __init__(self, detail: str, log: str = "") -> None:
        super().__init__(detail)
        self.detail = detail
        self.log = log


class ArchiveError(BuildError):
    """The archive holds something that is not unpacked."""


class RunnerError(BotsError):
    """Something of ours failed; no bot is to blame."""


class SandboxError(RunnerError):
    """No acceptable level of isolation works here."""
