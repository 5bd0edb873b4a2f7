"""What the documentation tells people to type and to write works."""

from __future__ import annotations

import re
from pathlib import Path

from bots.cli.exits import Exit
from bots.cli.main import app
from tests.bots.cli.conftest import Cli

DOCUMENTS = Path(__file__).parents[3] / "docs"
_PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)


def _programs(name: str) -> list[str]:
    return _PYTHON.findall((DOCUMENTS / name).read_text())


def test_the_bot_of_the_protocol_plays(cli: Cli) -> None:
    Path("short.py").write_text(_programs("protocol.md")[-1])
    for game in ("lie", "ten"):
        assert cli("play", game, "short.py", "random", "--legs", "2").code == 0


def test_the_better_bot_of_the_tutorial_is_better(cli: Cli) -> None:
    loop, better = _programs("tutorial.md")[:2]
    start = loop.index("def choose")
    Path("first.py").write_text(loop)
    Path("better.py").write_text(loop[:start] + better + "\n\n" + loop[loop.index("for line") :])
    done = cli("play", "lie", "better.py", "first.py", "-n", "6", "--seed", "tutorial", "--json")
    assert done.code == 0
    best = done.json()["bots"][0]
    assert best["name"] == "better"
    assert best["points"] - best["points_error"] > 0


def test_every_command_and_exit_code_is_documented() -> None:
    page = (DOCUMENTS / "cli.md").read_text()
    for command in app.registered_commands:
        assert command.callback is not None
        name = command.name or command.callback.__name__
        assert f"`arena {name}" in page
    for code in Exit:
        assert re.search(rf"^\| {code.value}[ ,]", page, re.MULTILINE)
