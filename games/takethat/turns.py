"""The three ways to take a turn in Take That."""

from __future__ import annotations

from bisect import insort
from functools import partial

from games.core.game import Event, Seat, Step
from games.takethat.actions import TWIN
from games.takethat.scoring import minus, score_round
from games.takethat.state import Cards, State

# Named tuples made from a tuple: half the time of their own constructors, on the path of every action.
_state = partial(tuple.__new__, State)
_event = partial(tuple.__new__, Event)


def add(state: State, seat: Seat, card: int) -> Step[State]:
    """Rules 3.2 and 3.3: the card lies at the right end; draw; the next seat's turn."""
    setup, table, _, drawn, hands, row, mask, up, down, unseen, _ = state
    events = [_event(("add", {"seat": seat, "card": card}, {}, (), False))]
    hand = _replenish(state, seat, card, events)
    acting = ((seat + 1) % setup.seats,)
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    drawn += len(events) - 1
    after = (setup, table, acting, drawn, hands, (*row, card), mask | 1 << card, up, down, unseen, None)
    return Step(_state(after), tuple(events))


def pull(state: State, seat: Seat, card: int) -> Step[State]:
    """Rules 3.4 to 3.6: the card and its twin lie face up; the gap closes; draw; the next seat's turn."""
    setup, table, _, drawn, hands, row, mask, up, down, unseen, _ = state
    twin = TWIN[card]
    events = [_event(("pull", {"seat": seat, "card": card, "twin": twin}, {}, (), False))]
    hand = _replenish(state, seat, twin, events)
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    place = row.index(card)
    row = row[:place] + row[place + 1 :]
    up = (*up[:seat], (*up[seat], twin, card), *up[seat + 1 :])
    acting = ((seat + 1) % setup.seats,)
    had_pile = len(events) > 1
    after = _state(
        (setup, table, acting, drawn + had_pile, hands, row, mask ^ 1 << card, up, down, unseen, None)
    )
    if not row and not had_pile:
        return score_round(after, events)
    return Step(after, tuple(events))


def _replenish(state: State, seat: Seat, card: int, events: list[Event]) -> Cards:
    """Rule 3.9: play a card from the hand and draw one, if the pile has any."""
    hand = list(state.hands[seat])
    hand.remove(card)
    deck, top = state.round.deck, state.drawn
    if top < len(deck):
        insort(hand, deck[top])
        data = {"seat": seat, "pile": len(deck) - top - 1}
        events.append(_event(("draw", data, {"card": deck[top]}, (seat,), False)))
    return tuple(hand)


def take(state: State, seat: Seat) -> Step[State]:
    """Rules 3.7 and 3.8: the row lies face down before the seat, which opens a new one at once."""
    row, drawn, down, unseen = state.row, state.drawn, state.face_down, state.unseen
    deck = state.round.deck
    had_pile = drawn < len(deck)
    events = [Event("take", {"seat": seat, "cards": row, "cost": minus(row)})]
    if state.setup.professional and len(row) == 1 and had_pile:
        unseen = (*unseen[:seat], (*unseen[seat], deck[drawn]), *unseen[seat + 1 :])
        events.append(Event("unseen", {"seat": seat, "pile": len(deck) - drawn - 1}, {"card": deck[drawn]}))
        drawn += 1
    down = (*down[:seat], down[seat] + row, *down[seat + 1 :])
    after = state._replace(drawn=drawn, row=(), row_mask=0, face_down=down, unseen=unseen)
    return Step(after, tuple(events)) if had_pile else score_round(after, events)
