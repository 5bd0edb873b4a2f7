"""What cards are worth in TEN: the longest run of each colour, with the wilds where they help most."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

COLOURS = "BGOP"
FULL = 1 << 9  # the full wild in a set of shared wilds; bit d - 1 is the wild of digit d
RUNS = tuple(
    (sum(1 << d for d in range(first, first + length)), length + (length == 9))
    for length in range(1, 10)
    for first in range(10 - length)
)


def points(numbers: Iterable[str], wilds: Iterable[str]) -> int:
    """Give the points of a player's cards."""
    return points_of_masks(masks_of(numbers), tuple(sorted(wilds)))


def masks_of(numbers: Iterable[str]) -> tuple[int, ...]:
    """Collect the digits of each colour as bits."""
    masks = [0, 0, 0, 0]
    for card in numbers:
        masks[COLOURS.index(card[0])] |= 1 << int(card[1]) - 1
    return tuple(masks)


@lru_cache(maxsize=65536)
def points_of_masks(masks: tuple[int, ...], wilds: tuple[str, ...]) -> int:
    """Combine the colours, never using a wild twice."""
    own = [wilds.count(f"{colour}#") for colour in COLOURS]
    shared = sum(FULL if wild == "*#" else 1 << int(wild[1]) - 1 for wild in wilds if wild[0] == "*")
    best = {0: 0}
    for mask, colour_wilds in zip(masks, own, strict=True):
        after: dict[int, int] = {}
        for need, value in _ways(mask, colour_wilds, shared):
            for used, before in best.items():
                if not used & need and before + value > after.get(used | need, -1):
                    after[used | need] = before + value
        best = after
    return max(best.values())


@lru_cache(maxsize=65536)
def _ways(mask: int, own: int, shared: int) -> tuple[tuple[int, int], ...]:
    """For one colour list which shared wilds give how many points; what another way beats is left out."""
    best = {0: 0}
    for bits, value in RUNS:
        for need in _needs(bits & ~mask, own, shared):
            if value > best.get(need, -1):
                best[need] = value
    return tuple(
        (need, value)
        for need, value in best.items()
        if not any(other != need and other & need == other and best[other] >= value for other in best)
    )


def _needs(missing: int, own: int, shared: int) -> list[int]:
    """List the sets of shared wilds that fill what a colour's own wilds leave missing."""
    short = missing.bit_count() - own
    if short <= 0:
        return [0]
    usable = [1 << d for d in range(9) if missing & shared & 1 << d]
    needs = [sum(chosen) for chosen in combinations(usable, short)]
    if shared & FULL:
        needs += [sum(chosen) | FULL for chosen in combinations(usable, short - 1)]
    return needs
