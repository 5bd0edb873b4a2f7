"""Slaps, and a tick of rivalry (rule 4)."""

from __future__ import annotations

from typing import NamedTuple

from games.core.game import Event
from games.twinit.actions import Action
from games.twinit.desk import Desk
from games.twinit.table import State, Table, right
from games.twinit.turns import Actions, carry_on, lower, nearest, next_flip, settle


class Slap(NamedTuple):
    """A slap that was made: who, and the first and the second hand."""

    seat: int
    cards: tuple[str, ...]
    action: Action


Groups = dict[int, list[Slap]]  # the right slaps by picture, in the order of the lowest seat


def play(state: State, actions: Actions, events: list[Event]) -> State:
    """Carry out one tick of a window in rivalry: any slap ends the window."""
    slaps = [
        Slap(seat, actions[seat].cards, actions[seat]) for seat in state.awake if actions[seat].do == "slap"
    ]
    if slaps:
        return _slapped(state, slaps, Desk(state.table, events))
    return carry_on(state, actions, (), (), ()) or next_flip(state, state.table, state.due, (), events)


def judged(table: Table, slaps: list[Slap]) -> tuple[Groups, list[Slap]]:
    """Part the right slaps, by picture, from the wrong ones."""
    groups: Groups = {}
    wrong = []
    for slap in slaps:
        kind = right(table, *slap.cards)
        if kind is None:
            wrong.append(slap)
        else:
            groups.setdefault(kind, []).append(slap)
    return groups, wrong


def announce(slaps: list[Slap], events: list[Event]) -> None:
    """Tell who slapped what."""
    for slap in slaps:
        middle = {"middle": True} if slap.action.middle else {}
        events.append(Event("slap", {"seat": slap.seat, "cards": slap.cards, **middle}))


def _slapped(state: State, slaps: list[Slap], desk: Desk) -> State:
    """Rule 4.11: right slaps and ties first, then mistakes; then the sets are counted."""
    announce(slaps, desk.events)
    groups, wrong = judged(state.table, slaps)
    results = [_decide(state, desk, kind, group) for kind, group in groups.items()]
    winners = [seat for seat in results if seat is not None]
    for slap in wrong:
        desk.events.append(Event("mistake", {"seat": slap.seat, "cards": slap.cards}))
        desk.lose(slap.seat, slap.seat, slap.seat)
    movers = winners or [slap.seat for slap in wrong]
    due = nearest(state, movers) if movers else state.due
    return settle(state, desk, due, tied=None in results, said=())


def _decide(state: State, desk: Desk, kind: int, group: list[Slap]) -> int | None:
    """Rules 4.7 to 4.9: give the seat that wins a picture, None for a tie."""
    if len(group) > 1 and not state.window.tied and len({slap.cards[0] for slap in group}) > 1:
        tie(desk, kind, tuple(slap.seat for slap in group), {place for slap in group for place in slap.cards})
        return None
    seats = tuple(slap.seat for slap in group)
    winner = seats[0] if len(seats) == 1 else lower(state, kind, seats, desk.events)
    take(desk, winner, winner, kind, next(slap.cards for slap in group if slap.seat == winner))
    return winner


def take(desk: Desk, side: int, seat: int, kind: int, cards: tuple[str, ...]) -> None:
    """Rules 4.2, 4.3 and 4.6: win two cards, or a set with its third; of triplets the third is turned."""
    third = [place for place in desk.equals(kind) if place not in cards]
    desk.win(side, seat, list(cards))
    for place in third:
        desk.turn(place)


def tie(desk: Desk, kind: int, seats: tuple[int, ...], slapped: set[str]) -> None:
    """Rule 4.8: nobody wins; the slapped cards outside won sets are turned over, of triplets all three.

    Cards with a slapped picture that nobody slapped are the third of triplets: they are turned too.
    """
    desk.events.append(Event("tie", {"seats": seats, "cards": tuple(sorted(slapped))}))
    for place in desk.equals(kind):
        desk.turn(place)
