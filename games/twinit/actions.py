"""What a seat can do, and how it is written as JSON (rule 9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.core.errors import MalformedActionError

TEAM_SAY, COOP_SAY = 80, 200  # characters
RING_PILES = 5
PLACE = re.compile(r"[tps](?:0|[1-9][0-9]{0,8})", re.ASCII)


class Action(NamedTuple):
    """One action; `cards` are the places it names, in order."""

    do: str
    cards: tuple[str, ...] = ()
    middle: bool = False
    pile: int | None = None
    into: str | None = None  # "set" in JSON
    say: str | None = None


WAIT = Action("wait")
REST = Action("rest")
FLIPS = tuple(Action("flip", pile=pile) for pile in range(RING_PILES))

_KEYS = {
    "wait": frozenset(),
    "rest": frozenset(),
    "slap": frozenset({"cards", "middle", "pile"}),
    "hand": frozenset({"card"}),
    "flip": frozenset({"card", "pile"}),
    "look": frozenset({"card"}),
    "match": frozenset({"cards", "set"}),
}


def parse(data: Any) -> Action:
    """Read an action from JSON data."""
    if type(data) is not dict:
        raise MalformedActionError('An action is an object such as {"do": "wait"}.')
    do = data.get("do")
    if type(do) is not str or do not in _KEYS:
        raise MalformedActionError(f'"do" is one of {", ".join(_KEYS)}.')
    _only(data, do)
    say = _say(data["say"]) if "say" in data else None
    return _READERS[do](data, do, say)


def dump(action: Action) -> dict[str, Any]:
    """Write an action as JSON data."""
    data: dict[str, Any] = {"do": action.do}
    if action.do in ("slap", "match"):
        data["cards"] = list(action.cards)
    elif action.cards:
        data["card"] = action.cards[0]
    for key, value in (("pile", action.pile), ("set", action.into), ("say", action.say)):
        if value is not None:
            data[key] = value
    if action.middle:
        data["middle"] = True
    return data


def _only(data: Mapping[str, Any], do: str) -> None:
    unknown = [key for key in data if key not in ("do", "say") and key not in _KEYS[do]]
    if unknown:
        allowed = ", ".join(sorted(_KEYS[do] | {"do", "say"}))
        raise MalformedActionError(f'"{do}" has no key {str(unknown[0])[:40]!r}; it has {allowed}.')


def _say(text: Any) -> str | None:
    """Read what is said; an empty text says nothing."""
    if type(text) is not str or len(text) > COOP_SAY:
        raise MalformedActionError(f'"say" is a text of at most {COOP_SAY} characters.')
    if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text):
        raise MalformedActionError('"say" holds a character that cannot be written: NUL or half of a pair.')
    return text or None


def _place(value: Any) -> str:
    if type(value) is not str or not PLACE.fullmatch(value):
        raise MalformedActionError('A place is t, p or s and a number without leading zeros, such as "t12".')
    return value


def _places(data: Mapping[str, Any], counts: tuple[int, ...]) -> tuple[str, ...]:
    cards = data.get("cards")
    if type(cards) is not list and type(cards) is not tuple:
        raise MalformedActionError('"cards" is a list of places such as ["t3", "p0"].')
    if len(cards) not in counts:
        raise MalformedActionError(f'"cards" names {" or ".join(map(str, counts))} places here.')
    return tuple(map(_place, cards))


def _pile(value: Any) -> int:
    if type(value) is not int or not 0 <= value < RING_PILES:
        raise MalformedActionError(f'"pile" is a whole number from 0 to {RING_PILES - 1}.')
    return value


def _plain(_data: Mapping[str, Any], do: str, say: str | None) -> Action:
    if say is None:
        return WAIT if do == "wait" else REST
    return Action(do, say=say)


def _slap(data: Mapping[str, Any], do: str, say: str | None) -> Action:
    middle = data.get("middle", False)
    if type(middle) is not bool:
        raise MalformedActionError('"middle" is true or false.')
    pile = _pile(data["pile"]) if "pile" in data else None
    return Action(do, _places(data, (2,)), middle, pile, None, say)


def _single(data: Mapping[str, Any], do: str, say: str | None) -> Action:
    return Action(do, (_place(data.get("card")),), say=say)


def _flip(data: Mapping[str, Any], do: str, say: str | None) -> Action:
    if ("card" in data) == ("pile" in data):
        raise MalformedActionError('"flip" names either a "pile" (ring) or a "card" (co-operation).')
    if "card" in data:
        return _single(data, do, say)
    return Action(do, pile=_pile(data["pile"]), say=say)


def _match(data: Mapping[str, Any], do: str, say: str | None) -> Action:
    if "set" not in data:
        return Action(do, _places(data, (2, 3)), say=say)
    return Action(do, _places(data, (1,)), into=_place(data["set"]), say=say)


_READERS: dict[str, Callable[[Mapping[str, Any], str, str | None], Action]] = {
    "wait": _plain,
    "rest": _plain,
    "slap": _slap,
    "hand": _single,
    "flip": _flip,
    "look": _single,
    "match": _match,
}
