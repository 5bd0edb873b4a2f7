"""The steps of a round of LIE before the challenge: direction, set and bid."""

from __future__ import annotations

from functools import cache, partial

from games.core.game import Event, Seat, Step
from games.lie.state import BID, SET, PlacedBid, State

# Named tuples made from a tuple: half the time of their own constructors, on the path of every action.
_state = partial(tuple.__new__, State)
_event = partial(tuple.__new__, Event)


def declare(state: State, seat: Seat, clockwise: bool) -> Step[State]:
    """Rule 3.3: the starter says which way round."""
    setup, table = state.setup, state.round
    declared = State(setup, table, SET, table.standing.playing, clockwise, None, (), None)
    return Step(declared, (Event("direction", {"seat": seat, "clockwise": clockwise}),))


def set_cards(state: State, chosen: list[tuple[int, ...]]) -> Step[State]:
    """Rule 3.4: everyone who plays has set; the starter bids."""
    setup, table, _, acting, clockwise, _, _, _ = state
    if len(acting) < setup.seats:
        by_seat = dict(zip(acting, chosen, strict=True))
        ups = tuple([by_seat.get(seat, ()) for seat in range(setup.seats)])
    else:
        ups = tuple(chosen)
    events = [_event(("set", {"seat": seat}, {"up": ups[seat]}, (seat,), False)) for seat in acting]
    return Step(State(setup, table, BID, (table.starter,), clockwise, ups, (), None), tuple(events))


def place(state: State, seat: Seat, count: int, value: int) -> Step[State]:
    """Rules 3.5 to 3.7: a bid stands; the next seat answers it."""
    setup, table, phase, _, clockwise, ups, bids, _ = state
    acting = _following(table.standing.playing, clockwise)[seat]
    bid, events = _placed(seat, count, value)
    return Step(_state((setup, table, phase, acting, clockwise, ups, (*bids, bid), None)), events)


@cache
def _placed(seat: Seat, count: int, value: int) -> tuple[PlacedBid, tuple[Event]]:
    """Give the bid and the news of it; there are only 1,080 of them."""
    return (seat, count, value), (Event("bid", {"seat": seat, "count": count, "value": value}),)


@cache
def _following(playing: tuple[Seat, ...], clockwise: bool) -> dict[Seat, tuple[Seat]]:
    """Tell who acts after each seat, ready for `acting`."""
    ring = playing if clockwise else playing[::-1]
    return {seat: (after,) for seat, after in zip(ring, ring[1:] + ring[:1], strict=True)}
