"""Rule 9.5: a list of payments, one of every make-up; its cards are worked out when an action is looked at.

Which cards a player misses least takes a search that most who read the list never need: they pass, or pay
with tokens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from games.ten.actions import Action, Buy, Pay
from games.ten.payment import MakeUp
from games.ten.scoring import least_missed, masks_of, wilds_of
from games.ten.state import Player, duplicates

Form = tuple[str, MakeUp]  # the card that is bought ("" for a wild that was won), and how it is paid for


class Listing(Sequence[Action]):
    """Some actions as they are, then one for every form."""

    __slots__ = ("_first", "_forms", "_order", "_player")

    def __init__(self, first: tuple[Action, ...], forms: Sequence[Form], player: Player) -> None:
        self._first = first
        self._forms = forms
        self._player = player
        self._order: Sequence[str] = ()  # the cards that go first, as far as they are known

    def __len__(self) -> int:
        return len(self._first) + len(self._forms)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        count = len(self._first)
        return self._first[index] if index < count else self._action(*self._forms[index - count])

    def __iter__(self) -> Iterator[Action]:
        yield from self._first
        self._cards(max([up[2] for _, up in self._forms]))  # one search for all of them
        for card, up in self._forms:
            yield self._action(card, up)

    def _action(self, card: str, up: MakeUp) -> Action:
        coins, tokens, count = up
        cards = self._cards(count) if count else ()
        return Buy("buy", card, coins, tokens, cards) if card else Pay("pay", coins, tokens, cards)

    def _cards(self, count: int) -> tuple[str, ...]:
        """Give so many cards in card order: duplicates first, then those that are least missed."""
        if len(self._order) < count:
            self._order = spending_order(self._player, count)
        return tuple(sorted(self._order[:count]))


def spending_order(player: Player, count: int) -> list[str]:
    """Name the first cards to be spent: duplicates in card order, then one at a time the least missed."""
    order = list(duplicates(player.numbers)[:count])
    if len(order) < count:
        order += least_missed(masks_of(player.numbers), wilds_of(player.wilds), count - len(order))
    return order
