"""Rules 7.3 to 7.5: points for runs, the wilds assigned as well as possible, and who is ahead.

The search is exact. A colour's wilds serve that colour alone, so only the wilds with a digit and the full
wild are fought over: `_choices` lists, for one colour, which of those it must be given for which value, and
the colours are combined, keeping the best value for every set of wilds given away.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from games.ten.components import COLOUR_WILDS, COLOURS, FULL_WILD, NUMBER_CARDS
from games.ten.state import FIASCO_WORTH, Player

FULL_RUN: Final = 9
_DIGITS: Final = (1 << FULL_RUN) - 1
_FULL: Final = (
    1 << FULL_RUN
)  # the full wild's place in a set of shared wilds; bit d - 1 is the wild of digit d
# Values order assignments: more points first, then more full runs, which are what makes fewer cards
# of the same points: a full run is 10 points with 9 cards, all else a point a card.
_POINT: Final = 16
_RUNS: Final = tuple(
    (sum(1 << d for d in range(first, first + length)), length * _POINT + (_POINT + 1) * (length == FULL_RUN))
    for length in range(FULL_RUN, 0, -1)
    for first in range(FULL_RUN - length, -1, -1)
)
# Where each number card stands in the masks: its colour, and the bit of its digit.
PLACE: Final = {card: (COLOURS.index(card[0]), 1 << int(card[1]) - 1) for card in NUMBER_CARDS}
CARD_AT: Final = {place: card for card, place in PLACE.items()}
_OTHERS: Final = ((1, 2, 3), (0, 2, 3), (3, 0, 1), (2, 0, 1))  # by colour; pairs stay (0, 1) and (2, 3)

Choices = tuple[tuple[int, int], ...]  # the shared wilds that are given away and the value, best value first


class Wilds(NamedTuple):
    """A player's wilds: how many of each colour, and the shared ones (with a digit, or full) as bits."""

    colours: tuple[int, ...]
    shared: int


class Run(NamedTuple):
    """A scoring run: its first digit, its length, and the wilds in it as (card, digit it stands for)."""

    first: int
    length: int
    wilds: tuple[tuple[str, int], ...]


class Score(NamedTuple):
    """What a hand is worth, and how."""

    points: int
    cards: int
    runs: dict[str, Run]


def masks_of(numbers: tuple[str, ...]) -> list[int]:
    """Collect the digits of each colour, bit d - 1 for digit d."""
    masks = [0, 0, 0, 0]
    for card in numbers:
        colour, bit = PLACE[card]
        masks[colour] |= bit
    return masks


@lru_cache(maxsize=4096)
def wilds_of(wilds: tuple[str, ...]) -> Wilds:
    """Sort a player's wilds by kind."""
    shared = sum(1 << int(card[1]) - 1 for card in wilds if card[0] == "*" and card != FULL_WILD)
    return Wilds(tuple(map(wilds.count, COLOUR_WILDS)), shared | _FULL * (FULL_WILD in wilds))


@lru_cache(maxsize=4096)  # all there are: four numbers of jokers and 512 masks
def _best_value(mask: int, jokers: int) -> int:
    """Rule 7.4: the value of the longest run, with so many jokers that can be any digit."""
    return next((value for bits, value in _RUNS if (bits & ~mask).bit_count() <= jokers), 0)


@lru_cache(maxsize=65536)
def _choices(mask: int, own: int, shared: int) -> Choices:
    """For one colour: which shared wilds it can be given, and its value then; none that could be left out.

    `own` is the number of the colour's own wilds. Subsets are met before the sets that hold them.
    """
    useful = shared & ~mask
    values: dict[int, int] = {}
    found = []
    given = 0
    while True:
        values[given] = value = _best_value(mask | given & _DIGITS, own + (given >> FULL_RUN))
        for bit in _bits(given):
            if values[given ^ bit] == value:
                break
        else:
            found.append((given, value))
        given = given - useful & useful
        if not given:
            return _best_first(found)


@lru_cache(maxsize=1024)  # all sets of shared wilds
def _bits(given: int) -> tuple[int, ...]:
    return tuple(1 << place for place in range(FULL_RUN + 1) if given >> place & 1)


def _best_first(found: Iterable[tuple[int, int]]) -> Choices:
    return tuple(sorted(found, key=itemgetter(1), reverse=True))


def _combined(left: Choices, right: Choices) -> Choices:
    """Combine two parts of a hand, which cannot be given the same wild."""
    best: dict[int, int] = {}
    for given, value in left:
        for other, more in right:
            if not given & other and value + more > best.get(given | other, -1):
                best[given | other] = value + more
    return _best_first(best.items())


@lru_cache(maxsize=65536)
def _pair(mask: int, own: int, other_mask: int, other_own: int, shared: int) -> Choices:
    """Combine two colours."""
    return _combined(_choices(mask, own, shared), _choices(other_mask, other_own, shared))


def _best_sum(left: Choices, right: Choices) -> int:
    """Give the value of the best two choices that go together; both lists begin with the best."""
    best, most = 0, right[0][1]
    for given, value in left:
        if value + most <= best:
            break
        for other, more in right:
            if value + more <= best:
                break
            if not given & other:
                best = value + more
                break
    return best


