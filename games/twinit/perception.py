"""What a seat has made out of a fresh face, feature by feature (rule 2)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations

from games.core.dealer import Dealer
from games.twinit.deck import FEATURES, KIND, PICTURES, SHOWS

LAST_TICK = FEATURES + 1
Sight = tuple[int | None, ...]


def _masks(order: tuple[int, ...]) -> tuple[int, ...]:
    """Give the perceived features, as bits, after 0, 1, ... 6 perceptions."""
    return tuple(sum(1 << feature for feature in order[:count]) for count in range(FEATURES + 1))


_ORDERS = tuple(map(_masks, permutations(range(FEATURES))))


@lru_cache(maxsize=256)
def _orders(key: bytes) -> tuple[tuple[int, ...], ...]:
    """Draw a seat's order of perception for every face (rule 2.4), all 720 equally likely."""
    return Dealer(key).shuffle(_ORDERS, "orders")[: len(KIND)]


@cache
def _blur(kind: int, mask: int) -> Sight:
    return tuple(value if mask >> place & 1 else None for place, value in enumerate(PICTURES[kind]))


def perceive(key: bytes, face: int, count: int) -> Sight:
    """Show the first `count` features of a face in the order of the eyes with this key."""
    if count >= FEATURES:
        return SHOWS[face]
    return _blur(KIND[face], _orders(key)[face][count])
