"""Flips and windows: how the game moves from one thing to see to the next (rules 3.3 to 3.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.core.dealer import Dealer
from games.core.game import Event
from games.twinit.actions import RING_PILES, Action
from games.twinit.deck import SHOWS
from games.twinit.desk import Desk
from games.twinit.perception import LAST_TICK
from games.twinit.scoring import finish, reached
from games.twinit.table import PILES, Hand, Setup, State, Table, Window, dealt, known, tops

WINDOW_LIMIT = 1500
FLIP_LIMIT, RING_FLIP_LIMIT = 400, 600
GOAL, RING_GOAL = 5, 7

Actions = Mapping[int, Action]
Said = tuple[tuple[int, str], ...]


def sides_of(mode: str, seats: int) -> tuple[int, ...]:
    """Rules 3.1, 6.1 and 8.1: everyone alone, two teams in turn, or all together."""
    if mode == "teams":
        return tuple(seat % 2 for seat in range(seats))
    return (0,) * seats if mode == "coop" else tuple(range(seats))


def setup(mode: str, seats: int, dealer: Dealer) -> Setup:
    """Fix what stays the same for the game."""
    ring = mode == "ring"
    eyes = tuple(dealer.child("eyes", seat).key for seat in range(seats))
    goal, limit = (RING_GOAL, RING_FLIP_LIMIT) if ring else (GOAL, FLIP_LIMIT)
    return Setup(mode, tuple(range(seats)), sides_of(mode, seats), goal, limit, dealer, eyes)


def begin(fixed: Setup) -> State:
    """Rules 3.1 to 3.3: deal the piles and draw a starter, who flips at once (in ring: chooses)."""
    seats = len(fixed.everyone)
    table = dealt(fixed.dealer, RING_PILES if fixed.mode == "ring" else seats)
    starter = fixed.dealer.below(seats, "starter")
    window = Window(0, (), known(table, ()), "", False)
    return next_flip(State(fixed, table, window, 0, (), -1, starter, 0), table, starter, (), [])


def opening(state: State) -> tuple[Event, ...]:
    """Tell what `begin` did: who starts, and the first flip."""
    if not state.flips:
        return (Event("start", {"seat": state.due}),)
    (card, face), (pile, top) = state.window.fresh
    return (Event("start", {"seat": state.flipper}), _flipped(state.flipper, pile, card, face, top))


def next_flip(state: State, table: Table, due: int, said: Said, events: list[Event]) -> State:
    """Rules 3.3 and 5.2: the seat that is due flips, empty piles passed over; without cards it is over."""
    fixed = state.setup
    if not any(table.piles):
        return finish(state, table, "cards", said, events)
    if state.flips >= fixed.flip_limit or state.window.number >= WINDOW_LIMIT:
        return finish(state, table, "limit", said, events)
    if fixed.mode == "ring":
        window = Window(state.window.number, (), table.shown + tops(table.piles), "", False)
        return State(fixed, table, window, 0, (due,), state.flipper, due, state.flips)
    while not table.piles[due]:
        due = (due + 1) % len(fixed.everyone)
    return flip(state, table, due, due, said, events)


def flip(state: State, table: Table, seat: int, pile: int, said: Said, events: list[Event]) -> State:
    """Rule 3.4: turn the top card of a pile over onto the table; it and the pile's new top are fresh."""
    everyone, piles, shown = state.setup.everyone, table.piles, table.shown
    left, face, card = piles[pile][:-1], piles[pile][-1] ^ 1, f"t{table.laid}"
    fresh = ((card, face), (PILES[pile], left[-1])) if left else ((card, face),)
    after = Table(
        (*piles[:pile], left, *piles[pile + 1 :]), (*table.loose, (card, face)), table.sets,
        table.laid + 1, table.named, (*shown, (card, SHOWS[face])),
    )  # fmt: skip
    events.append(_flipped(seat, PILES[pile], card, face, left[-1] if left else None))
    window = Window(state.window.number + 1, fresh, shown + tops(piles, but=pile), card, False)
    due = (seat + 1) % len(everyone)
    return State(state.setup, after, window, 1, everyone, seat, due, state.flips + 1, (), (), said)


def _flipped(seat: int, pile: str, card: str, face: int, top: int | None) -> Event:
    """Tell of a flip; what it shows is for each seat to make out."""
    hidden = {"picture": SHOWS[face], "top": None if top is None else SHOWS[top]}
    return Event("flip", {"seat": seat, "pile": pile, "card": card}, hidden)


def carry_on(
    state: State, actions: Actions, hands: tuple[Hand, ...], debts: tuple[tuple[int, int], ...], said: Said
) -> State | None:
    """Rule 2.6: go on to the next tick of the window; None when everybody rests or it was the last."""
    awake = tuple([seat for seat in state.awake if actions[seat].do != "rest"])
    if not awake or state.tick == LAST_TICK:
        return None
    return State(
        state.setup, state.table, state.window, state.tick + 1, awake, state.flipper, state.due, state.flips,
        hands, debts, said,
    )  # fmt: skip


def settle(state: State, desk: Desk, due: int, tied: bool, said: Said) -> State:
    """Rules 4.5 and 5.1: after hands have moved count the sets, open a window on what is fresh, or flip."""
    table = desk.table()
    fresh = desk.fresh(table)
    if reached(state.setup, table):
        return finish(state, table, "goal", said, desk.events)
    number = state.window.number
    if not fresh or number >= WINDOW_LIMIT:
        return next_flip(state, table, due, said, desk.events)
    desk.events.append(Event("window", {"fresh": tuple(place for place, _ in fresh)}))
    window = Window(number + 1, fresh, known(table, fresh), "", tied)
    everyone = state.setup.everyone
    return State(state.setup, table, window, 1, everyone, state.flipper, due, state.flips, said=said)


def nearest(state: State, seats: Iterable[int]) -> int:
    """Rule 4.12: of several seats give the first, counting from the seat after the last flipper."""
    return min(seats, key=lambda seat: (seat - state.flipper - 1) % len(state.setup.everyone))


def lower(state: State, prize: int | str, seats: tuple[int, ...], events: list[Event]) -> int:
    """Rule 4.7: draw whose hand is lower on a picture (by its number) or on one card (by its place)."""
    draw = state.setup.dealer.below(len(seats), "lower", state.window.number, state.tick, prize)
    events.append(Event("lower", {"seat": seats[draw], "seats": seats}))
    return seats[draw]
