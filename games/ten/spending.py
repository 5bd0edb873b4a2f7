"""Rule 9.5: which cards are spent first: duplicates, then those that are missed least."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Final

from games.ten.assignment import (
    BITS,
    FULL,
    FULL_RUN,
    PLACE,
    POINT,
    VALUES,
    Hand,
    hands_of,
    most_of,
    part_of,
    quick_value,
    reach_of,
    wilds_of,
)
from games.ten.state import Player, duplicates

Place = tuple[int, int]  # of a card: its colour, and the bit of its digit

_NO_CARD: Final = (POINT * FULL_RUN, 0)  # more than any card costs
_CARD_AT: Final = {place: card for card, place in PLACE.items()}


def spending_order(player: Player, count: int) -> list[str]:
    """Name the first cards to be spent: duplicates in card order, then one at a time the least missed."""
    order = list(duplicates(player.numbers)[:count])
    if len(order) < count:
        wilds = wilds_of(player.wilds)
        order += _least_missed(hands_of(player.numbers, wilds), wilds.shared, count - len(order))
    return order


def _least_missed(hands: list[Hand], shared: int, count: int) -> list[str]:
    """Name cards one at a time whose loss costs fewest points, ties in card order."""
    if not shared:
        return [_lose_cheapest(hands) for _ in range(count)]
    pieces = sum([hand.bit_count() for hand in hands]) + shared.bit_count()
    lost: list[str] = []
    for _ in range(count):
        pieces -= 1
        colour, bit = _next_lost(hands, shared, pieces + pieces // FULL_RUN)
        hands[colour] ^= bit
        lost.append(_CARD_AT[colour, bit])
    return lost


def _lose_cheapest(hands: list[Hand]) -> str:
    """Lose the card that costs least where no wild is fought over: then every colour counts for itself."""
    found = [_cheapest(hand) for hand in hands]
    colour = found.index(min(found, key=itemgetter(0)))
    bit = found[colour][1]
    hands[colour] ^= bit
    return _CARD_AT[colour, bit]


@lru_cache(maxsize=4096)
def _cheapest(hand: Hand) -> tuple[int, int]:
    """Give the fewest points that the loss of a card costs, and the bit of the first such card."""
    costs = [(VALUES[hand] // POINT - VALUES[hand ^ bit] // POINT, bit) for bit in BITS[hand % FULL]]
    return min(costs, default=_NO_CARD)


def _next_lost(hands: list[Hand], shared: int, most: int) -> Place:
    """Find the card to lose.

    What is left is worth `most` at the best: a point a piece, and one for every full run. Often it is, and
    then the first card is as good as any.
    """
    colour, bit = _first(hands)
    left = list(hands)
    left[colour] ^= bit
    if quick_value(left, shared) // POINT == most:
        return colour, bit
    return _search_lost(hands, shared, most)


def _first(hands: list[Hand]) -> Place:
    """Find the first card in card order."""
    colour = 0
    while not hands[colour] % FULL:
        colour += 1
    return colour, hands[colour] & -hands[colour]


def _search_lost(hands: list[Hand], shared: int, most: int) -> Place:
    """Try one card after the other until one leaves all that can be left: `most`, or what there is now."""
    parts = [part_of(hand, shared) for hand in hands]
    most = min(most, reach_of(parts, shared)[0][-1] // POINT)
    best, lost = -1, (0, 0)
    for colour, hand in enumerate(hands):
        whole = parts[colour]
        for bit in BITS[hand % FULL]:
            parts[colour] = part_of(hand ^ bit, shared)
            left = most_of(parts, shared, (best + 1) * POINT - 1) // POINT
            if left > best:
                best, lost = left, (colour, bit)
                if best == most:
                    return lost
        parts[colour] = whole
    return lost
