"""Ring: five piles for all, hands on the middle, loot of one to three cards (rule 7)."""

from __future__ import annotations

from games.core.game import Event
from games.twinit.actions import RING_PILES
from games.twinit.desk import Desk
from games.twinit.slaps import Groups, Slap, announce, judged
from games.twinit.table import State
from games.twinit.turns import Actions, carry_on, flip, lower, nearest, next_flip, settle

MIDDLE = RING_PILES - 1


def play(state: State, actions: Actions, events: list[Event]) -> State:
    """Carry out a flip, or one tick of a window in ring."""
    if not state.tick:
        return _flip(state, actions, events)
    slaps = [
        Slap(seat, actions[seat].cards, actions[seat]) for seat in state.awake if actions[seat].do == "slap"
    ]
    if slaps:
        return _slapped(state, actions, slaps, events)
    return carry_on(state, actions, (), state.debts, ()) or _over(state, events)


def _flip(state: State, actions: Actions, events: list[Event]) -> State:
    """Rule 7.2: the seat whose turn it is flips the top of any pile."""
    seat = state.awake[0]
    pile = actions[seat].pile
    assert pile is not None  # check() has seen to it
    return flip(state, state.table, seat, pile, (), events)


def _slapped(state: State, actions: Actions, slaps: list[Slap], events: list[Event]) -> State:
    """Rules 7.3 and 7.7: a right slap ends the window; a mistake is noted and the window goes on."""
    announce(slaps, events)
    groups, wrong = _formed(state, slaps)
    debts = state.debts
    for slap in wrong:
        events.append(Event("mistake", {"seat": slap.seat, "cards": slap.cards}))
        pile = MIDDLE if slap.action.pile is None else slap.action.pile
        debts = (*debts, (slap.seat, pile))
    desk = Desk(state.table, events)
    if groups:
        winners = [seat for kind, group in groups.items() for seat in _decide(state, desk, kind, group)]
        return _close(state, desk, winners, debts)
    return carry_on(state, actions, (), debts, ()) or _close(state, desk, [], debts)


def _formed(state: State, slaps: list[Slap]) -> tuple[Groups, list[Slap]]:
    """Rule 7.3: both cards loose, hands on the cards; otherwise on the middle. The other form is wrong."""
    form = [slap for slap in slaps if slap.action.middle != all(place[0] == "t" for place in slap.cards)]
    groups, wrong = judged(state.table, form)
    return groups, sorted(wrong + [slap for slap in slaps if slap not in form])


def _over(state: State, events: list[Event]) -> State:
    """End a window in which nobody won."""
    if state.debts:
        return _close(state, Desk(state.table, events), [], state.debts)
    return next_flip(state, state.table, state.due, (), events)


def _close(state: State, desk: Desk, winners: list[int], debts: tuple[tuple[int, int], ...]) -> State:
    """Rule 7.7: the window is over, and every mistake in it costs a set now."""
    for seat, pile in sorted(debts, key=lambda debt: debt[0]):
        desk.lose(seat, seat, pile)
    due = nearest(state, winners or [seat for seat, _ in debts])
    return settle(state, desk, due, tied=False, said=())


def _decide(state: State, desk: Desk, kind: int, group: list[Slap]) -> list[int]:
    """Rules 7.4 to 7.6: give the seats that win something of a picture."""
    firsts = tuple(dict.fromkeys(slap.cards[0] for slap in group))
    if len(firsts) > 1 and not any(slap.action.middle for slap in group):
        return [_split(state, desk, card, group) for card in firsts]
    seats = tuple(slap.seat for slap in group)
    winner = seats[0] if len(seats) == 1 else lower(state, kind, seats, desk.events)
    cards = next(slap.cards for slap in group if slap.seat == winner)
    desk.win(winner, winner, desk.equals(kind) + [place for place in cards if place[0] == "s"])
    return [winner]


def _split(state: State, desk: Desk, card: str, group: list[Slap]) -> int:
    """Rule 7.5: a card goes, as a set of one, to a seat whose first hand is on it."""
    seats = tuple(slap.seat for slap in group if slap.cards[0] == card)
    winner = seats[0] if len(seats) == 1 else lower(state, card, seats, desk.events)
    desk.win(winner, winner, [card])
    return winner
