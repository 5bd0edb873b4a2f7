"""The actions of TEN, and how they are read from JSON. Each begins with the word in its `do`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.core.errors import MalformedActionError
from games.ten.components import NUMBER_CARDS, NUMBERS

MOST: Final = 999  # more than anybody can ever own, so that no number is too long to print


class Plain(NamedTuple):
    """Draw a card, or pass."""

    do: str


class Take(NamedTuple):
    """Stop drawing and take a reward."""

    do: str
    what: str


class Bid(NamedTuple):
    """Bid for a wild."""

    do: str
    amount: int


class Pay(NamedTuple):
    """Pay for the wild that was won; the cards are in card order."""

    do: str
    currency: int
    fiasco: int
    cards: tuple[str, ...]


class Buy(NamedTuple):
    """Buy a card of the market; the cards spent are in card order."""

    do: str
    card: str
    currency: int
    fiasco: int
    cards: tuple[str, ...]


class Choose(NamedTuple):
    """Choose what a fiasco brings, with the option `fiasco_buys`."""

    do: str
    choose: str


Action = Plain | Take | Bid | Pay | Buy | Choose

DRAW: Final = Plain("draw")
PASS: Final = Plain("pass")
TAKE_NUMBERS: Final = Take("take", "numbers")
TAKE_CURRENCY: Final = Take("take", "currency")
TOKEN: Final = Choose("fiasco", "token")
BUY_INSTEAD: Final = Choose("fiasco", "buy")
BIDS: Final = tuple(Bid("bid", amount) for amount in range(MOST + 1))


def _word(data: Mapping[str, Any], key: str, words: tuple[str, ...]) -> str:
    value = data[key]
    if type(value) is not str or value not in words:
        raise MalformedActionError(f'"{key}" must be one of: {", ".join(words)}.')
    return value


def _number(data: Mapping[str, Any], key: str, least: int) -> int:
    value = data[key]
    if type(value) is not int or not least <= value <= MOST:
        raise MalformedActionError(f'"{key}" must be a whole number from {least} to {MOST}.')
    return value


def _cards(data: Mapping[str, Any]) -> tuple[str, ...]:
    value = data["cards"]
    if type(value) not in (list, tuple) or not all(type(card) is str and card in NUMBERS for card in value):
        raise MalformedActionError('"cards" must be a list of number cards such as "B7".')
    if len(value) > MOST:
        raise MalformedActionError('"cards" has more cards than there are.')
    return tuple(sorted(value))


def _price(data: Mapping[str, Any]) -> tuple[int, int, tuple[str, ...]]:
    return _number(data, "currency", 0), _number(data, "fiasco", 0), _cards(data)


_Reader = Callable[[Mapping[str, Any]], Action]
_READERS: Final[dict[str, tuple[frozenset[str], _Reader]]] = {
    "draw": (frozenset({"do"}), lambda _data: DRAW),
    "pass": (frozenset({"do"}), lambda _data: PASS),
    "take": (
        frozenset({"do", "what"}),
        lambda data: Take("take", _word(data, "what", ("numbers", "currency"))),
    ),
    "bid": (frozenset({"do", "amount"}), lambda data: BIDS[_number(data, "amount", 1)]),
    "pay": (frozenset({"do", "currency", "fiasco", "cards"}), lambda data: Pay("pay", *_price(data))),
    "buy": (
        frozenset({"do", "card", "currency", "fiasco", "cards"}),
        lambda data: Buy("buy", _word(data, "card", NUMBER_CARDS), *_price(data)),
    ),
    "fiasco": (
        frozenset({"do", "choose"}),
        lambda data: Choose("fiasco", _word(data, "choose", ("token", "buy"))),
    ),
}


def parse(data: Any) -> Action:
    """Read an action: exactly the keys of its kind; a `say` is dropped, for TEN has no talk."""
    if type(data) is not dict:
        raise MalformedActionError('An action is a JSON object such as {"do": "draw"}.')
    do = data.get("do")
    if type(do) is not str or do not in _READERS:
        raise MalformedActionError(f'"do" must be one of: {", ".join(_READERS)}.')
    keys, read = _READERS[do]
    if "say" in data:
        data = _without_say(data)
    if data.keys() != keys:
        raise MalformedActionError(f'The action "{do}" has exactly these keys: {", ".join(sorted(keys))}.')
    return read(data)


def _without_say(data: dict[str, Any]) -> dict[str, Any]:
    if type(data["say"]) is not str:
        raise MalformedActionError('"say" must be a text.')
    return {key: value for key, value in data.items() if key != "say"}