def least_missed(masks: list[int], wilds: Wilds, count: int) -> list[str]:
    """Rule 9.5: name cards one at a time whose loss costs fewest points, ties in card order."""
    masks = list(masks)
    pieces = sum([mask.bit_count() for mask in masks]) + sum(wilds.colours) + wilds.shared.bit_count()
    points = _points(masks, wilds, 0, _most(pieces))
    lost: list[str] = []
    for _ in range(count):
        pieces -= 1
        points, colour, bit = _next_lost(masks, wilds, min(points, _most(pieces)))
        masks[colour] ^= bit
        lost.append(CARD_AT[colour, bit])
    return lost


def _most(pieces: int) -> int:
    """Give what so many cards and wilds are worth at the best: a point each, and one for every full run."""
    return pieces + pieces // FULL_RUN


def _next_lost(masks: list[int], wilds: Wilds, most: int) -> tuple[int, int, int]:
    """Find the card to lose: the points that are left, `most` at the best, its colour and its bit."""
    best = (-1, 0, 0)
    for colour, mask in enumerate(masks):
        for bit in _bits(mask):
            masks[colour] = mask ^ bit
            left = _points(masks, wilds, colour, most)
            if left > best[0]:
                best = (left, colour, bit)
                if left == most:
                    break
        masks[colour] = mask
        if best[0] == most:
            break
    return best


def _points(masks: list[int], wilds: Wilds, colour: int, most: int) -> int:
    """Give the points of the best assignment, which are `most` or fewer; one colour is apart from the others.

    Often it is enough to let each colour in turn take what it likes best of the wilds that are left.
    """
    if _greedy(masks, wilds) == most:
        return most
    choices = _choices(masks[colour], wilds.colours[colour], wilds.shared)
    return _best_sum(choices, _others(masks, wilds, colour)) // _POINT


def _greedy(masks: list[int], wilds: Wilds) -> int:
    """Give the points when the colours choose one after the other."""
    total = taken = 0
    for mask, own in zip(masks, wilds.colours, strict=True):
        for given, value in _choices(mask, own, wilds.shared):
            if not given & taken:
                total += value
                taken |= given
                break
    return total // _POINT


def _others(masks: list[int], wilds: Wilds, colour: int) -> Choices:
    """Combine the three other colours."""
    (a, b, c), own = _OTHERS[colour], wilds.colours
    return _trio(masks[a], own[a], masks[b], own[b], masks[c], own[c], wilds.shared)


@lru_cache(maxsize=65536)
def _trio(mask: int, own: int, mask2: int, own2: int, mask3: int, own3: int, shared: int) -> Choices:
    """Combine three colours."""
    return _combined(_choices(mask, own, shared), _pair(mask2, own2, mask3, own3, shared))


def score(player: Player) -> Score:
    """Rules 7.3 and 7.4: score a player, with one best assignment of the wilds."""
    masks, wilds = masks_of(player.numbers), wilds_of(player.wilds)
    value, needs = _assign(masks, wilds)
    runs = {}
    for colour, mask, own, need in zip(COLOURS, masks, wilds.colours, needs, strict=True):
        run = _best_run(colour, mask, own, need)
        if run is not None:
            runs[colour] = run
    return Score(value // _POINT, sum(run.length for run in runs.values()), runs)


def _assign(masks: list[int], wilds: Wilds) -> tuple[int, tuple[int, ...]]:
    """Give the best value and the shared wilds each colour is given for it."""
    blue, green, orange, pink = (
        _choices(m, own, wilds.shared) for m, own in zip(masks, wilds.colours, strict=True)
    )
    left, right = _combined(blue, green), _combined(orange, pink)
    value = _best_sum(left, right)
    one, other = _parts(left, right, value)
    return value, (*_shares(blue, green, one), *_shares(orange, pink, other))


def _parts(left: Choices, right: Choices, value: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Find two choices that go together and add up to a value."""
    return next((a, b) for a in left for b in right if not a[0] & b[0] and a[1] + b[1] == value)


def _shares(left: Choices, right: Choices, whole: tuple[int, int]) -> tuple[int, int]:
    """Find the two choices that a combined one was made of."""
    return next(
        (given, other)
        for given, value in left
        for other, more in right
        if not given & other and (given | other, value + more) == whole
    )


def _best_run(colour: str, mask: int, own: int, given: int) -> Run | None:
    """Find a colour's longest run with the shared wilds it is given, and put the wilds in their places."""
    full = bool(given & _FULL)
    for bits, _ in _RUNS:
        missing = bits & ~mask
        if (missing & ~given).bit_count() <= own + full:
            return Run((bits & -bits).bit_length(), bits.bit_count(), _placed(colour, missing, own, given))
    return None


def _placed(colour: str, missing: int, own: int, given: int) -> tuple[tuple[str, int], ...]:
    """Name the wild on each missing digit: the digit's own, then the colour's, then the full one."""
    placed = []
    for digit in range(1, FULL_RUN + 1):
        if not missing & 1 << digit - 1:
            continue
        if given & 1 << digit - 1:
            placed.append((f"*{digit}", digit))
        elif own:
            own -= 1
            placed.append((f"{colour}#", digit))
        else:
            placed.append((FULL_WILD, digit))
    return tuple(placed)


def ranks(players: tuple[Player, ...], scores: tuple[Score, ...]) -> tuple[int, ...]:
    """Rule 7.5: rank by points, then tokens left, then fewer cards in the scoring runs; else shared."""
    keys = [
        (-found.points, -(player.currency + FIASCO_WORTH * player.fiasco), found.cards)
        for player, found in zip(players, scores, strict=True)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
