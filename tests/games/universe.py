"""All actions of a game for which its list of legal actions is the whole truth, legal or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from games.lie import actions as lie
from games.sequence import actions as sequence
from games.sequence.board import CARDS as SEQUENCE_CARDS
from games.takethat import actions as takethat
from games.ten import actions as ten
from games.twinit import actions as twinit


def _lie(state: Any) -> Iterator[Any]:
    yield from lie.DIRECTIONS
    yield lie.CHALLENGE
    yield from lie.opening_bids(lie.DECK_SIZE)
    for size in (1, 2, 3):
        yield from (lie.Setting(up) for up in product(lie.VALUES, repeat=size))


def _takethat(state: Any) -> Iterator[Any]:
    yield takethat.TAKE
    yield from takethat.ADD.values()
    yield from takethat.PULL.values()


def _sequence(state: Any) -> Iterator[Any]:
    manual = state.table.manual
    yield sequence.PASS
    for card in SEQUENCE_CARDS:
        yield sequence.Action("exchange", card)
        yield sequence.Action("discard", card)
    held = {card for hand in state.hands for card in hand}
    for card, do, cell in product(sorted(held), ("place", "remove"), range(100)):
        yield sequence.Action(do, card, cell, manual)


def _ten(state: Any) -> Iterator[Any]:
    """List all but payments, whose cards may be chosen freely."""
    yield from (ten.DRAW, ten.PASS, ten.TAKE_NUMBERS, ten.TAKE_CURRENCY, ten.TOKEN, ten.BUY_INSTEAD)
    yield from ten.BIDS[1:60]


def _twinit(state: Any) -> Iterator[Any]:
    """List all but slaps, hands, looks, matches and flips of cards, which are open forms."""
    yield from (twinit.WAIT, twinit.REST, *twinit.FLIPS)


UNIVERSE: dict[str, Callable[[Any], Iterator[Any]]] = {
    "lie": _lie,
    "takethat": _takethat,
    "sequence": _sequence,
    "ten": _ten,
    "twinit": _twinit,
}
