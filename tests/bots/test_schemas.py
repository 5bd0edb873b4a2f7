"""Real traffic of every default ladder's game, message by message, against the protocol's schemas."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bots.match import Exchange, MatchPlan, sides
from bots.protocol_schema import schemas
from bots.referee import play
from bots.sandbox import Sandbox
from games import GAMES
from tests.bots.conftest import BotMaker

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("ten", 4, {}), ("ten", 1, {"solo": 7}), ("lie", 4, {}), ("takethat", 3, {}),
    ("takethat", 2, {"professional": True}), ("sequence", 2, {}), ("sequence", 4, {"teams": 2}),
    ("twinit", 4, {}), ("twinit", 4, {"mode": "ring"}), ("twinit", 4, {"mode": "teams"}),
    ("twinit", 2, {"mode": "coop"}),
]  # fmt: skip


def _traffic(
    game: str, seats: int, options: dict[str, Any], zoo_bot: BotMaker, sandbox: Sandbox
) -> list[Exchange]:
    players = max(2, sides(game, seats=seats, options=options))
    plan = MatchPlan(game, seats, options, 1, bytes(32), tuple(f"bot{n}" for n in range(players)))
    report = play(plan, [zoo_bot("plain")] * players, sandbox=sandbox)
    assert not report.faults
    return [exchange for player in report.players for exchange in player.transcript]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=[f"{g}-{s}-{o}" for g, s, o in TABLES])
def test_all_that_is_said_at_a_table_fits_the_schemas(
    game: str, seats: int, options: dict[str, Any], zoo_bot: BotMaker, sandbox: Sandbox
) -> None:
    validators = {name: Draft202012Validator(schema) for name, schema in schemas(GAMES[game]).items()}
    seen = set()
    exchanges = _traffic(game, seats, options, zoo_bot, sandbox)
    for _, _, _, message, answer in (
        exchanges[:: max(1, len(exchanges) // 12)] + exchanges[:1] + exchanges[-1:]
    ):
        kind = json.loads(message)["type"]
        validators[kind].validate(json.loads(message))
        if answer:
            validators["ready" if kind == "start" else "answer"].validate(json.loads(answer))
        seen.add(kind)
    assert seen == {"start", "act", "end"}


@pytest.mark.parametrize("game", GAMES)
def test_the_schemas_are_schemas(game: str) -> None:
    for schema in schemas(GAMES[game]).values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("game", GAMES)
def test_a_message_that_is_none_is_refused(game: str) -> None:
    for name, schema in schemas(GAMES[game]).items():
        assert not Draft202012Validator(schema).is_valid({"type": name, "unheard": "of"})


def test_an_answer_may_carry_a_note() -> None:
    answer = Draft202012Validator(schemas(GAMES["lie"])["answer"])
    assert answer.is_valid({"do": "challenge", "note": "he lies"})
    assert not answer.is_valid({"do": "challenge", "note": "x" * 1001})
