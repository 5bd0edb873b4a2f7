"""Scoring by trying everything: each wild as each card that it can stand for. Slow, and obviously right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

COLOURS, DIGITS = "BGOP", "123456789"


def stands_for(wild: str) -> list[str]:
    """List the number cards that a wild can be."""
    colours = COLOURS if wild[0] == "*" else wild[0]
    digits = DIGITS if wild[1] == "#" else wild[1]
    return [colour + digit for colour in colours for digit in digits]


def runs_of(cards: set[str]) -> list[int]:
    """Measure the longest run in each colour."""
    found = []
    for colour in COLOURS:
        longest = run = 0
        for digit in DIGITS:
            run = run + 1 if colour + digit in cards else 0
            longest = max(longest, run)
        found.append(longest)
    return found


def best(numbers: Sequence[str], wilds: Sequence[str]) -> tuple[int, int]:
    """Give the most points, and the fewest cards that give them."""
    ranked = []
    for chosen in product(*map(stands_for, wilds)):
        runs = runs_of({*numbers, *chosen})
        ranked.append((sum(runs) + runs.count(9), -sum(runs)))
    points, cards = max(ranked)
    return points, -cards


def least_missed(numbers: Sequence[str], wilds: Sequence[str], count: int) -> list[str]:
    """Name the cards to be spent: duplicates first, then one at a time what costs fewest points."""
    hand = sorted(numbers)
    order = [card for place, card in enumerate(hand) if card in hand[:place]][:count]
    kept = sorted(set(hand))
    while len(order) < count:
        lost = max(kept, key=lambda card: (best([c for c in kept if c != card], wilds)[0], -kept.index(card)))
        kept.remove(lost)
        order.append(lost)
    return order
