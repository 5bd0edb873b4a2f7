"""Golden games replay, link by link, as they were recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import GAMES
from games.core.record import Record
from tests.games.goldens import FOLDER, TABLES, follow

ADVICE = (
    "{name} was recorded with {slug} version {version} and no longer replays, nor do stored games: "
    "raise `version` in games/{slug}/rules.py and record the golden games anew with "
    "`python -m tests.games.goldens`."
)


ENDINGS = {"runs", "undecided", "cards", "extra_rounds", "last_left", "rounds", "sequences", "goal", "time"}


def golden(name: str) -> dict[str, Any]:
    """Read a golden game."""
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return data


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_game_replays(name: str) -> None:
    data = golden(name)
    record = Record.from_json(data)
    found = follow(record, TABLES[name])
    advice = ADVICE.format(name=name, slug=record.game, version=record.version)
    assert found["links"] == data["links"], advice
    assert (found["digest"], found["outcome"]) == (data["digest"], data["outcome"]), advice


def test_every_game_and_mode_has_a_golden_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(TABLES)
    assert {table.slug for table in TABLES.values()} == set(GAMES)
    for slug, game in GAMES.items():
        played = [dict(table.chosen()) for table in TABLES.values() if table.slug == slug]
        for option in game.options().options:
            if not any(isinstance(value, int) and value > 3 for value in option.values):  # not each number
                assert set(option.values) == {options[option.name] for options in played}, option.name
    assert {golden(name)["outcome"]["ending"] for name in TABLES} >= ENDINGS
