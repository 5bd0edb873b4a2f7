"""A sandbox, and bots built in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bots.build import build
from bots.manifest import BuiltBot
from bots.sandbox import Level, Sandbox

ZOO = Path(__file__).parent.parent / "zoo"
BotMaker = Callable[[str], BuiltBot]


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """Open the strongest level of this machine."""
    with Sandbox.open(accept=Level.RLIMITS) as opened:
        yield opened


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a build cache."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def zoo_bot(sandbox: Sandbox, cache: Path) -> BotMaker:
    """Build a bot of the zoo by its name."""
    return lambda name: build((ZOO / f"{name}.py").read_bytes(), f"{name}.py", cache=cache, sandbox=sandbox)


@pytest.fixture(scope="session")
def python_bot(sandbox: Sandbox, cache: Path) -> BotMaker:
    """Build a Python bot from its source."""
    return lambda source: build(source.encode(), "bot.py", cache=cache, sandbox=sandbox)
