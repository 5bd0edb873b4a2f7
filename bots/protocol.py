"""Protocol version 1: the messages to a bot, and how its answers are read. One JSON object a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from bots.errors import BotFaultError, Fault
from bots.match import Clock

VERSION = 1
NOTE_CHARS = 1000
READY = {"ready": True}
BYE = b'{"type":"bye"}'


class Answer(NamedTuple):
    """What a bot said: an action as data, and a note for its owner's log."""

    action: dict[str, Any]
    note: str = ""


def start(
    *, game: str, options: Mapping[str, Any], seat: int, teams: Sequence[int], names: Sequence[str],
    leg: int, legs: int, clock: Clock,
) -> bytes:  # fmt: skip
    """Open a leg. The bot answers {"ready": true}."""
    return orjson.dumps({
        "type": "start", "protocol": VERSION, "game": game, "options": dict(options), "seat": seat,
        "seats": len(teams), "teams": tuple(teams), "names": tuple(names), "leg": leg, "legs": legs,
        "clock": {"move_ms": clock.move_ms, "bank_ms": clock.bank_ms, "start_ms": clock.start_ms},
    })  # fmt: skip


def act(
    *,
    turn: int,
    phase: str,
    state: Any,
    events: Sequence[Any],
    legal: Sequence[Mapping[str, Any]],
    bank_ms: int,
) -> bytes:
    """Ask for an action."""
    return orjson.dumps({
        "type": "act", "turn": turn, "phase": phase, "state": state, "events": events, "legal": legal,
        "clock": {"bank_ms": bank_ms},
    })  # fmt: skip


def end(*, ranks: Sequence[int], scores: Sequence[int], events: Sequence[Any]) -> bytes:
    """Close a leg; no answer is expected."""
    return orjson.dumps({"type": "end", "ranks": tuple(ranks), "scores": tuple(scores), "events": events})


def read(line: bytes) -> Answer:
    """Read an answer. BotFaultError(garbled) when it is no JSON object, or its note is not a short text."""
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise BotFaultError(Fault.GARBLED, f"the answer is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BotFaultError(Fault.GARBLED, f"the answer is a JSON {_kind(data)}, not an object")
    if "note" not in data:
        return Answer(data)
    note = data.pop("note")
    if not isinstance(note, str) or len(note) > NOTE_CHARS:
        raise BotFaultError(Fault.GARBLED, f"a note is a text of at most {NOTE_CHARS} characters")
    return Answer(data, note)


def read_ready(line: bytes) -> None:
    """Read the answer to a start message; anything but {"ready": true} is garbled."""
    answer = read(line).action
    if answer != READY or answer["ready"] is not True:  # 1 equals True, and is not meant
        raise BotFaultError(Fault.GARBLED, 'the answer to a start message is {"ready": true}')


def _kind(data: object) -> str:
    return {list: "array", str: "string", bool: "boolean", type(None): "null"}.get(type(data), "number")
