"""JSON Schemas (2020-12) of options, actions and observations."""

from __future__ import annotations

from typing import Final

from games.core.game import Json
from games.sequence.actions import LONGEST_SAY
from games.sequence.board import CARDS, JACKS, ONE_EYED
from games.sequence.setup import HAND_SIZES, option_set

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_INDEX: Final = {"type": "integer", "minimum": 0, "maximum": 9}
_CELL: Final = {"type": "array", "prefixItems": [_INDEX, _INDEX], "minItems": 2, "maxItems": 2}
_LINE: Final = {"type": "array", "items": _CELL, "minItems": 5, "maxItems": 5, "uniqueItems": True}
_CARD: Final = {"enum": list(CARDS)}
_COUNT: Final = {"type": "integer", "minimum": 0}
_SEAT: Final = {"type": "integer", "minimum": 0, "maximum": max(HAND_SIZES) - 1}
_SIDE: Final = {"type": "integer", "minimum": 0, "maximum": 2}
_TEXT: Final = {"type": "string", "maxLength": LONGEST_SAY}
_FLAG: Final = {"type": "boolean"}
_HAND: Final = {"type": "array", "items": _CARD}


def _object(properties: dict[str, Json], optional: tuple[str, ...] = ()) -> dict[str, Json]:
    """Describe an object with exactly these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _list(items: Json) -> dict[str, Json]:
    return {"type": "array", "items": items}


def _options() -> dict[str, Json]:
    known = option_set().options
    values = {o.name: {"enum": list(o.values), "default": o.default, "description": o.help} for o in known}
    return {"$schema": _DIALECT, **_object(values, tuple(values))}


def _action() -> dict[str, Json]:
    plain = {"enum": [card for card in CARDS if card not in JACKS]}
    placed = {"enum": [card for card in CARDS if card not in ONE_EYED]}
    play = {"at": _CELL, "draw": _FLAG}
    kinds: dict[str, dict[str, Json]] = {
        "place": {"card": placed, **play, "sequence": _LINE},
        "remove": {"card": {"enum": sorted(ONE_EYED)}, **play},
        "exchange": {"card": plain},
        "discard": {"card": _CARD},
        "pass": {},
    }
    optional = ("draw", "sequence", "say")
    forms = [_object({"do": {"const": do}, **parts, "say": _TEXT}, optional) for do, parts in kinds.items()]
    return {"$schema": _DIALECT, "oneOf": forms}


def _observation() -> dict[str, Json]:
    shown: dict[str, Json] = {
        "phase": {"enum": ["turn", "penalty", "over"]},
        "turn": _SEAT,
        "turns": _COUNT,
        "dealer": _SEAT,
        "sides": _list(_SIDE),
        "needed": {"enum": [1, 2]},
        "board": {**_list({"type": "string", "pattern": "^[012.*]{10}$"}), "minItems": 10, "maxItems": 10},
        "sequences": _list(_object({"side": _SIDE, "cells": _LINE})),
        "discards": _list(_HAND),
        "hand_sizes": _list(_COUNT),
        "pile": _COUNT,
        "exchanged": _FLAG,
        "passes": _COUNT,
        "debtors": _list(_SEAT),
        "said": _list(_object({"turn": _COUNT, "seat": _SEAT, "text": _TEXT})),
        "hand": _HAND,
        "hands": _list(_HAND),
    }
    form = _object(shown, ("hand", "hands"))
    return {"$schema": _DIALECT, **form, "oneOf": [{"required": ["hand"]}, {"required": ["hands"]}]}


def schemas() -> dict[str, Json]:
    """Give the schemas by name."""
    return {"options": _options(), "action": _action(), "observation": _observation()}
