"""JSON Schemas (2020-12) of the options, actions and observations of TEN."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.core.options import OptionSet
from games.ten.actions import MOST
from games.ten.components import CURRENCY_CARDS, NUMBER_CARDS, WILD_CARDS
from games.ten.state import MOST_CURRENCY

Schema = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": MOST}
_SEAT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 4}
_SEAT_OR_NONE: Final[Schema] = {"type": ["integer", "null"], "minimum": 0, "maximum": 4}
_NUMBER: Final[Schema] = {"enum": list(NUMBER_CARDS)}
_WILD: Final[Schema] = {"enum": list(WILD_CARDS)}
_CURRENCY: Final[Schema] = {"enum": list(CURRENCY_CARDS)}
_ANY_CARD: Final[Schema] = {"enum": [*NUMBER_CARDS, *CURRENCY_CARDS, *WILD_CARDS]}


def _object(properties: Schema) -> Schema:
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _do(word: str, **more: Schema) -> Schema:
    """Describe an action; a text under `say` may come with it, and is dropped."""
    form = _object({"do": {"const": word}, **more})
    form["properties"] = {**form["properties"], "say": {"type": "string"}}
    return form


def _one_of(words: Sequence[str]) -> Schema:
    return {"enum": list(words)}


_PIECES: Final[dict[str, Schema]] = {"currency": _COUNT, "fiasco": _COUNT, "cards": _list(_NUMBER)}
_ACTION: Final[Schema] = {
    "oneOf": [
        _do("draw"),
        _do("pass"),
        _do("take", what=_one_of(("numbers", "currency"))),
        _do("bid", amount={"type": "integer", "minimum": 1, "maximum": MOST}),
        _do("pay", **_PIECES),
        _do("buy", card=_NUMBER, **_PIECES),
        _do("fiasco", choose=_one_of(("token", "buy"))),
    ]
}
_PLAYER: Final = _object(
    {
        "numbers": _list(_NUMBER),
        "wilds": _list(_WILD),
        "currency": {"type": "integer", "minimum": 0, "maximum": MOST_CURRENCY},
        "fiasco": _COUNT,
    }
)
_AUCTION: Final = _object(
    {
        "card": _WILD,
        "bids": _list(
            _object({"seat": _SEAT_OR_NONE, "amount": {"type": ["integer", "null"], "minimum": 1}})
        ),
        "high": _COUNT,
    }
)
_OBSERVATION: Final = _object(
    {
        "phase": _one_of(("draw", "auction", "pay", "buy", "fiasco", "over")),
        "turn": _SEAT_OR_NONE,
        "active": _SEAT_OR_NONE,
        "deck": _COUNT,
        "numbers": _list(_NUMBER),
        "currency": _list(_CURRENCY),
        "total": {"type": "integer"},
        "market": _list(_NUMBER),
        "discard": _list(_ANY_CARD),
        "players": {**_list(_PLAYER), "minItems": 1, "maxItems": 5},
        "ten": {"oneOf": [_PLAYER, {"type": "null"}]},
        "boundary": {"type": ["integer", "null"], "minimum": 4, "maximum": 10},
        "fiasco_buys": {"type": "boolean"},
        "auction": {"oneOf": [_AUCTION, {"type": "null"}]},
        "last_buys": {"oneOf": [_list(_SEAT), {"type": "null"}]},
    }
)


def schemas(options: OptionSet) -> dict[str, Schema]:
    """Give the three schemas; options may be left out, and then have their default."""
    named = {
        option.name: {"enum": list(option.values), "default": option.default, "description": option.help}
        for option in options.options
    }
    chosen = {"type": "object", "properties": named, "additionalProperties": False}
    found = {"options": chosen, "action": _ACTION, "observation": _OBSERVATION}
    return {name: {"$schema": _DIALECT, **schema} for name, schema in found.items()}
