"""A process that plays matches for `arena play`, on a core of its own: plans in, reports out, pickled.

It is in a session of its own, so that Ctrl-C reaches only the one who started it. When that one is gone it
ends too, whatever it is doing: its guard clears away what it was playing.
"""

from __future__ import annotations

import os
import pickle
import select
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from bots.errors import BotsError, RunnerError
from bots.manifest import BuiltBot
from bots.match import MatchPlan, MatchReport
from bots.referee import play
from bots.sandbox import Level, Sandbox

_END_LIMIT_S = 20.0


class Worker:
    """The starter's side."""

    def __init__(self, bots: Sequence[BuiltBot], core: int | None) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bots.cli.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment, start_new_session=True,
        )  # fmt: skip
        _send(self._process.stdin, (tuple(bots), core))

    def play(self, plan: MatchPlan) -> MatchReport:
        """Let it play one match. RunnerError when it could not, or is gone."""
        try:
            _send(self._process.stdin, plan)
            answer = _receive(self._process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            raise RunnerError("a process that plays matches has ended") from None
        if isinstance(answer, MatchReport):
            return answer
        raise RunnerError(str(answer))

    def dismiss(self) -> None:
        """Let it end in order; it is playing nothing."""
        with suppress(OSError):  # it is gone already
            _send(self._process.stdin, None)

    def kill(self) -> None:
        """End it with whatever it is playing."""
        self._process.kill()

    def close(self) -> None:
        """Wait until it has ended."""
        try:
            self._process.wait(_END_LIMIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # what was not sent any more
                    stream.close()


def _send(stream: IO[bytes] | None, data: object) -> None:
    assert stream is not None
    pickle.dump(data, stream)
    stream.flush()


def _receive(stream: IO[bytes] | None) -> Any:
    assert stream is not None
    return pickle.load(stream)  # noqa: S301 - both ends are ours


def main() -> None:
    """Play whatever comes in until nothing does."""
    threading.Thread(target=_end_when_alone, daemon=True).start()
    with suppress(EOFError, BrokenPipeError):  # whoever started us has gone, at whatever point
        bots, core = _receive(sys.stdin.buffer)
        with Sandbox.open(accept=Level.LITE) as sandbox:
            while (plan := _receive(sys.stdin.buffer)) is not None:
                _send(sys.stdout.buffer, _played(plan, bots, sandbox, core))
    with suppress(OSError):  # what nobody waits for any more
        sys.stdout.close()


def _end_when_alone() -> None:
    """Wait until nobody can send us anything any more: a match may last longer than who wanted it."""
    poll = select.poll()
    poll.register(sys.stdin.fileno(), 0)  # of all events only the end, which is always told
    poll.poll()
    os._exit(1)  # without unwinding: the guard clears away


def _played(
    plan: MatchPlan, bots: Sequence[BuiltBot], sandbox: Sandbox, core: int | None
) -> MatchReport | str:
    try:
        return play(plan, bots, sandbox=sandbox, core=core)
    except BotsError as error:
        return str(error)


if __name__ == "__main__":
    main()
