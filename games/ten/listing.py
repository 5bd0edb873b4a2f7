"""Rule 9.5: a list of payments, one of every make-up; its cards are worked out when an action is looked at.

Which cards a player misses least takes a search that most who read the list never need: they pass, or pay
with tokens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from games.ten.actions import Action, Buy, Pay
from games.ten.payment import MakeUp
from games.ten.spending import spending_order
from games.ten.state import Player

Ware = tuple[str, tuple[MakeUp, ...]]  # what is bought ("" for a wild that was won), and how it can be paid


class Listing(Sequence[Action]):
    """Some actions as they are, then one for every way to pay for every ware."""

    __slots__ = ("_first", "_length", "_order", "_player", "_wares")

    def __init__(self, first: tuple[Action, ...], wares: Sequence[Ware], player: Player) -> None:
        self._first = first
        self._wares = wares
        self._player = player
        self._length = len(first) + sum([len(ups) for _, ups in wares])
        self._order: Sequence[str] = ()  # the cards that go first, as far as they are known

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._length))]
        place = index if index >= 0 else index + self._length
        if place < len(self._first):
            return self._first[place]
        return self._payment(place - len(self._first))

    def __iter__(self) -> Iterator[Action]:
        yield from self._first
        self._cards(max([cards for _, ups in self._wares for _, _, cards in ups]))  # one search for all
        for card, ups in self._wares:
            for up in ups:
                yield self._action(card, up)

    def _payment(self, place: int) -> Action:
        """Give one of the actions that pay."""
        for card, ups in self._wares:
            if place < len(ups):
                return self._action(card, ups[place])
            place -= len(ups)
        raise IndexError("There are not so many actions.")

    def _action(self, card: str, up: MakeUp) -> Action:
        coins, tokens, count = up
        cards = self._cards(count) if count else ()
        return Buy("buy", card, coins, tokens, cards) if card else Pay("pay", coins, tokens, cards)

    def _cards(self, count: int) -> tuple[str, ...]:
        """Give so many cards in card order: duplicates first, then those that are least missed."""
        if len(self._order) < count:
            self._order = spending_order(self._player, count)
        return tuple(sorted(self._order[:count]))
