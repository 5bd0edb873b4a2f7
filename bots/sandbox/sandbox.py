"""The front of the package: choose a level once, then start bots."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bots.errors import RunnerError
from bots.languages import LANGUAGES, python_command
from bots.process import BotProcess
from bots.program import Bind, Program
from bots.sandbox import guard, owners
from bots.sandbox.cgroups import find_hierarchy
from bots.sandbox.launcher import Launcher, Means
from bots.sandbox.levels import Level, choose
from bots.sandbox.limits import Limits
from bots.sandbox.pool import Pool, Recipe

if TYPE_CHECKING:
    from bots.manifest import BuiltBot
    from bots.sandbox.jail import Jail

WARM = 4  # spare sandboxes a worker keeps ready


def place_files(source: Path, slot: Path) -> None:
    """Put a bot's files into a slot: linked where that is possible, copied where it is not."""
    for entry in os.scandir(source):
        target = slot / entry.name
        if entry.is_dir(follow_symlinks=False):
            target.mkdir(mode=0o755)
            place_files(Path(entry.path), target)
        else:
            _place(Path(entry.path), target)


def _place(source: Path, target: Path) -> None:
    mode = source.stat().st_mode
    if mode & 0o044 == 0o044:  # the bots' user reads it as it is
        try:
            return os.link(source, target)
        except OSError:
            pass
    shutil.copyfile(source, target)
    return target.chmod(0o755 if mode & 0o100 else 0o644)


def _needs(built: BuiltBot) -> tuple[Mapping[str, str], tuple[Bind, ...]]:
    """Give the environment and the binds a built bot runs with."""
    language = LANGUAGES[built.language]
    if language.runs_alone:
        return {}, ()
    tools = language.toolchain()
    if tools is None:
        raise RunnerError(f"{built.language} is not installed here: {language.install}")
    return tools.environment, tools.binds


def recipe_for(built: BuiltBot, limits: Limits) -> Recipe:
    """Say what sandbox a built bot needs; all Python bots need the same."""
    environment, binds = _needs(built)
    warm = built.language == "python"
    tools = LANGUAGES["python"].toolchain() if warm else None
    command = python_command(tools, "wait") if tools else built.command
    return Recipe(command, tuple(environment.items()), binds, limits, waits_for_file=warm)


def sweep() -> None:
    """Take away what workers that are gone have left: processes, directories, control groups."""
    guard.sweep_processes()
    owners.sweep_slots()
    hierarchy = find_hierarchy()
    if hierarchy is not None:
        hierarchy.sweep()


class Sandbox:
    """Starts bots at one level of isolation; a context manager that leaves nothing behind."""

    def __init__(
        self, level: Level, means: Means, slots: Path, watch: owners.Guard, *, warm: int = WARM
    ) -> None:
        self.level = level
        self.means = means
        self.launcher = Launcher(means, slots)
        self.pool = Pool(self._spare, warm)
        self._slots = slots
        self._guard = watch
        self._owner = os.getpid()

    @classmethod
    def open(cls, level: str | None = None, *, accept: Level = Level.FULL, warm: int = WARM) -> Self:
        """Take the named level (here or in ARENA_SANDBOX), else the strongest down to `accept`, or refuse."""
        guard.sweep_processes()
        owners.sweep_slots()
        slots, watch = owners.guarded_slots()
        try:
            chosen, means = choose(level, accept, slots)
        except RunnerError:
            watch.dismiss()
            shutil.rmtree(slots, ignore_errors=True)
            raise
        if means.hierarchy is not None:
            means.hierarchy.sweep()
        return cls(chosen, means, slots, watch, warm=warm)

    def describe(self) -> str:
        """Name the level and what it rests on, for people."""
        groups = f"cgroups {self.means.hierarchy.version}" if self.means.hierarchy else "no cgroups"
        walls = "Landlock" if self.means.binary is None else "bubblewrap"
        return f"{self.level} ({walls}, seccomp, {groups})"

    def start(
        self, built: BuiltBot, limits: Limits | None = None, name: str = "", *, core: int | None = None
    ) -> BotProcess:
        """Start a built bot; it runs at once and has been asked nothing."""
        limits = (limits or Limits()).with_address_factor(LANGUAGES[built.language].address_factor)
        recipe = recipe_for(built, limits)
        jail = self._from_pool(recipe, built, core) or self._cold(built, limits, core)
        self.pool.replenish(recipe, core)
        return BotProcess(jail, limits, name or built.manifest.name)

    def _cold(self, built: BuiltBot, limits: Limits, core: int | None) -> Jail:
        self.launcher.hurry()
        slot = self.launcher.new_slot()
        place_files(built.directory, slot)
        jail = self.launch(Program(slot, built.command, *_needs(built)), limits, core=core)
        jail.open_gate()
        return jail

    def _spare(self, recipe: Recipe, core: int | None) -> Jail:
        program = Program(self.launcher.new_slot(), recipe.command, dict(recipe.environment), recipe.binds)
        jail = self.launch(program, recipe.limits, core=core)
        if recipe.waits_for_file:
            jail.open_gate()
        return jail

    def _from_pool(self, recipe: Recipe, built: BuiltBot, core: int | None) -> Jail | None:
        """Start the bot in a spare; None when there is none, or it has gone bad."""
        while (jail := self.pool.take(recipe)) is not None:
            try:
                _admit(jail, recipe, built, core)
            except (RunnerError, OSError):
                jail.close()
            else:
                return jail
        return None

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
        self._end()
        if os.getpid() == self._owner:
            self._guard.dismiss()

    def _end(self) -> None:
        self.pool.close()
        self.launcher.close()
        if os.getpid() == self._owner:  # a forked child leaves the slots to its parent
            shutil.rmtree(self._slots, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, KeyboardInterrupt | SystemExit):
            self._end()  # stopped, wherever we were: the guard looks after us whether all is gone
        else:
            self.close()


def _admit(jail: Jail, recipe: Recipe, built: BuiltBot, core: int | None) -> None:
    """Put a bot into a spare and let it go."""
    place_files(built.directory, jail.slot)
    if core is not None and jail.core != core:
        jail.pin(core)
    if not recipe.waits_for_file:
        jail.open_gate()
        return
    jail.wait_until_up()  # the interpreter, this time
    jail.write(f"{built.manifest.entry}\n".encode())  # it is in the directory already
