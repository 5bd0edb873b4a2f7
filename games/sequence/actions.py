"""Actions: their shape, how they are read from JSON and written to it."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core.errors import MalformedActionError
from games.core.game import Json
from games.sequence.board import AT, BIT, SIZE, STRENGTH, cells_in

NOWHERE: Final = -1
LONGEST_SAY: Final = 80


class Action(NamedTuple):
    """One action; what does not belong to its kind keeps its default."""

    do: str
    card: str = ""
    cell: int = NOWHERE
    draw: bool = False
    sequence: int = 0  # the mask of the five cells that were named
    say: str = ""


PASS: Final = Action("pass")
_NEEDED: Final = {
    "place": ("card", "at"),
    "remove": ("card", "at"),
    "exchange": ("card",),
    "discard": ("card",),
    "pass": (),
}
_ALLOWED: Final = {
    "place": frozenset(("do", "card", "at", "draw", "sequence", "say")),
    "remove": frozenset(("do", "card", "at", "draw", "say")),
    "exchange": frozenset(("do", "card", "say")),
    "discard": frozenset(("do", "card", "say")),
    "pass": frozenset(("do", "say")),
}


def parse(data: Json) -> Action:
    """Read an action from JSON data; MalformedActionError when it is none."""
    if not isinstance(data, dict):
        raise MalformedActionError(
            'An action is an object such as {"do": "place", "card": "7H", "at": [4, 8]}.'
        )
    do = data.get("do")
    if not isinstance(do, str) or do not in _NEEDED:
        raise MalformedActionError(f'"do" is one of {", ".join(_NEEDED)}.')
    _check_keys(do, data)
    return Action(
        do,
        _card(data["card"]) if "card" in data else "",
        _cell(data["at"], "at") if "at" in data else NOWHERE,
        _draw(data.get("draw", False)),
        _sequence(data["sequence"]) if "sequence" in data else 0,
        _say(data.get("say", "")),
    )


def dump(action: Action) -> dict[str, Json]:
    """Write an action as JSON data, leaving out what has its default."""
    data: dict[str, Json] = {"do": action.do}
    if action.card:
        data["card"] = action.card
    if action.cell != NOWHERE:
        data["at"] = AT[action.cell]
    if action.draw:
        data["draw"] = True
    if action.sequence:
        data["sequence"] = tuple(AT[cell] for cell in cells_in(action.sequence))
    if action.say:
        data["say"] = action.say
    return data


def _check_keys(do: str, data: dict[Json, Json]) -> None:
    """Refuse keys that are missing or do not belong to this kind of action."""
    for key in _NEEDED[do]:
        if key not in data:
            raise MalformedActionError(f'"{do}" needs "{key}".')
    allowed = _ALLOWED[do]
    for key in data:
        if key not in allowed:
            name = repr(key[:20]) if isinstance(key, str) else "a key that is no text"
            raise MalformedActionError(f'"{do}" takes {", ".join(sorted(allowed))}; it does not know {name}.')


def _card(value: Json) -> str:
    """Read a card; only known cards pass."""
    if not isinstance(value, str) or value not in STRENGTH:
        raise MalformedActionError(
            '"card" is a rank (2 to 10, J, Q, K, A) and a suit (C, D, H, S), such as "7H".'
        )
    return value


def _cell(value: Json, key: str) -> int:
    """Read [row, column] as a cell number; True is not 1."""
    if isinstance(value, list | tuple) and len(value) == 2:
        row, column = value
        if type(row) is int and type(column) is int and 0 <= row < SIZE and 0 <= column < SIZE:
            return row * SIZE + column
    raise MalformedActionError(f'"{key}" takes [row, column], two whole numbers from 0 to 9.')


def _draw(value: Json) -> bool:
    """Read the wish to draw."""
    if not isinstance(value, bool):
        raise MalformedActionError('"draw" is true or false.')
    return value


def _sequence(value: Json) -> int:
    """Read five different cells, in any order, as a mask."""
    if not isinstance(value, list | tuple) or len(value) != 5:
        raise MalformedActionError('"sequence" is a list of five cells [row, column].')
    mask = 0
    for item in value:
        mask |= BIT[_cell(item, "sequence")]
    if mask.bit_count() != 5:
        raise MalformedActionError('"sequence" is a list of five different cells.')
    return mask


def _say(value: Json) -> str:
    """Read what is said; what databases cannot write down again is refused."""
    if not isinstance(value, str) or len(value) > LONGEST_SAY:
        raise MalformedActionError(f'"say" is a text of at most {LONGEST_SAY} characters.')
    if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in value):
        raise MalformedActionError('"say" holds a character that cannot be written: NUL or half of a pair.')
    return value
