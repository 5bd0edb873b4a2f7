"""The front of the package: choose a level once, then start bots."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bots.errors import RunnerError
from bots.languages import LANGUAGES
from bots.process import BotProcess
from bots.program import Program
from bots.sandbox import owners
from bots.sandbox.launcher import Launcher, Means
from bots.sandbox.levels import Level, choose
from bots.sandbox.limits import Limits

if TYPE_CHECKING:
    from bots.manifest import BuiltBot
    from bots.sandbox.jail import Jail


def place_files(source: Path, slot: Path) -> None:
    """Put a bot's files into a slot: linked where that is possible, copied where it is not."""
    for directory, _, names in os.walk(source):
        target = slot / Path(directory).relative_to(source)
        target.mkdir(mode=0o755, exist_ok=True)
        for name in names:
            _place(Path(directory) / name, target / name)


def _place(source: Path, target: Path) -> None:
    mode = source.stat().st_mode
    if mode & 0o044 == 0o044:  # the bots' user reads it as it is
        try:
            return os.link(source, target)
        except OSError:
            pass
    shutil.copyfile(source, target)
    return target.chmod(0o755 if mode & 0o100 else 0o644)


def program_for(built: BuiltBot, directory: Path) -> Program:
    """Say how a built bot is run from a slot."""
    if LANGUAGES[built.language].runs_alone:
        return Program(directory, built.command)
    tools = LANGUAGES[built.language].toolchain()
    if tools is None:
        raise RunnerError(f"{built.language} is not installed here")
    return Program(directory, built.command, tools.environment, tools.binds)


class Sandbox:
    """Starts bots at one level of isolation; a context manager that leaves nothing behind."""

    def __init__(self, level: Level, means: Means, slots: Path) -> None:
        self.level = level
        self.means = means
        self.launcher = Launcher(means, slots)
        self._slots = slots
        self._owner = os.getpid()

    @classmethod
    def open(cls, level: str | None = None, *, accept: Level = Level.FULL) -> Self:
        """Take the named level (here or in ARENA_SANDBOX), else the strongest down to `accept`, or refuse."""
        owners.sweep_processes()
        owners.sweep_slots()
        slots = owners.make_slots()
        try:
            chosen, means = choose(level, accept, slots)
        except BaseException:
            shutil.rmtree(slots, ignore_errors=True)
            raise
        if means.hierarchy is not None:
            means.hierarchy.sweep()
        return cls(chosen, means, slots)

    def describe(self) -> str:
        """Name the level and what it rests on, for people."""
        groups = f"cgroups {self.means.hierarchy.version}" if self.means.hierarchy else "no cgroups"
        walls = "Landlock" if self.means.binary is None else f"bubblewrap at {self.means.binary}"
        return f"{self.level} ({walls}, seccomp, {groups})"

    def start(
        self, built: BuiltBot, limits: Limits | None = None, name: str = "", *, core: int | None = None
    ) -> BotProcess:
        """Start a built bot; it runs at once and has been asked nothing."""
        limits = (limits or Limits()).with_address_factor(LANGUAGES[built.language].address_factor)
        slot = self.launcher.new_slot()
        place_files(built.directory, slot)
        jail = self.launch(program_for(built, slot), limits, core=core)
        jail.open_gate()
        return BotProcess(jail, limits, name or built.manifest.name)

    def launch(self, program: Program, limits: Limits, *, core: int | None = None) -> Jail:
        """Make a sandbox around a program in a slot, its gate shut; the slot goes when this fails."""
        try:
            return self.launcher.launch(program, limits, core=core)
        except OSError as error:
            shutil.rmtree(program.directory, ignore_errors=True)
            raise RunnerError(f"the sandbox could not be made: {error}") from error
        except RunnerError:
            shutil.rmtree(program.directory, ignore_errors=True)
            raise

    def close(self) -> None:
        """End the threads and delete the slots; running bots are closed by their owners."""
        self.launcher.close()
        if os.getpid() == self._owner:  # a forked child leaves the slots to its parent
            shutil.rmtree(self._slots, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
