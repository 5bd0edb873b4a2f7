"""JSON Schemas (2020-12) of options, actions and observations."""

from __future__ import annotations

from typing import Any

from games.twinit.actions import COOP_SAY, PLACE, RING_PILES
from games.twinit.perception import LAST_TICK

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MODES = ("rivalry", "teams", "coop", "ring")
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}
SEAT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 5}
PLACE_NAME: dict[str, Any] = {"type": "string", "pattern": f"^{PLACE.pattern}$"}
SAY: dict[str, Any] = {"type": "string", "maxLength": COOP_SAY}
PILE: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": RING_PILES - 1}
FEATURE: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 3}
PICTURE: dict[str, Any] = {"type": "array", "items": FEATURE, "minItems": 6, "maxItems": 6}
SIGHT: dict[str, Any] = {**PICTURE, "items": {**FEATURE, "type": ["integer", "null"]}}


def schemas() -> dict[str, Any]:
    """Give the schemas by what they describe."""
    return {
        "options": {"$schema": DIALECT, **_object({"mode": {"enum": list(MODES), "default": MODES[0]}}, ())},
        "action": {"$schema": DIALECT, "oneOf": _actions()},
        "observation": {
            "$schema": DIALECT,
            "oneOf": [_piles(mode) for mode in MODES if mode != "coop"] + [_coop()],
        },
    }


def _object(properties: dict[str, Any], required: tuple[str, ...] | None = None) -> dict[str, Any]:
    names = list(properties) if required is None else list(required)
    return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _places(least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "items": PLACE_NAME, "minItems": least, "maxItems": most}


def _action(do: str, needed: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    properties = {"do": {"const": do}, **needed, **(optional or {}), "say": SAY}
    return _object(properties, ("do", *needed))


def _actions() -> list[dict[str, Any]]:
    return [
        _action("wait", {}),
        _action("rest", {}),
        _action("slap", {"cards": _places(2, 2)}, {"middle": {"type": "boolean"}, "pile": PILE}),
        _action("hand", {"card": PLACE_NAME}),
        _action("flip", {"pile": PILE}),
        _action("flip", {"card": PLACE_NAME}),
        _action("look", {"card": PLACE_NAME}),
        _action("match", {"cards": _places(2, 3)}),
        _action("match", {"cards": _places(1, 1), "set": PLACE_NAME}),
    ]


def _faces(picture: dict[str, Any]) -> dict[str, Any]:
    """Describe a list of pairs: a place, and the picture that is seen there."""
    return _list({"type": "array", "prefixItems": [PLACE_NAME, picture], "minItems": 2, "maxItems": 2})


def _sets() -> dict[str, Any]:
    cards = {"type": "integer", "minimum": 1, "maximum": 3}
    return _list(_object({"place": PLACE_NAME, "side": SEAT, "cards": cards, "picture": PICTURE}))


def _said() -> dict[str, Any]:
    return _list(_object({"seat": SEAT, "say": SAY}))


def _piles(mode: str) -> dict[str, Any]:
    tick = {"type": "integer", "minimum": 0, "maximum": LAST_TICK}
    maybe_seat = {**SEAT, "type": ["integer", "null"]}
    properties: dict[str, Any] = {
        "mode": {"const": mode}, "tick": tick, "turn": maybe_seat, "flipper": maybe_seat, "flips": COUNT,
        "windows": COUNT, "lower_hand": {"type": "boolean"}, "piles": _list(COUNT), "known": _faces(PICTURE),
        "fresh": _faces(SIGHT), "sets": _sets(), "counts": _list(COUNT), "goal": COUNT,
    }  # fmt: skip
    if mode == "teams":
        hand = _object({"seat": SEAT, "card": PLACE_NAME, "tick": tick})
        properties |= {"hands": _list(hand), "resting": _list(SEAT), "said": _said()}
    if mode == "ring":
        properties["owing"] = _list(SEAT)
    told = "open table only: by seat, what it has made out of each fresh face"
    return _object(properties | {"sights": _list(_list(SIGHT)) | {"description": told}}, tuple(properties))


def _coop() -> dict[str, Any]:
    return _object(
        {
            "mode": {"const": "coop"}, "tick": COUNT, "ticks": COUNT, "loose": _list(PLACE_NAME),
            "known": _faces(PICTURE), "sets": _sets(), "points": COUNT, "said": _said(),
        }
    )  # fmt: skip
