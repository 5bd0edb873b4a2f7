"""House bots inside this process, behind the real referee: the same messages and answers, without pipes."""

from __future__ import annotations

import importlib
import io
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, cast
from zlib import crc32

import orjson

from bots.house import HouseProgram, programs
from bots.log import Log
from bots.manifest import BuiltBot
from bots.match import MatchPlan, MatchReport
from bots.referee import play
from bots.sandbox import Sandbox
from bots.usage import Usage


@cache
def modules(program: HouseProgram) -> tuple[ModuleType, ModuleType]:
    """Import a program's archive, and nothing but it: its bot module and its loop."""
    with tempfile.TemporaryDirectory() as directory:
        with zipfile.ZipFile(io.BytesIO(program.content)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".py")]
            archive.extractall(directory)
        sys.path.insert(0, directory)
        try:
            importlib.invalidate_caches()
            return importlib.import_module("bot"), importlib.import_module("_loop")
        finally:
            sys.path.remove(directory)
            for name in names:
                sys.modules.pop(Path(name).stem, None)


def program_of(game: str, name: str) -> HouseProgram:
    """Find a house program."""
    return next(program for program in programs() if (program.game, program.name) == (game, name))


@dataclass(frozen=True, slots=True)
class Weakened:
    """A program in whose place `random` answers this share of the questions."""

    program: HouseProgram
    share: float


Player = HouseProgram | Weakened


class InProcess:
    """Stands for a bot's process."""

    def __init__(self, program: HouseProgram) -> None:
        module, self._loop = modules(program)
        kinds = [kind for kind in vars(module).values() if _is_bot(kind, self._loop)]
        self._bot = kinds[-1]()
        self._reply = b""
        self.answer_cpu_ms = 0.0  # nobody is hurried here
        self.log = Log(0)

    def send(self, line: bytes) -> None:
        """Think at once; the answer waits to be read."""
        self._reply = orjson.dumps(self._loop.answer(self._bot, orjson.loads(line)))

    def receive(self, *, cpu_ms: float, wall_ms: float) -> bytes:
        """Give the answer."""
        return self._reply

    def ask(self, line: bytes, *, cpu_ms: float, wall_ms: float) -> bytes:
        """Send and receive."""
        self.send(line)
        return self._reply

    def tell(self, line: bytes) -> None:
        """Send what needs no answer."""
        if orjson.loads(line)["type"] != "bye":
            self.send(line)

    def allow_sleep(self, limit_ms: float) -> None:
        """Watch nothing."""

    def hang_up(self) -> None:
        """Close what is not open."""

    def wait_exit(self, wall_ms: float) -> bool:
        """Leave at once."""
        return True

    def close(self) -> Usage:
        """Measure nothing."""
        return Usage(0.0, 0.0, 0, False, 0)


class Blundering(InProcess):
    """Stands for the process of a bot that at times does not think; when, follows from what it is asked."""

    def __init__(self, weakened: Weakened) -> None:
        super().__init__(weakened.program)
        self._share = weakened.share
        self._other = InProcess(program_of(weakened.program.game, "random"))

    def send(self, line: bytes) -> None:
        """Let both see every message, and one of them answer."""
        super().send(line)
        self._other.send(line)
        if Random(crc32(line)).random() < self._share:
            self._reply = self._other._reply


def _is_bot(kind: Any, loop: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, loop.Bot) and kind is not loop.Bot


class _Room:
    """Stands for a sandbox."""

    def start(self, player: Player, *_: object, **__: object) -> InProcess:
        """Start a program."""
        return Blundering(player) if isinstance(player, Weakened) else InProcess(player)


def play_in_process(plan: MatchPlan, players: Sequence[Player]) -> MatchReport:
    """Play a match with the real referee and bots of this process."""
    return play(plan, cast("Sequence[BuiltBot]", players), sandbox=cast(Sandbox, _Room()))
