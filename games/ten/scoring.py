"""Rules 7.3 to 7.5: points for runs, the wilds assigned as well as possible, and who is ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.ten.assignment import (
    FULL_RUN,
    POINT,
    VALUES,
    Choices,
    Hand,
    Part,
    hands_of,
    most_of,
    part_of,
    together,
    wilds_of,
)
from games.ten.components import COLOURS, FULL_WILD
from games.ten.state import FIASCO_WORTH, Player

# The digits of every run, by its length; high runs first.
_RUNS: Final = tuple(
    tuple(((1 << length) - 1) << first for first in range(FULL_RUN - length, -1, -1))
    for length in range(FULL_RUN + 1)
)

_FEW: Final = 3  # shared wilds, with which it costs less to try all choices than to rule some out
_NO_NEEDS: Final = (0,) * len(COLOURS)

Choice = tuple[int, int]  # the shared wilds that are given away, and the value


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


def score(player: Player) -> Score:
    """Rules 7.3 and 7.4: score a player, with one best assignment of the wilds."""
    wilds = wilds_of(player.wilds)
    hands, shared = hands_of(player.numbers, wilds), wilds.shared
    parts = [part_of(hand, shared) for hand in hands]
    value = most_of(parts, shared)
    needs = _needs(parts, shared, value) if shared else _NO_NEEDS
    runs = {
        colour: _best_run(colour, hand, given)
        for colour, hand, given in zip(COLOURS, hands, needs, strict=True)
        if hand or given
    }
    return Score(value // POINT, sum([run.length for run in runs.values()]), runs)


def _needs(parts: Sequence[Part], shared: int, value: int) -> tuple[int, ...]:
    """Give the shared wilds that each colour is given for the best value.

    Of all ways the one with the most for blue and green, then in the order of `_place`: records rely on it.
    """
    blue, green, orange, pink = [_kept(parts, colour, shared, value) for colour in range(len(parts))]
    left, right = _combined(blue, green), _combined(orange, pink)
    most, ways = _best_ways(left, right, value)
    one = _first(ways, parts[0], parts[1])
    ways = [wilds for wilds, worth in right.items() if worth == value - most and not wilds & one]
    other = _first(ways, parts[2], parts[3])
    return (*_shares(blue, green, (one, most)), *_shares(orange, pink, (other, value - most)))


def _kept(parts: Sequence[Part], colour: int, shared: int, value: int) -> Choices:
    """Keep the choices of a colour that the others may bring up to the best value; of few keep all."""
    if shared.bit_count() <= _FEW:
        return parts[colour].choices
    sizes = shared.bit_count() + 1
    one, two, three = [part.gains[:sizes] for place, part in enumerate(parts) if place != colour]
    others = together(one, together(two, three))
    return tuple([
        choice
        for choice in parts[colour].choices
        if choice[1] + others[(shared & ~choice[0]).bit_count()] >= value
    ])  # fmt: skip


def _combined(left: Choices, right: Choices) -> dict[int, int]:
    """Combine two colours, which cannot be given the same wild: the best value by the wilds given away."""
    best: dict[int, int] = {}
    for given, value in left:
        for other, more in right:
            if not given & other and value + more > best.get(given | other, -1):
                best[given | other] = value + more
    return best


def _best_ways(left: dict[int, int], right: dict[int, int], value: int) -> tuple[int, list[int]]:
    """Give the most that blue and green can have, and the wilds with which they have it."""
    most, ways = -1, list[int]()
    for wilds, worth in left.items():
        if worth >= most and any(
            worth + more == value and not wilds & others for others, more in right.items()
        ):
            ways = [*ways, wilds] if worth == most else [wilds]
            most = worth
    return most, ways


def _first(ways: list[int], left: Part, right: Part) -> int:
    """Choose one way."""
    return ways[0] if len(ways) == 1 else min(ways, key=_place(left, right))


def _place(left: Part, right: Part) -> Callable[[int], tuple[int, int]]:
    """Tell sets of wilds where two colours first share exactly them between each other."""
    places = {given: place for place, (given, _) in enumerate(right.choices)}

    def place_of(wilds: int) -> tuple[int, int]:
        return next(
            (place, places[wilds ^ given])
            for place, (given, _) in enumerate(left.choices)
            if not given & ~wilds and wilds ^ given in places
        )

    return place_of


def _shares(left: Choices, right: Choices, whole: Choice) -> Choice:
    """Find the two choices that a combined one was made of."""
    return next(
        (given, other)
        for given, value in left
        for other, more in right
        if not given & other and (given | other, value + more) == whole
    )


@lru_cache(maxsize=16384)
def _best_run(colour: str, hand: Hand, given: int) -> Run:
    """Find a colour's longest run with the shared wilds it is given, and put the wilds in their places."""
    whole = hand | given
    length, wilds = min(VALUES[whole] // POINT, FULL_RUN), (whole >> FULL_RUN).bit_count()
    run = next(run for run in _RUNS[length] if (run & ~whole).bit_count() <= wilds)
    return Run((run & -run).bit_length(), length, _placed(colour, run & ~hand, hand, given))


def _placed(colour: str, missing: int, hand: Hand, given: int) -> tuple[tuple[str, int], ...]:
    """Name the wild on each missing digit: the digit's own, then the colour's, then the full one."""
    own, placed = (hand >> FULL_RUN).bit_count(), []
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
