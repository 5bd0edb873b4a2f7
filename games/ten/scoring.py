"""Rule 7: points for runs, with the wilds assigned as well as possible, and who is ahead.

The search is exact. A colour's wilds serve that colour alone, so only the wilds with a digit and the full
wild are fought over: `_choices` lists, for one colour, which of those it must be given for which value, and
the colours are combined one after the other, keeping the best value for every set of wilds given away.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from games.ten.components import COLOUR_WILDS, COLOURS, FULL_WILD
from games.ten.state import FIASCO_WORTH, Player

FULL_RUN: Final = 9
_FULL: Final = 1 << FULL_RUN  # the full wild's place in a set of wilds; bit d - 1 is the wild of digit d
# Values order assignments: more points first, then more full runs, which are what makes fewer cards
# of the same points: a full run is 10 points with 9 cards, all else a point a card.
_POINT: Final = 16
_RUNS: Final = tuple(
    (sum(1 << d for d in range(first, first + length)), length * _POINT + (_POINT + 1) * (length == FULL_RUN))
    for length in range(1, FULL_RUN + 1)
    for first in range(FULL_RUN - length + 1)
)

Masks = tuple[int, ...]  # for each colour the digits owned, bit d - 1 for digit d


class Wilds(NamedTuple):
    """A player's wilds: how many of each colour, which digits, the full one or not."""

    colours: tuple[int, ...]
    digits: int
    full: bool


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
    """Collect the digits of each colour."""
    masks = [0, 0, 0, 0]
    for card in numbers:
        masks[COLOURS.index(card[0])] |= 1 << int(card[1]) - 1
    return masks


@lru_cache(maxsize=4096)
def wilds_of(wilds: tuple[str, ...]) -> Wilds:
    """Sort a player's wilds by kind."""
    digits = sum(1 << int(card[1]) - 1 for card in wilds if card[0] == "*" and card != FULL_WILD)
    return Wilds(tuple(wilds.count(card) for card in COLOUR_WILDS), digits, FULL_WILD in wilds)


@lru_cache(maxsize=65536)
def _choices(mask: int, own: int, digits: int, full: bool) -> tuple[tuple[int, int], ...]:
    """For one colour: which shared wilds it must be given, and the best value then; dominated ones left out.

    `own` is the number of the colour's own wilds.
    """
    best = {0: 0}
    for bits, value in _RUNS:
        for need in _needs(bits & ~mask, own, digits, full):
            if value > best.get(need, -1):
                best[need] = value
    return tuple((need, value) for need, value in best.items() if not _dominated(need, value, best))


def _needs(missing: int, own: int, digits: int, full: bool) -> list[int]:
    """List the smallest sets of shared wilds that fill the missing digits together with the colour's own."""
    short = missing.bit_count() - own
    if short <= 0:
        return [0]
    usable = [1 << d for d in range(FULL_RUN) if missing & digits & 1 << d]
    needs = [sum(chosen) for chosen in combinations(usable, short)]
    if full:
        needs += [sum(chosen) | _FULL for chosen in combinations(usable, short - 1)]
    return needs


def _dominated(need: int, value: int, best: dict[int, int]) -> bool:
    return any(other != need and other & need == other and best[other] >= value for other in best)


@lru_cache(maxsize=65536)
def _pair(
    left: tuple[tuple[int, int], ...], right: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Combine two colours' choices."""
    best: dict[int, int] = {}
    for need, value in left:
        for other, more in right:
            if not need & other and value + more > best.get(need | other, -1):
                best[need | other] = value + more
    return tuple(best.items())


def value_of(masks: list[int], wilds: Wilds) -> int:
    """Give the value of the best assignment: 16 a point, and 1 more for every full run."""
    blue, green, orange, pink = (
        _choices(mask, own, wilds.digits, wilds.full) for mask, own in zip(masks, wilds.colours, strict=True)
    )
    left, right = _pair(blue, green), _pair(orange, pink)
    return max([value + more for need, value in left for other, more in right if not need & other])


def points_of(value: int) -> int:
    """Take the points out of a value."""
    return value // _POINT


def score(player: Player) -> Score:
    """Rules 7.1 to 7.3: score a player, with one best assignment of the wilds."""
    masks, wilds = masks_of(player.numbers), wilds_of(player.wilds)
    value, needs = _assign(masks, wilds)
    runs = {}
    for colour, mask, own, need in zip(COLOURS, masks, wilds.colours, needs, strict=True):
        run = _best_run(colour, mask, own, need)
        if run is not None:
            runs[colour] = run
    return Score(points_of(value), sum(run.length for run in runs.values()), runs)


def _assign(masks: list[int], wilds: Wilds) -> tuple[int, tuple[int, ...]]:
    """Give the best value and the shared wilds each colour is given for it."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for mask, own in zip(masks, wilds.colours, strict=True):
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for given, (value, needs) in best.items():
            for need, more in _choices(mask, own, wilds.digits, wilds.full):
                if not given & need and value + more > after.get(given | need, (-1, ()))[0]:
                    after[given | need] = (value + more, (*needs, need))
        best = after
    return max(best.values(), key=lambda found: found[0])


def _best_run(colour: str, mask: int, own: int, given: int) -> Run | None:
    """Find a colour's longest run with the shared wilds it is given, and put the wilds in their places."""
    full = bool(given & _FULL)
    for bits, _ in reversed(_RUNS):
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
    """Rule 7.4: rank by points, then tokens left, then fewer cards in the scoring runs; else shared."""
    keys = [
        (-found.points, -(player.currency + FIASCO_WORTH * player.fiasco), found.cards)
        for player, found in zip(players, scores, strict=True)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
