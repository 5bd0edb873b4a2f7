"""Rule 7.3: what a hand is worth when its wilds are assigned as well as possible, by an exact search.

A colour's wilds serve that colour alone, so only those with a digit and the full wild are fought over: they
are the shared ones. `part_of` lists which of them one colour must be given for which value. As if it only
mattered how many a colour is given, and not which, the colours together have a bound that is nearly always
reached; the search stops there, and leaves out whatever the bound of the colours to come rules out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from operator import add, itemgetter, or_, sub
from typing import Final, NamedTuple

from games.ten.components import COLOUR_WILDS, COLOURS, FULL_WILD, NUMBER_CARDS

FULL_RUN: Final = 9
_DIGITS: Final = tuple(1 << place for place in range(FULL_RUN))
FULL: Final = 1 << FULL_RUN  # the full wild's bit; the wild of digit d has bit d - 1, as the digit itself
_OWN: Final = (0, 2 * FULL, 6 * FULL)  # the bits of no, one and two wilds of a colour's own
_HANDS: Final = 8 * FULL
_SIZES: Final = FULL_RUN + 2  # a set of shared wilds has 0 to 10 of them
_NOTHING: Final = (0,) * _SIZES
_LAST: Final = len(COLOURS) - 1
# Values order assignments: more points first, then more full runs, which are what makes fewer cards
# of the same points: a full run is 10 points with 9 cards, all else a point a card.
POINT: Final = 16
# Where each number card stands: its colour, and the bit of its digit.
PLACE: Final = {card: (COLOURS.index(card[0]), _DIGITS[int(card[1]) - 1]) for card in NUMBER_CARDS}
_MASKS: Final = {card: bit << colour * FULL_RUN for card, (colour, bit) in PLACE.items()}
_DIGIT_BITS: Final = FULL - 1

Hand = int  # what there is of one colour: a bit for each digit, and one for each of its wilds
Choices = tuple[tuple[int, int], ...]  # the shared wilds that are given away and the value, best value first
Gains = tuple[int, ...]  # the best value, by how many shared wilds are given away


class Wilds(NamedTuple):
    """A player's wilds: those of each colour as a hand, the shared ones (with a digit, or full) as bits."""

    hands: tuple[Hand, ...]
    shared: int


class Part(NamedTuple):
    """What one colour can be worth."""

    choices: Choices
    gains: Gains


@lru_cache(maxsize=4096)
def wilds_of(wilds: tuple[str, ...]) -> Wilds:
    """Sort a player's wilds by kind."""
    shared = sum(_DIGITS[int(card[1]) - 1] for card in wilds if card[0] == "*" and card != FULL_WILD)
    hands = tuple([_OWN[wilds.count(card)] for card in COLOUR_WILDS])
    return Wilds(hands, shared | FULL * (FULL_WILD in wilds))


def hands_of(numbers: tuple[str, ...], wilds: Wilds) -> list[Hand]:
    """Sort a player's cards and wilds by colour."""
    whole = reduce(or_, map(_MASKS.__getitem__, numbers), 0)
    blue, green, orange, pink = wilds.hands
    return [
        blue | whole & _DIGIT_BITS,
        green | whole >> FULL_RUN & _DIGIT_BITS,
        orange | whole >> 2 * FULL_RUN & _DIGIT_BITS,
        pink | whole >> 3 * FULL_RUN,
    ]


def _longest_run(digits: int) -> int:
    """Count the digits of the longest run: each round takes the last digit off every run."""
    length = 0
    while digits:
        digits &= digits >> 1
        length += 1
    return length


def _tabulate() -> tuple[int, ...]:
    """Rule 7.4: give the value of the longest run of every hand, in which a wild can be any digit."""
    lengths = [_longest_run(digits) for digits in range(FULL)]
    wilds = [[length * POINT + (POINT + 1) * (length == FULL_RUN) for length in lengths]]
    for _ in range(3):
        wilds.append([max([wilds[-1][digits | bit] for bit in _DIGITS]) for digits in range(FULL)])
    return tuple([wilds[(hand >> FULL_RUN).bit_count()][hand % FULL] for hand in range(_HANDS)])


VALUES: Final = _tabulate()  # by hand; the full wild may have joined it
# A set taken apart, be it of shared wilds or of digits.
BITS: Final = tuple(
    tuple(1 << place for place in range(FULL_RUN + 1) if wilds >> place & 1) for wilds in range(2 * FULL)
)


def part_of(hand: Hand, shared: int) -> Part:
    """Tell what one colour can be worth; a wild whose digit it has is of no use to it."""
    return _part(hand, shared & ~hand)


@lru_cache(maxsize=65536)
def _part(hand: Hand, useful: int) -> Part:
    """List the sets of which no wild can be left out."""
    found, gains, given = [], [0] * _SIZES, 0
    while True:
        value = VALUES[hand | given]
        for bit in BITS[given]:
            if VALUES[hand | given ^ bit] == value:
                break
        else:
            found.append((given, value))
            size = given.bit_count()
            gains[size] = max(gains[size], value)
        given = given - useful & useful  # the next subset
        if not given:
            break
    found.sort(key=itemgetter(1), reverse=True)
    return Part(tuple(found), tuple(accumulate(gains, max)))


@lru_cache(maxsize=65536)
def together(gains: Gains, others: Gains) -> Gains:
    """Share wilds out between two parts of a hand as well as possible, as if any would do for both."""
    return tuple([max(map(add, gains[: size + 1], others[size::-1])) for size in range(len(gains))])


def reach_of(parts: Sequence[Part], shared: int) -> tuple[Gains, ...]:
    """Give what the colours from each one on are worth at the most."""
    sizes = shared.bit_count() + 1
    blue, green, orange, pink = [part.gains[:sizes] for part in parts]
    two = together(orange, pink)
    three = together(green, two)
    return together(blue, three), three, two, pink, _NOTHING


def most_of(parts: Sequence[Part], shared: int, floor: int = -1) -> int:
    """Give the value of the best assignment if it is above `floor`, else `floor`."""
    reach = reach_of(parts, shared)
    bound = reach[0][-1]
    if bound <= floor or not shared:
        return max(bound, floor)
    aim = bound - 1
    while (found := _search(parts, reach, 0, shared, aim)) == aim > floor:
        aim = max(aim - POINT, floor)  # a point less
    return found


def _search(parts: Sequence[Part], reach: Sequence[Gains], colour: int, shared: int, floor: int) -> int:
    """Give the best value of the colours from this one on if it is above `floor`, else `floor`."""
    size = shared.bit_count()
    most, rest = reach[colour][size], reach[colour + 1]
    for given, value in parts[colour].choices:
        if value + rest[size] <= floor:
            break  # as those after it: their values are no higher
        left = shared ^ given
        if given & ~shared or value + rest[left.bit_count()] <= floor:
            continue
        if colour == _LAST:
            return value
        floor = value + _search(parts, reach, colour + 1, left, floor - value)
        if floor == most:
            break
    return floor


def quick_value(hands: Sequence[Hand], shared: int) -> int:
    """Give each shared wild in turn to the colour that gains most: mostly, but not always, the best value."""
    hands, values = list(hands), [VALUES[hand] for hand in hands]
    for bit in BITS[shared]:
        raised = [VALUES[hand | bit] for hand in hands]
        gains = list(map(sub, raised, values))
        colour = gains.index(max(gains))
        hands[colour] |= bit
        values[colour] = raised[colour]
    return sum(values)
