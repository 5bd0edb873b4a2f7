"""What a seat can do in LIE: the four kinds of action, in and out of JSON, and tables of the legal ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

from games.core.errors import MalformedActionError
from games.core.game import Json

VALUES = range(1, 7)
DECK_SIZE = 30
LARGEST_HAND = 5

Card = tuple[int, int]  # its two values, the lower first
Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Direction:
    """Rule 3.3: which way round the turns go."""

    clockwise: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """Rule 3.4: the value that is up on each hand card, in hand order."""

    up: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """Rule 3.7: at least `count` cards in all hands together show `value`."""

    count: int
    value: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Rule 3.6: doubt the bid before."""


Action = Direction | Setting | Bid | Challenge

CHALLENGE = Challenge()
DIRECTIONS = (Direction(True), Direction(False))
_BIDS = {(count, value): Bid(count, value) for value in VALUES for count in range(1, DECK_SIZE + 1)}


@cache
def settings(hand: Hand) -> tuple[Setting, ...]:
    """List every way to set a hand, all lower values first. Hands are sorted: the cache stays small."""
    return tuple(map(_setting, product(*hand)))


@cache
def _setting(up: tuple[int, ...]) -> Setting:
    return Setting(up)


@cache
def opening_bids(total: int) -> tuple[Bid, ...]:
    """List the bids with `total` cards in play, lowest first: by value, then by count."""
    return tuple(_BIDS[count, value] for value in VALUES for count in range(1, total + 1))


@cache
def answers(total: int, count: int, value: int) -> tuple[Action, ...]:
    """List what may follow a bid: a challenge, then every raise from the lowest (rules 3.6 and 3.8)."""
    return (CHALLENGE, *opening_bids(total)[(value - 1) * total + count :])


def parse(data: Json) -> Action:
    """Read an action; MalformedActionError says what is wrong with the data."""
    if not isinstance(data, dict):
        raise MalformedActionError('An action is a JSON object such as {"do": "challenge"}.')
    reader = _READERS.get(do) if isinstance(do := data.get("do"), str) else None
    if reader is None:
        raise MalformedActionError('"do" must be one of "direction", "set", "bid" and "challenge".')
    keys, read = reader
    if data.keys() - {"say"} != keys:
        raise MalformedActionError(f'"{do}" takes exactly these keys: {", ".join(sorted(keys))}.')
    if not isinstance(data.get("say", ""), str):
        raise MalformedActionError('"say" must be a text.')
    return read(data)


def _read_direction(data: dict[str, Json]) -> Direction:
    if type(data["clockwise"]) is not bool:
        raise MalformedActionError('"clockwise" must be true or false.')
    return DIRECTIONS[0] if data["clockwise"] else DIRECTIONS[1]


def _read_setting(data: dict[str, Json]) -> Setting:
    up = data["up"]
    if not isinstance(up, list | tuple) or not 1 <= len(up) <= LARGEST_HAND:
        raise MalformedActionError(
            f'"up" must be a list of 1 to {LARGEST_HAND} values, one for each hand card.'
        )
    if not all(type(value) is int and 1 <= value <= 6 for value in up):
        raise MalformedActionError('Every value in "up" must be a whole number from 1 to 6.')
    return _setting(tuple(up))


def _read_bid(data: dict[str, Json]) -> Bid:
    count, value = data["count"], data["value"]
    if type(count) is not int or not 1 <= count <= DECK_SIZE:
        raise MalformedActionError(f'"count" must be a whole number from 1 to {DECK_SIZE}.')
    if type(value) is not int or not 1 <= value <= 6:
        raise MalformedActionError('"value" must be a whole number from 1 to 6.')
    return _BIDS[count, value]


def _read_challenge(_data: dict[str, Json]) -> Challenge:
    return CHALLENGE


_READERS: dict[str, tuple[frozenset[str], Callable[[dict[str, Json]], Action]]] = {
    "direction": (frozenset({"do", "clockwise"}), _read_direction),
    "set": (frozenset({"do", "up"}), _read_setting),
    "bid": (frozenset({"do", "count", "value"}), _read_bid),
    "challenge": (frozenset({"do"}), _read_challenge),
}


def dump(action: Action) -> dict[str, Json]:
    """Write an action as JSON data."""
    if isinstance(action, Bid):
        return {"do": "bid", "count": action.count, "value": action.value}
    if isinstance(action, Setting):
        return {"do": "set", "up": action.up}
    if isinstance(action, Direction):
        return {"do": "direction", "clockwise": action.clockwise}
    return {"do": "challenge"}
