"""The table of Take That: what is fixed for the game, for a round, and what every action changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.core.dealer import Dealer
from games.core.game import Event, Json, Outcome, Seat
from games.takethat.actions import CARDS

OPEN, TURN, OVER = "open", "turn", "over"

Cards = tuple[int, ...]


class Setup(NamedTuple):
    """What holds for the whole game."""

    seats: int
    rounds: int
    professional: bool
    dealer: Dealer


class Round(NamedTuple):
    """What holds for a whole round."""

    number: int
    dealing: Seat  # the seat that deals
    deck: Cards  # as shuffled: first the hands, then the pile from its top
    points: tuple[tuple[int, ...], ...]  # of the rounds before, each by seat
    last: Mapping[str, Json] | None  # how the round before was scored


class State(NamedTuple):
    """The whole table."""

    setup: Setup
    round: Round
    acting: tuple[Seat, ...]
    drawn: int  # how many cards of the deck are gone; the rest is the pile
    hands: tuple[Cards, ...]  # sorted
    row: Cards
    row_mask: int  # a bit for every card in the row
    face_up: tuple[Cards, ...]
    face_down: tuple[Cards, ...]  # seen by all when they were taken
    unseen: tuple[Cards, ...]  # face down too, but seen by nobody (professional)
    outcome: Outcome | None


def deal_round(
    setup: Setup,
    number: int,
    dealing: Seat,
    points: tuple[tuple[int, ...], ...],
    last: Mapping[str, Json] | None,
) -> State:
    """Rules 2.2 to 2.5: shuffle, give out the hands; the seat to the dealer's left starts."""
    deck = setup.dealer.shuffle(CARDS, "round", number)
    seats, size = setup.seats, hand_size(setup.seats)
    hands = tuple([tuple(sorted(deck[seat * size : (seat + 1) * size])) for seat in range(seats)])
    nothing: tuple[Cards, ...] = ((),) * seats
    table = Round(number, dealing, deck, points, last)
    starter = (dealing + 1) % seats
    return State(setup, table, (starter,), seats * size, hands, (), 0, nothing, nothing, nothing, None)


def hand_size(seats: int) -> int:
    """Rule 2.3: nine cards, eight with four players."""
    return 8 if seats == 4 else 9


def deal_events(state: State) -> list[Event]:
    """Tell that a round begins, and each seat its hand."""
    data = {"round": state.round.number, "seat_dealer": state.round.dealing, "seat": state.acting[0]}
    hands = enumerate(state.hands)
    dealt = [
        Event("hand", {"seat": seat, "count": len(hand)}, {"hand": hand}, (seat,)) for seat, hand in hands
    ]
    return [Event("deal", data), *dealt]
