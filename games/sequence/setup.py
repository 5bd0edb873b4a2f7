"""Rules 1 and 2: options, sides, who deals, and the deal."""

from __future__ import annotations

from typing import Final

from games.core.dealer import Dealer
from games.core.errors import OptionsError
from games.core.game import Seat
from games.core.options import Option, Options, OptionSet
from games.sequence.board import DECK, STRENGTH
from games.sequence.state import State, Table

SEATS_OF_TEAMS: Final = {2: (2, 4, 6, 8, 10, 12), 3: (3, 6, 9, 12)}
HAND_SIZES: Final = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
NEEDED: Final = {2: 2, 3: 1}  # rule 6.1: sequences that win, by the number of sides


def _seats_for(options: Options) -> tuple[int, ...]:
    """Rule 1.5: who can play with so many sides."""
    teams = options["teams"]
    return SEATS_OF_TEAMS[teams] if isinstance(teams, int) else tuple(HAND_SIZES)


_OPTIONS: Final = OptionSet(
    (
        Option("teams", (None, 2, 3), "Sides: null means 2 for an even number of players, else 3."),
        Option("advanced", (False, True), "One-eyed jacks may also remove chips of a completed sequence."),
        Option("table_talk", ("free", "penalised"), "Penalised: talk costs each team member a card."),
        Option("draw", ("auto", "manual"), 'Manual: a play without "draw": true forgoes its card.'),
    ),
    _seats_for,
    2,
)


def option_set() -> OptionSet:
    """Name the options and the seats that go with them."""
    return _OPTIONS


def sides(seats: int, options: Options) -> tuple[int, ...]:
    """Rule 1.6: sides sit in turn."""
    chosen = options["teams"]
    teams = chosen if isinstance(chosen, int) else 2 + seats % 2
    return tuple(seat % teams for seat in range(seats))


def lay_table(seats: int, options: Options, dealer: Dealer) -> Table:
    """Rules 1.5 to 2.2: seat the sides and find out who deals."""
    side_of = sides(seats, options)
    teams = max(side_of) + 1
    return Table(
        seats=seats,
        sides=side_of,
        members=tuple(tuple(range(side, seats, teams)) for side in range(teams)),
        needed=NEEDED[teams],
        advanced=options["advanced"] is True,
        talk_costs=options["table_talk"] == "penalised" and seats > 3,
        manual=options["draw"] == "manual",
        host=draw_lots(seats, dealer),
    )


def draw_lots(seats: int, dealer: Dealer) -> Seat:
    """Rule 2.2: the lowest card deals; equal lowest draw again among themselves."""
    drawing: tuple[Seat, ...] = tuple(range(seats))
    again = 0
    while len(drawing) > 1:
        lots = [STRENGTH[card] for card in dealer.draw(DECK, len(drawing), "lots", again)[0]]
        lowest = min(lots)
        drawing = tuple(seat for seat, lot in zip(drawing, lots, strict=True) if lot == lowest)
        again += 1
    return drawing[0]


def deal(seats: int, options: Options, dealer: Dealer) -> State:
    """Rules 2.3 and 2.4: cards go round one at a time, from the dealer's left, who starts."""
    resolved = option_set().resolve(options, seats=seats)
    if dict(resolved) != dict(options):
        raise OptionsError("The options are not complete; resolve them first.")
    table = lay_table(seats, resolved, dealer)
    first = (table.host + 1) % seats
    cards = dealer.shuffle(DECK, "deal")
    dealt = seats * HAND_SIZES[seats]
    return State(
        table=table,
        dealer=dealer,
        turn=first,
        turns=0,
        chips=(0,) * len(table.members),
        sequences=(),
        hands=tuple(cards[(seat - first) % seats : dealt : seats] for seat in range(seats)),
        discards=((),) * seats,
        pile=cards[dealt:],
        drawn=0,
        shuffles=0,
        exchanged=False,
        passes=0,
        talked=False,
        debtors=(),
        said=(),
        ending="",
    )


def redeal(state: State, seat: Seat, dealer: Dealer) -> State:
    """Deal the other hands and the draw pile again; later shuffles come from the new dealer."""
    others = [other for other in range(state.table.seats) if other != seat]
    unseen = [card for other in others for card in state.hands[other]]
    cards = dealer.shuffle(unseen + list(state.pile[state.drawn :]), "redeal")
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other], cards = cards[:size], cards[size:]
    return state._replace(hands=tuple(hands), pile=cards, drawn=0, dealer=dealer)
