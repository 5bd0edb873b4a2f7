"""JSON Schemas (2020-12) of LIE's options, actions and observations."""

from __future__ import annotations

from games.core.game import Json

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_BOOL: Json = {"type": "boolean"}
_TEXT: Json = {"type": "string"}
_SEAT: Json = {"type": "integer", "minimum": 0, "maximum": 5}
_VALUE: Json = {"type": "integer", "minimum": 1, "maximum": 6}
_COUNT: Json = {"type": "integer", "minimum": 1, "maximum": 30}


def _list(items: Json, low: int = 0, high: int | None = None) -> Json:
    return {"type": "array", "items": items, "minItems": low} | ({} if high is None else {"maxItems": high})


def _object(properties: dict[str, Json], optional: tuple[str, ...] = ()) -> Json:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _action(do: str, **properties: Json) -> Json:
    return _object({"do": {"const": do}, **properties, "say": _TEXT}, optional=("say",))


def _by_seat(items: Json) -> Json:
    return _list(items, 2, 6)


_CARD = _list(_VALUE, 2, 2)
_HAND = _list(_CARD, 0, 5)
_UP = _list(_VALUE, 0, 5)
_BID: Json = {
    "type": "array", "prefixItems": [_SEAT, _COUNT, _VALUE], "items": False, "minItems": 3,
    "description": "seat, count, value",
}  # fmt: skip
_TURNED: Json = {"type": "integer", "minimum": 12, "maximum": 65}
_PAST_ROUND = _object({
    "starter": _SEAT, "clockwise": _BOOL, "bid": _BID, "challenger": _SEAT,
    "shown": {"type": "integer", "minimum": 0, "maximum": 30}, "loser": _SEAT,
    "hands": _by_seat(_list(_TURNED, 0, 5)) | {"description": "by seat; 52 is a card with 5 up and 2 down"},
})  # fmt: skip

OPTIONS = {"$schema": _DRAFT} | _object(
    dict.fromkeys(names := ("wild_ones", "directions", "shrinking", "long"), _BOOL | {"default": False}),
    optional=names,
)

ACTION: Json = {
    "$schema": _DRAFT,
    "oneOf": [
        _action("direction", clockwise=_BOOL),
        _action("set", up=_list(_VALUE, 1, 5)),
        _action("bid", count=_COUNT, value=_VALUE),
        _action("challenge"),
    ],
}

OBSERVATION = {"$schema": _DRAFT} | _object(
    {
        "phase": {"enum": ["direction", "set", "bid", "over"]},
        "round": {"type": "integer", "minimum": 1},
        "starter": _SEAT,
        "to_act": _list(_SEAT, 0, 6),
        "clockwise": {"type": ["boolean", "null"], "description": "null until it is declared"},
        "playing": _list(_SEAT, 1, 6),
        "counts": _by_seat({"type": "integer", "minimum": 0, "maximum": 6}),
        "out": _list(_SEAT, 0, 5) | {"description": "in order of leaving"},
        "extra": _BOOL | {"description": "an extra round between tied leaders"},
        "total": {
            "type": "integer",
            "minimum": 2,
            "maximum": 30,
            "description": "cards in all hands together",
        },
        "ones_wild": _BOOL,
        "bids": _list(_BID),
        "history": _list(_PAST_ROUND),
        "hand": _HAND | {"description": "a seat's own cards"},
        "up": {"anyOf": [_UP, {"type": "null"}], "description": "what the seat has set; null before"},
        "hands": _by_seat(_HAND) | {"description": "open table only"},
        "ups": {"anyOf": [_by_seat(_UP), {"type": "null"}], "description": "open table only"},
    },
    optional=("hand", "up", "hands", "ups"),
)

SCHEMAS: dict[str, Json] = {"options": OPTIONS, "action": ACTION, "observation": OBSERVATION}
