"""The example of games/README.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games


def test_the_example_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(games.__file__).parent / "README.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(example, {})
    assert re.fullmatch(r"\(\d, \d, \d\)\n", capsys.readouterr().out)
