"""A real sandbox, small Python bots in it, and the records of matches they have played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bots import matchfile
from bots.cli.main import run
from bots.languages import LANGUAGES
from bots.manifest import BuiltBot, Manifest
from bots.match import Clock, MatchPlan, MatchReport
from bots.referee import play
from bots.sandbox import Level, Sandbox

STEADY = """
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        choice = random.Random(f"{message['leg']}/{message['seat']}")
        print('{"ready": true}', flush=True)
    elif message["type"] == "act":
        print(json.dumps(choice.choice(message["legal"])), flush=True)
    elif message["type"] == "bye":
        break
"""
ILLEGAL = """
import sys
for line in sys.stdin:
    print('{"ready": true}' if '"start"' in line else '{"do": "fly"}', flush=True)
"""
PlayMatch = Callable[..., MatchReport]


@dataclass(frozen=True, slots=True)
class Result:
    """What a command left: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Read the output as JSON."""
        return json.loads(self.out)


Cli = Callable[..., Result]


@pytest.fixture(scope="session")
def cache_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep builds between tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def cli(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, cache_home: Path
) -> Cli:
    """Run the command line in an empty directory, with a configuration of its own."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("ARENA_SERVER", "ARENA_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def ran(*arguments: str) -> Result:
        capsys.readouterr()
        code = run(list(arguments))
        written = capsys.readouterr()
        assert "Traceback" not in written.err + written.out
        return Result(code, written.out, written.err)

    return ran


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """Open the strongest sandbox this machine has."""
    with Sandbox.open(accept=Level.LITE) as opened:
        yield opened


@pytest.fixture(scope="session")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], BuiltBot]:
    """Make a Python bot of its source."""

    def made(source: str) -> BuiltBot:
        directory = tmp_path_factory.mktemp("bot")
        (directory / "bot.py").write_text(source)
        python = LANGUAGES["python"]
        tools = python.toolchain()
        assert tools is not None
        manifest = Manifest("bot", "python", "bot.py")
        return BuiltBot(directory, python.command(tools, "bot.py"), "python", "", "", manifest)

    return made


@pytest.fixture(scope="session")
def play_match(sandbox: Sandbox, bot: Callable[[str], BuiltBot]) -> PlayMatch:
    """Play a match between the given sources."""

    def played(game: str, seats: int, sources: list[str], *, legs: int = 2, **options: Any) -> MatchReport:
        names = tuple(f"bot-{number}" for number in range(len(sources)))
        plan = MatchPlan(game, seats, options, legs, b"seed" * 8, names, clock=Clock())
        return play(plan, [bot(source) for source in sources], sandbox=sandbox)

    return played


@pytest.fixture(scope="session")
def duel(play_match: PlayMatch) -> bytes:
    """Give the packed record of a clean match of LIE."""
    return matchfile.pack(matchfile.record_data(play_match("lie", 2, [STEADY, STEADY])))


@pytest.fixture
def record(duel: bytes) -> dict[str, Any]:
    """Give a fresh copy of that record, to be tampered with."""
    return matchfile.unpack(duel)


@pytest.fixture
def record_file(duel: bytes, tmp_path: Path) -> Path:
    """Give the record as a file."""
    path = tmp_path / "duel.arena"
    path.write_bytes(duel)
    return path
