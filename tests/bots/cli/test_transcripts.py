"""The transcripts in the documentation are those of today's protocol and games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bots.cli import transcripts
from bots.protocol_schema import schemas
from bots.sandbox import Sandbox
from games import GAMES

DOCUMENTS = Path(__file__).parents[3] / "docs"


def test_there_is_a_transcript_of_every_game() -> None:
    assert set(transcripts.TABLES) == set(GAMES)
    linked = (DOCUMENTS / "protocol.md").read_text()
    for game in GAMES:
        assert f"transcripts/{game}.txt" in linked


def test_the_transcripts_are_current(
    sandbox: Sandbox, cache_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_home))
    written = {path.name: path.read_text() for path in (DOCUMENTS / "transcripts").iterdir()}
    made = transcripts.documents(sandbox)
    assert set(made) == set(written)
    for name, text in made.items():
        assert text == written[name], f"{name}: run python -m bots.cli.transcripts"


def test_the_examples_in_the_protocol_are_lines_of_the_transcripts() -> None:
    lines = (DOCUMENTS / "protocol.md").read_text().splitlines()
    shown = [line for line in lines if line.startswith(("-> ", "<- "))]
    real = {line for path in (DOCUMENTS / "transcripts").iterdir() for line in path.read_text().splitlines()}
    assert len(shown) > 5
    assert set(shown) <= real


@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_is_a_whole_game(game: str) -> None:
    lines = (DOCUMENTS / "transcripts" / f"{game}.txt").read_text().splitlines()
    messages = [json.loads(line[3:]) for line in lines if line.startswith("-> ")]
    answers = [json.loads(line[3:]) for line in lines if line.startswith("<- ")]
    assert [message["type"] for message in messages] == ["start", *["act"] * (len(answers) - 1), "end"]
    assert answers[0] == {"ready": True}


@pytest.mark.parametrize("path", sorted((DOCUMENTS / "transcripts").iterdir()), ids=lambda path: path.stem)
def test_a_transcript_keeps_to_the_schemas(path: Path) -> None:
    known = schemas(GAMES[path.stem.split("-")[0]])
    validators = {name: Draft202012Validator(schema) for name, schema in known.items()}
    for line in path.read_text().splitlines():
        data = json.loads(line[3:])
        kind = data["type"] if line.startswith("-> ") else "ready" if "ready" in data else "answer"
        validators[kind].validate(data)
