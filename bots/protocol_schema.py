"""The messages of the protocol as types and as JSON Schemas (2020-12), for every game.

`schemas(game)` has the messages to a bot under their `type`, and its answers under `ready` and `answer`.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Literal, TypedDict

from bots.protocol import NOTE_CHARS, VERSION
from games.core.game import Game, Json

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_COUNT: Json = {"type": "integer", "minimum": 0}
_TEXT: Json = {"type": "string"}


class StartClock(TypedDict):
    """The clocks of a leg, in milliseconds of CPU time."""

    move_ms: int
    bank_ms: int
    start_ms: int


class ActClock(TypedDict):
    """What is left of the bank."""

    bank_ms: int


class Start(TypedDict):
    """Opens a leg; the answer is Ready."""

    type: Literal["start"]
    protocol: int
    game: str
    options: dict[str, Any]
    seat: int
    seats: int
    teams: list[int]
    names: list[str]
    leg: int
    legs: int
    clock: StartClock


class Act(TypedDict):
    """Asks for an action; the answer is one, perhaps with a `note`."""

    type: Literal["act"]
    turn: int
    phase: str
    state: Any
    events: list[dict[str, Any]]
    legal: list[dict[str, Any]]
    clock: ActClock


class End(TypedDict):
    """Closes a leg; no answer."""

    type: Literal["end"]
    ranks: list[int]
    scores: list[int]
    events: list[dict[str, Any]]


class Bye(TypedDict):
    """Closes the match; no answer."""

    type: Literal["bye"]


class Ready(TypedDict):
    """The answer to Start."""

    ready: Literal[True]


Message = Start | Act | End | Bye


def schemas(game: Game[Any, Any]) -> dict[str, Json]:
    """Give the schema of every message of a game, and of every answer."""
    of_game = {name: _embedded(schema) for name, schema in game.schemas().items()}
    return {
        "start": _start(game, of_game["options"]),
        "act": _act(of_game["observation"], of_game["action"]),
        "end": _message("end", ranks=_list(_COUNT), scores=_list({"type": "integer"}), events=_EVENTS),
        "bye": _message("bye"),
        "ready": {"$schema": _DRAFT} | _object(ready={"const": True}),
        "answer": {"$schema": _DRAFT} | _with_note(of_game["action"]),
    }


def _object(**properties: Json) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _message(kind: str, **properties: Json) -> Json:
    return {"$schema": _DRAFT} | _object(type={"const": kind}, **properties)


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


_EVENTS: Json = _list({"type": "object", "properties": {"event": _TEXT}, "required": ["event"]})


def _start(game: Game[Any, Any], options: Json) -> Json:
    return _message(
        "start", protocol={"const": VERSION}, game={"const": game.slug}, options=options, seat=_COUNT,
        seats=_COUNT, teams=_list(_COUNT), names=_list(_TEXT), leg=_COUNT, legs=_COUNT,
        clock=_object(move_ms=_COUNT, bank_ms=_COUNT, start_ms=_COUNT),
    )  # fmt: skip


def _act(observation: Json, action: Json) -> Json:
    return _message(
        "act", turn=_COUNT, phase=_TEXT, state=observation, events=_EVENTS, legal=_list(action),
        clock=_object(bank_ms=_COUNT),
    )  # fmt: skip


def _embedded(schema: Any) -> Json:
    return {key: value for key, value in schema.items() if key != "$schema"}


def _with_note(action: Any) -> dict[str, Any]:
    """Allow a note beside every form of an action."""
    schema: dict[str, Any] = deepcopy(action)
    for form in [schema, *schema.get("oneOf", ()), *schema.get("anyOf", ())]:
        if "properties" in form:
            form["properties"] = form["properties"] | {"note": {"type": "string", "maxLength": NOTE_CHARS}}
    return schema
