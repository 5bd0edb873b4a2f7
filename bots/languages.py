"""The languages bots are written in: how each is recognised, built and run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from bots.program import BOT_DIRECTORY, Bind

OUTPUT = "/tmp/out"  # noqa: S108  (inside the sandbox)


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Where a language's tools are on this machine and what they need inside a sandbox."""

    version: str
    binds: tuple[Bind, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)  # paths inside the sandbox


@dataclass(frozen=True, slots=True)
class Language:
    """One language. `script` builds from /bot into /tmp/out; `command` runs what came out, as /bot."""

    name: str
    suffixes: tuple[str, ...]
    install: str  # how to get the tools, for people
    find: Callable[[], Toolchain | None]
    script: Callable[[Toolchain, str], str]
    command: Callable[[Toolchain, str], tuple[str, ...]]
    address_factor: int = 4
    keeps_source: bool = False  # the build only checks; the source itself is what runs

    def toolchain(self) -> Toolchain | None:
        """Find the tools, once a process."""
        return _found(self.name)


@cache
def _found(name: str) -> Toolchain | None:
    return LANGUAGES[name].find()


def _version(command: list[str], environment: Mapping[str, str] | None = None) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=20, env=environment, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return (done.stdout or done.stderr).strip().splitlines()[0]


def _system_tool(*names: str) -> str | None:
    """Find a tool below /usr, which is what a sandbox shows."""
    found = (shutil.which(name, path="/usr/bin:/bin") for name in names)
    return next((str(Path(path).resolve()) for path in found if path), None)


# Python


def _find_python() -> Toolchain:
    environment = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    if system := _system_tool("python3"):
        return Toolchain(_version([system, "--version"]), (), environment, {"python": system})
    base = Path(sys.base_prefix)
    inside = "/opt/python"
    environment |= {"PYTHONHOME": inside, "LD_LIBRARY_PATH": f"{inside}/lib"}
    tool = f"{inside}/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    return Toolchain(f"Python {sys.version.split()[0]}", (Bind(base, inside),), environment, {"python": tool})


def python_command(tools: Toolchain, entry: str) -> tuple[str, ...]:
    """Run a Python file, or with `wait` a warm interpreter that is told the file later."""
    boot = resources.files("bots.sandbox").joinpath("python_boot.py").read_text()
    argument = entry if entry == "wait" else f"{BOT_DIRECTORY}/{entry}"
    return (tools.tools["python"], "-S", "-s", "-c", boot, argument)


_CHECK_PYTHON = (
    "import pathlib\n"
    "for p in sorted(pathlib.Path('/bot').rglob('*.py')):\n"
    "    compile(p.read_bytes(), str(p.relative_to('/bot')), 'exec', dont_inherit=True)\n"
)


def _check_python(tools: Toolchain, _entry: str) -> str:
    return f'{tools.tools["python"]} -S -s -c "{_CHECK_PYTHON}"'


LANGUAGES: dict[str, Language] = {
    "python": Language(
        name="python",
        suffixes=(".py",),
        install="apt install python3",
        find=_find_python,
        script=_check_python,
        command=python_command,
        keeps_source=True,
    ),
}


def toolchains() -> dict[str, Toolchain | None]:
    """Say for every language whether its tools are here."""
    return {name: language.toolchain() for name, language in LANGUAGES.items()}


def language_of(file_name: str) -> Language | None:
    """Guess the language of a single source file by its suffix."""
    suffix = os.path.splitext(file_name)[1].lower()  # noqa: PTH122
    return next((language for language in LANGUAGES.values() if suffix in language.suffixes), None)
