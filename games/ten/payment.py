"""Rule 5: what may be spent, what a fair payment is, and which cards go first."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from games.core.errors import IllegalActionError
from games.ten.components import COLOURS
from games.ten.scoring import Wilds, masks_of, points_of, value_of, wilds_of
from games.ten.state import FIASCO_WORTH, Player, duplicates


class Payment(NamedTuple):
    """Pieces handed over; the cards in card order."""

    currency: int
    fiasco: int
    cards: tuple[str, ...]


@lru_cache(maxsize=16384)
def make_ups(price: int, currency: int, fiasco: int, cards: int) -> tuple[tuple[int, int, int], ...]:
    """Rules 5.3 and 5.5: list the numbers of pieces that pay, most currency first, then most fiasco tokens.

    A payment from which no piece can be left out is exact, or is fiasco tokens alone.
    """
    found = [
        (coins, tokens, price - coins - FIASCO_WORTH * tokens)
        for coins in range(min(price, currency), -1, -1)
        for tokens in range(min((price - coins) // FIASCO_WORTH, fiasco), -1, -1)
        if price - coins - FIASCO_WORTH * tokens <= cards
    ]
    tokens_alone = -(-price // FIASCO_WORTH)
    if price % FIASCO_WORTH and tokens_alone <= fiasco:
        found.insert(sum(coins > 0 for coins, _, _ in found), (0, tokens_alone, 0))
    return tuple(found)


def payments(price: int, player: Player, *, duplicates_only: bool = False) -> list[Payment]:
    """Rule 10.2: list one payment of every make-up."""
    spare = duplicates(player.numbers)
    cards = len(spare if duplicates_only else player.numbers)
    ups = make_ups(price, player.currency, min(player.fiasco, price), min(cards, price))
    most = max([up[2] for up in ups])
    firsts = _firsts(player.numbers, player.wilds, most)
    return [Payment(coins, tokens, firsts[count]) for coins, tokens, count in ups]


@lru_cache(maxsize=1024)
def _firsts(numbers: tuple[str, ...], wilds: tuple[str, ...], most: int) -> tuple[tuple[str, ...], ...]:
    """Give the first 0, 1, ... most cards to be spent, each in card order."""
    order = list(duplicates(numbers)[:most])
    if len(order) < most:
        order += _least_missed(masks_of(numbers), wilds_of(wilds), most - len(order))
    return tuple([tuple(sorted(order[:count])) for count in range(most + 1)])


def _least_missed(masks: list[int], wilds: Wilds, count: int) -> list[str]:
    """Rule 10.2: one at a time, find the card whose loss costs fewest points, ties in card order."""
    lost = []
    for _ in range(count):
        points = points_of(value_of(masks, wilds))
        colour, digit = _next_lost(masks, wilds, points)
        masks[colour] &= ~(1 << digit - 1)
        lost.append(f"{COLOURS[colour]}{digit}")
    return lost


def _next_lost(masks: list[int], wilds: Wilds, points: int) -> tuple[int, int]:
    least, found = points + 1, (0, 0)
    for colour, mask in enumerate(masks):
        for digit in range(1, mask.bit_length() + 1):
            if not mask & 1 << digit - 1:
                continue
            masks[colour] = mask & ~(1 << digit - 1)
            cost = points - points_of(value_of(masks, wilds))
            masks[colour] = mask
            if cost < least:
                least, found = cost, (colour, digit)
                if not cost:
                    return found
    return found


def is_forced(price: int, player: Player, *, duplicates_only: bool) -> bool:
    """Tell whether there is only one way to pay, the choice of cards included."""
    spendable = duplicates(player.numbers) if duplicates_only else player.numbers
    ups = make_ups(price, player.currency, min(player.fiasco, price), min(len(spendable), price))
    count = ups[0][2]
    return len(ups) == 1 and (count in (0, len(spendable)) or len(set(spendable)) == 1)


def check_payment(price: int, paid: Payment, player: Player, *, duplicates_only: bool = False) -> None:
    """Rules 5.1 to 5.5: refuse what the player has not got, too little, and pieces that could be left out."""
    wrong = _wrong(price, paid, player, duplicates_only)
    if wrong:
        example = payments(price, player, duplicates_only=duplicates_only)[0]
        raise IllegalActionError(
            f"{wrong} The price is {price}; legal is for example {example.currency} currency, "
            f"{example.fiasco} fiasco and the cards {list(example.cards)}."
        )


def _wrong(price: int, paid: Payment, player: Player, duplicates_only: bool) -> str:
    if paid.currency > player.currency or paid.fiasco > player.fiasco:
        return f"You have {player.currency} currency and {player.fiasco} fiasco tokens."
    spendable = duplicates(player.numbers) if duplicates_only else player.numbers
    if Counter(paid.cards) - Counter(spendable):
        return f"You can spend these cards only: {list(spendable)}."
    units = paid.currency + len(paid.cards)
    surplus = units + FIASCO_WORTH * paid.fiasco - price
    if surplus < 0:
        return f"This payment is {-surplus} short."
    if surplus >= (1 if units else FIASCO_WORTH):
        return f"This payment is {surplus} too much: a piece could be left out."
    return ""


def without(cards: tuple[str, ...], spent: tuple[str, ...]) -> tuple[str, ...]:
    """Take spent cards out of a hand, which keeps its order."""
    left = list(cards)
    for card in spent:
        left.remove(card)
    return tuple(left)
