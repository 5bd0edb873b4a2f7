"""The table of the modes with piles, and the state of a game on it."""

from __future__ import annotations

from typing import NamedTuple

from games.core.dealer import Dealer
from games.twinit.deck import CARDS, KIND, SHOWS, Picture

Shown = tuple[tuple[str, Picture], ...]
PILES = tuple(f"p{number}" for number in range(6))
SIDES_DRAWN_AT_ONCE = 27  # 135 = 5 * 27, and 2**27 divides 2**32, so that one word gives 27 fair sides


class Setup(NamedTuple):
    """What stays the same for a whole game."""

    mode: str
    everyone: tuple[int, ...]
    sides: tuple[int, ...]
    goal: int
    flip_limit: int
    dealer: Dealer
    eyes: tuple[bytes, ...]  # the key of each seat's order of perception


class Won(NamedTuple):
    """A won set: its place, its side, and its faces in the order in which they joined."""

    place: str
    side: int
    faces: tuple[int, ...]


class Table(NamedTuple):
    """Where the cards lie. A pile's top is its last face; sets stand in the order in which they were won."""

    piles: tuple[tuple[int, ...], ...]
    loose: tuple[tuple[str, int], ...]
    sets: tuple[Won, ...]
    laid: int  # the next t-number
    named: int  # the next s-number
    shown: Shown  # the loose cards as everyone comes to know them


class Window(NamedTuple):
    """What there is to see: fresh faces, and the faces outside won sets that everyone knows."""

    number: int
    fresh: tuple[tuple[str, int], ...]
    known: Shown
    held: str  # the place of the card that its flipper holds away from itself, or ""
    tied: bool  # a tie opened it (rule 4.9)


class Hand(NamedTuple):
    """A hand that lies on a card in teams."""

    tick: int
    seat: int
    place: str


class State(NamedTuple):
    """A game in one of the modes with piles. At tick 0 a flip is due; when nobody is awake it is over."""

    setup: Setup
    table: Table
    window: Window
    tick: int
    awake: tuple[int, ...]
    flipper: int
    due: int  # who flips next
    flips: int
    hands: tuple[Hand, ...] = ()
    debts: tuple[tuple[int, int], ...] = ()  # ring: seat and pile of each mistake to be paid
    said: tuple[tuple[int, str], ...] = ()
    ending: str = ""


class Spot(NamedTuple):
    """What is at a place: a picture's number, and the size of the won set (0 outside won sets)."""

    kind: int
    size: int


def shuffled(dealer: Dealer) -> tuple[int, ...]:
    """Shuffle the cards, each with a random side up (rule 3.1)."""
    sides = [
        dealer.below(1 << SIDES_DRAWN_AT_ONCE, "sides", part) for part in range(CARDS // SIDES_DRAWN_AT_ONCE)
    ]
    cards = dealer.shuffle(range(CARDS), "cards")
    return tuple(
        2 * card + (sides[place // SIDES_DRAWN_AT_ONCE] >> place % SIDES_DRAWN_AT_ONCE & 1)
        for place, card in enumerate(cards)
    )


def dealt(dealer: Dealer, piles: int) -> Table:
    """Rule 3.2: card i goes to pile i mod n, below those before it."""
    cards = shuffled(dealer)
    return Table(tuple(cards[pile::piles][::-1] for pile in range(piles)), (), (), 0, 0, ())


def faces_up(table: Table) -> tuple[tuple[str, int], ...]:
    """List the visible faces outside won sets, with their places."""
    return table.loose + tuple([(PILES[n], pile[-1]) for n, pile in enumerate(table.piles) if pile])


def tops(piles: tuple[tuple[int, ...], ...], but: int = -1) -> Shown:
    """List the pile tops with their pictures, but for one pile."""
    return tuple([(PILES[n], SHOWS[pile[-1]]) for n, pile in enumerate(piles) if pile and n != but])


def known(table: Table, fresh: tuple[tuple[str, int], ...]) -> Shown:
    """List what everyone knows outside won sets: the visible faces that are not fresh."""
    new = dict(fresh)
    return tuple([entry for entry in table.shown + tops(table.piles) if entry[0] not in new])


def find(table: Table, place: str) -> Spot | None:
    """Look at a place; None when nothing is there."""
    if place[0] == "s":
        return next(
            (Spot(KIND[won.faces[0]], len(won.faces)) for won in table.sets if won.place == place), None
        )
    if place[0] == "t":
        face = dict(table.loose).get(place)
        return None if face is None else Spot(KIND[face], 0)
    number = int(place[1:])
    pile = table.piles[number] if number < len(table.piles) else ()
    return Spot(KIND[pile[-1]], 0) if pile else None


def right(table: Table, one: str, other: str) -> int | None:
    """Rule 4.2: give the picture's number when two places make a right slap, else None."""
    if one == other:
        return None
    first, second = find(table, one), find(table, other)
    if first is None or second is None:
        return None
    if first.kind != second.kind or (first.size and second.size):
        return None
    return first.kind


def sets_of(table: Table, side: int) -> int:
    """Count the sets of a side."""
    return sum(won.side == side for won in table.sets)
