"""The languages bots are written in: how each is recognised, built and run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from shlex import quote

from bots import toolchains as find
from bots.program import BOT_DIRECTORY
from bots.toolchains import Toolchain

OUTPUT = "/tmp/out"  # noqa: S108  (inside the sandbox)
_BINARY = "bot"


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
    runs_alone: bool = False  # what was built needs none of the tools

    def toolchain(self) -> Toolchain | None:
        """Find the tools, once a process."""
        return _found(self.name)


@cache
def _found(name: str) -> Toolchain | None:
    return LANGUAGES[name].find()


# Python


def python_command(tools: Toolchain, entry: str) -> tuple[str, ...]:
    """Run a Python file, or with `wait` a warm interpreter that is told the file later."""
    argument = entry if entry == "wait" else f"{BOT_DIRECTORY}/{entry}"
    return (tools.tools["python"], "-S", "-s", "-c", _python_boot(), argument)


@cache
def _python_boot() -> str:
    return resources.files("bots.sandbox").joinpath("python_boot.py").read_text()


_CHECK_PYTHON = """
import sys
sys.path[:] = [entry for entry in sys.path if entry]  # not the bot's own types.py
import os, traceback
bad = 0
for directory, _, names in sorted(os.walk('.')):
    for name in sorted(names):
        if not name.endswith('.py'): continue
        path = os.path.join(directory, name)
        try: compile(open(path, 'rb').read(), os.path.relpath(path), 'exec', dont_inherit=True)
        except (SyntaxError, ValueError):
            bad = 1
            traceback.print_exc(limit=0)
sys.exit(bad)
"""


def _check_python(tools: Toolchain, _entry: str) -> str:
    return f"{tools.tools['python']} -S -s -c {quote(_CHECK_PYTHON)}"


# JavaScript


def _check_javascript(tools: Toolchain, entry: str) -> str:
    return f"{tools.tools['node']} --check {quote(f'./{entry}')}"


def _node_command(tools: Toolchain, entry: str) -> tuple[str, ...]:
    # One thread for its own work: the bots' clock is the CPU time of all of them.
    options = ("--max-old-space-size={heap_mb}", "--single-threaded-gc", "--no-warnings")
    return (tools.tools["node"], *options, f"{BOT_DIRECTORY}/{entry}")


# C, C++, Rust, Go


def _of_all_sources(suffixes: Sequence[str], command: str, after: str = "") -> str:
    """Run a compiler once, on all sources there are, whatever their names hold."""
    names = " -o ".join(f"-name '*{suffix}'" for suffix in suffixes)
    script = quote(f'exec {command} "$@" {after}')
    return f"find . -type f \\( {names} \\) -print0 | sort -z | xargs -0 -x -s 1000000 sh -c {script} sh"


def _compile_c(tools: Toolchain, _entry: str) -> str:
    command = f"{tools.tools['compiler']} -std=gnu17 -O2 -Wall -I. -o {OUTPUT}/{_BINARY}"
    return _of_all_sources([".c"], command, "-lm -lpthread")


def _compile_cpp(tools: Toolchain, _entry: str) -> str:
    command = f"{tools.tools['compiler']} -std=gnu++20 -O2 -Wall -I. -o {OUTPUT}/{_BINARY}"
    return _of_all_sources([".cpp", ".cc", ".cxx"], command, "-lpthread")


def _compile_rust(tools: Toolchain, entry: str) -> str:
    options = "--edition 2021 -C opt-level=2 -C codegen-units=1 --crate-name bot"
    places = f"--sysroot {tools.tools['root']} -C linker={tools.tools['linker']} -o {OUTPUT}/{_BINARY}"
    return f"{tools.tools['compiler']} {places} {options} {quote(f'./{entry}')}"


def _compile_go(tools: Toolchain, entry: str) -> str:
    package = quote(f"./{PurePosixPath(entry).parent}")
    build = f"{tools.tools['go']} build -o {OUTPUT}/{_BINARY}"
    # Without a go.mod the files of one directory are the program.
    return f"if [ -f go.mod ]; then {build} {package}; else cd {package} && {build} ./*.go; fi"


def _binary_command(_tools: Toolchain, _entry: str) -> tuple[str, ...]:
    return (f"{BOT_DIRECTORY}/{_BINARY}",)


# Java


def _compile_java(tools: Toolchain, _entry: str) -> str:
    options = "-J-Xmx512m -J-XX:+UseSerialGC -J-XX:-UsePerfData -encoding UTF-8"
    return _of_all_sources([".java"], f"{tools.tools['javac']} {options} -d {OUTPUT}")


def _java_command(tools: Toolchain, entry: str) -> tuple[str, ...]:
    """Start the class that the entry's path names: com/example/Bot.java is com.example.Bot."""
    name = ".".join(PurePosixPath(entry).with_suffix("").parts)
    options = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto", "-Xss512k")
    return (tools.tools["java"], *options, "-Xmx{heap_mb}m", "-cp", BOT_DIRECTORY, name)


LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        Language(
            "python", (".py",), "apt install python3", find.find_python, _check_python, python_command,
            keeps_source=True,
        ),
        Language(
            "javascript", (".js", ".mjs", ".cjs"), "apt install nodejs", find.find_node, _check_javascript,
            _node_command, address_factor=256, keeps_source=True,
        ),
        Language(
            "c", (".c",), "apt install gcc libc6-dev", find.find_c, _compile_c, _binary_command,
            runs_alone=True,
        ),
        Language(
            "cpp", (".cpp", ".cc", ".cxx"), "apt install g++", find.find_cpp, _compile_cpp, _binary_command,
            runs_alone=True,
        ),
        Language(
            "rust", (".rs",), "apt install rustc gcc (or rustup)", find.find_rust, _compile_rust,
            _binary_command, runs_alone=True,
        ),
        Language(
            "go", (".go",), "apt install golang-go", find.find_go, _compile_go, _binary_command,
            address_factor=16, runs_alone=True,
        ),
        Language(
            "java", (".java",), "apt install openjdk-17-jdk-headless", find.find_java, _compile_java,
            _java_command, address_factor=32,
        ),
    )
}  # fmt: skip


def toolchains() -> dict[str, Toolchain | None]:
    """Say for every language whether its tools are here."""
    return {name: language.toolchain() for name, language in LANGUAGES.items()}


def language_of(file_name: str) -> Language | None:
    """Guess the language of a single source file by its suffix."""
    suffix = PurePosixPath(file_name).suffix.lower()
    return next((language for language in LANGUAGES.values() if suffix in language.suffixes), None)
