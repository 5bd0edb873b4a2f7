"""The table of LIE: what is fixed for the game, for a round, and what every action changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from games.core.dealer import Dealer
from games.core.game import Event, Json, Outcome, Seat
from games.lie.actions import VALUES, Hand

DIRECTION, SET, BID, OVER = "direction", "set", "bid", "over"

# Rule 1.2: each of the 15 pairs of different values is on two cards.
CARDS = tuple(pair for pair in combinations(VALUES, 2) for _ in range(2))

# Named tuples made from a tuple: half the time of their own constructors, where many are made.
_event = partial(tuple.__new__, Event)

PlacedBid = tuple[Seat, int, int]  # who, count, value


class Setup(NamedTuple):
    """What holds for the whole game."""

    seats: int
    wild_ones: bool
    directions: bool
    shrinking: bool
    long: bool
    dealer: Dealer


class Standing(NamedTuple):
    """Who is in and how many cards everybody draws."""

    playing: tuple[Seat, ...]  # ascending, which is clockwise; one alone has won
    counts: tuple[int, ...]  # by seat; those of seats that are out stay as they were
    out: tuple[Seat, ...]  # in order of leaving, whether by `long` or in extra rounds
    extra: bool  # the rounds are extra rounds between tied leaders (rule 5.3)


class Round(NamedTuple):
    """What holds for a whole round."""

    number: int
    starter: Seat
    standing: Standing
    hands: tuple[Hand, ...]
    rest: Hand  # the cards nobody drew
    total: int  # cards in all hands together
    history: tuple[Mapping[str, Json], ...]  # the rounds before, as everybody saw them end


class State(NamedTuple):
    """The whole table."""

    setup: Setup
    round: Round
    phase: str
    acting: tuple[Seat, ...]
    clockwise: bool | None  # None until it is declared
    ups: tuple[tuple[int, ...], ...] | None  # the values up, by seat; None until all have set
    bids: tuple[PlacedBid, ...]
    outcome: Outcome | None


def deal_round(
    setup: Setup, number: int, starter: Seat, standing: Standing, history: tuple[Mapping[str, Json], ...]
) -> State:
    """Rule 3.1: shuffle all cards; everyone who plays draws as many as their count says."""
    playing, counts = standing.playing, standing.counts
    sizes = counts
    if len(playing) < setup.seats:
        sizes = tuple([count if seat in playing else 0 for seat, count in enumerate(counts)])
    total = sum(sizes)
    drawn, rest = setup.dealer.draw(CARDS, total, "round", number)
    table = Round(number, starter, standing, deal_hands(drawn, sizes), rest, total, history)
    if setup.directions:
        return State(setup, table, DIRECTION, (starter,), None, None, (), None)
    return State(setup, table, SET, playing, True, None, (), None)


def deal_hands(cards: Hand, sizes: Sequence[int]) -> tuple[Hand, ...]:
    """Give out hands of these sizes, each sorted."""
    hands, top = [], 0
    for size in sizes:
        hands.append(tuple(sorted(cards[top : top + size])))
        top += size
    return tuple(hands)


def deal_events(state: State) -> list[Event]:
    """Tell that a round begins, and each seat its hand."""
    table, standing = state.round, state.round.standing
    counts, hands = standing.counts, table.hands
    data = {"round": table.number, "seat": table.starter, "counts": counts, "extra": standing.extra}
    drawn = [
        _event(("hand", {"seat": seat, "count": counts[seat]}, {"hand": hands[seat]}, (seat,), False))
        for seat in standing.playing
    ]
    return [Event("deal", data), *drawn]


def ones_are_wild(state: State) -> bool:
    """Rules 4.5 and 4.6: ones count as every value, unless the round's first bid was on ones."""
    return state.setup.wild_ones and not (state.bids and state.bids[0][2] == 1)
