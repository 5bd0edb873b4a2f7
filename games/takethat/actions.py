"""What a seat can do in Take That, in and out of JSON."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.errors import MalformedActionError
from games.core.game import Json

CARDS = tuple(number for number in range(12, 99) if number % 10)  # rule 1.1
TOADS = frozenset(number for number in CARDS if number % 11 == 0)  # rule 1.2
TWIN = tuple(
    n % 10 * 10 + n // 10 if n in CARDS and n not in TOADS else 0 for n in range(99)
)  # rule 1.3; 0: none


@dataclass(frozen=True, slots=True)
class Add:
    """Rule 3.2: put a hand card at the right end of the row."""

    card: int


@dataclass(frozen=True, slots=True)
class Pull:
    """Rule 3.4: take a card out of the row with its twin from the hand."""

    card: int  # the one in the row


@dataclass(frozen=True, slots=True)
class Take:
    """Rule 3.7: take the whole row."""


Action = Add | Pull | Take

TAKE = Take()
ADD = {card: Add(card) for card in CARDS}
PULL = {card: Pull(card) for card in CARDS if card not in TOADS}


def parse(data: Json) -> Action:
    """Read an action; MalformedActionError says what is wrong with the data."""
    if not isinstance(data, dict):
        raise MalformedActionError('An action is a JSON object such as {"do": "take"}.')
    do = data.get("do")
    if not isinstance(do, str) or do not in _KEYS:
        raise MalformedActionError('"do" must be one of "add", "pull" and "take".')
    if data.keys() - {"say"} != _KEYS[do]:
        raise MalformedActionError(f'"{do}" takes exactly these keys: {", ".join(sorted(_KEYS[do]))}.')
    if not isinstance(data.get("say", ""), str):
        raise MalformedActionError('"say" must be a text.')
    if do == "take":
        return TAKE
    return _with_card(do, data["card"])


_KEYS = {"add": {"do", "card"}, "pull": {"do", "card"}, "take": {"do"}}


def _with_card(do: str, card: Json) -> Action:
    if type(card) is not int or card not in ADD:
        raise MalformedActionError(
            '"card" must be a card: a whole number from 12 to 98 that does not end in 0.'
        )
    if do == "add":
        return ADD[card]
    if card in TOADS:
        raise MalformedActionError(f"{card} is a toad; toads cannot be pulled.")
    return PULL[card]


def dump(action: Action) -> dict[str, Json]:
    """Write an action as JSON data."""
    if isinstance(action, Add):
        return {"do": "add", "card": action.card}
    if isinstance(action, Pull):
        return {"do": "pull", "card": action.card}
    return {"do": "take"}
