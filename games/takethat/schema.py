"""JSON Schemas (2020-12) of Take That's options, actions and observations."""

from __future__ import annotations

from games.core.game import Json
from games.takethat.actions import CARDS, TOADS

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Json = {"type": "string"}
_SEAT: Json = {"type": "integer", "minimum": 0, "maximum": 3}
_NUMBER: Json = {"type": "integer", "minimum": 0, "maximum": 79}
_CARD: Json = {"type": "integer", "enum": list(CARDS)}
_PULLED: Json = {"type": "integer", "enum": [card for card in CARDS if card not in TOADS]}
_ROUND: Json = {"type": "integer", "minimum": 1, "maximum": 10}


def _list(items: Json, **more: Json) -> Json:
    return {"type": "array", "items": items, **more}


def _by_seat(items: Json, **more: Json) -> Json:
    return _list(items, minItems=2, maxItems=4, **more)


def _object(properties: dict[str, Json], optional: tuple[str, ...] = ()) -> Json:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _action(do: str, **properties: Json) -> Json:
    return _object({"do": {"const": do}, **properties, "say": _TEXT}, optional=("say",))


_CARDS = _list(_CARD)
_PILES = _by_seat(_CARDS)
_POINTS = _by_seat({"type": "integer"})
_LAST = _object({"round": _ROUND, "points": _POINTS, "unseen": _PILES, "hands": _PILES})

OPTIONS = {"$schema": _DRAFT} | _object(
    {"rounds": _ROUND | {"default": 2}, "professional": {"type": "boolean", "default": False}},
    optional=("rounds", "professional"),
)

ACTION: Json = {
    "$schema": _DRAFT,
    "oneOf": [_action("add", card=_CARD), _action("pull", card=_PULLED), _action("take")],
}

OBSERVATION = {"$schema": _DRAFT} | _object(
    {
        "phase": {"enum": ["open", "turn", "over"]},
        "round": _ROUND,
        "rounds": _ROUND,
        "dealer": _SEAT,
        "to_act": _list(_SEAT, maxItems=1),
        "row": _list(_CARD, description="left to right"),
        "pile": _NUMBER | {"description": "cards left to draw"},
        "hand_sizes": _by_seat(_NUMBER),
        "face_up": _PILES,
        "face_down": _PILES,
        "unseen": _by_seat(_NUMBER, description="how many cards lie face down that nobody has seen"),
        "points": _list(_POINTS, description="of the rounds before"),
        "last_round": {"anyOf": [_LAST, {"type": "null"}]},
        "hand": _CARDS,
        "hands": _PILES | {"description": "open table only"},
        "unseen_cards": _PILES | {"description": "open table only"},
        "pile_cards": _list(_CARD, description="open table only; from the top"),
    },
    optional=("hand", "hands", "unseen_cards", "pile_cards"),
)

SCHEMAS: dict[str, Json] = {"options": OPTIONS, "action": ACTION, "observation": OBSERVATION}
