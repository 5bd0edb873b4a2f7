"""Rules 3, 4 and 6: carrying an action out, drawing, paying for talk, and the end."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeVar

from games.core.dealer import Dealer
from games.core.game import Event, Json, Outcome, Seat, Step
from games.sequence.actions import Action
from games.sequence.board import AT, BIT, CARDS, CELLS_IN_LINE, CORNERS, DECK
from games.sequence.choices import occupied, own_lines
from games.sequence.lines import completed, full_lines, longest_open_line
from games.sequence.setup import HAND_SIZES
from games.sequence.state import Line, State

LAST_TURN: Final = 600
T = TypeVar("T")
Hands = tuple[tuple[str, ...], ...]

# Named tuples made from a tuple: half the time of their own constructors, on the path of every action.
_new: Final = tuple.__new__
# What a draw tells everyone, by seat and cards left; what it tells the seat; and the seat alone.
_SEATS: Final = range(max(HAND_SIZES))
_DRAWN: Final = tuple(tuple({"seat": seat, "pile": left} for left in range(len(DECK))) for seat in _SEATS)
_SEEN: Final = {card: {"card": card} for card in CARDS}
_ALONE: Final = tuple((seat,) for seat in _SEATS)


def take(state: State, seat: Seat, action: Action) -> Step[State]:
    """Carry out an action that has been checked."""
    events: list[Event] = []
    do = action.do
    if action.say:
        state = _speak(state, seat, action.say, events)
    if do == "place" or do == "remove":
        return _play(state, seat, action, events)
    if do == "exchange":
        return _exchange(state, seat, action.card, events)
    if do == "discard":
        return _discard(state, seat, action.card, events)
    events.append(Event("pass", {"seat": seat}))
    passes = 0 if state.exchanged else state.passes + 1
    return _end_turn(state._replace(passes=passes, turns=state.turns + 1), events)


def _speak(state: State, seat: Seat, text: str, events: list[Event]) -> State:
    """Rule 7.1: everyone hears it; the latest words of each seat stay in view."""
    events.append(Event("say", {"seat": seat, "text": text}))
    kept = tuple(words for words in state.said if words[1] != seat)
    return state._replace(said=(*kept, (state.turns, seat, text)), talked=True)


def _with(rows: tuple[T, ...], place: int, row: T) -> tuple[T, ...]:
    """Put something new in a place: a seat's cards, a side's chips."""
    changed = [*rows]
    changed[place] = row
    return tuple(changed)


def _without(hand: tuple[str, ...], card: str) -> list[str]:
    """Take one card out of a hand, keeping the order."""
    left = [*hand]
    left.remove(card)
    return left


@cache
def _placed(seat: Seat, side: int, card: str, cell: int) -> Event:
    """Tell of a placing; there are few of them, and each is made once."""
    return Event("place", {"seat": seat, "side": side, "card": card, "at": AT[cell]})


def _place_chip(
    state: State, seat: Seat, action: Action, events: list[Event]
) -> tuple[tuple[int, ...], tuple[Line, ...]]:
    """Rules 3.3 and 5: put the chip down, with the sequences that it completes."""
    _, card, cell, _, named, _ = action
    chips, sequences, side = state.chips, state.sequences, state.table.sides[seat]
    own = chips[side] | BIT[cell]
    events.append(_placed(seat, side, card, cell))
    if full := full_lines(own | CORNERS, cell):
        for line in completed(full, own_lines(state, side), named):
            sequences += ((side, line),)
            events.append(Event("sequence", {"seat": seat, "side": side, "cells": CELLS_IN_LINE[line]}))
    return _with(chips, side, own), sequences


def _remove_chip(
    state: State, seat: Seat, action: Action, events: list[Event]
) -> tuple[tuple[int, ...], tuple[Line, ...]]:
    """Rules 3.5 and 5.7: take the chip away; sequences that it was part of are void."""
    _, card, cell, _, _, _ = action
    bit, chips, kept = BIT[cell], state.chips, []
    side = next(side for side, mask in enumerate(chips) if mask & bit)
    events.append(Event("remove", {"seat": seat, "side": side, "card": card, "at": AT[cell]}))
    for found in state.sequences:
        if found[1] & bit:
            events.append(Event("void", {"side": found[0], "cells": CELLS_IN_LINE[found[1]]}))
        else:
            kept.append(found)
    return _with(chips, side, chips[side] ^ bit), tuple(kept)


def _play(state: State, seat: Seat, action: Action, events: list[Event]) -> Step[State]:
    """Rule 3.3 and on: one chip, one card to the own discards, one card drawn; the hot path of the game."""
    (
        table, dealer, turn, turns, _, before, hands, discards, pile, drawn, shuffles,
        _, _, talked, _, said, _,
    ) = state  # fmt: skip
    card = action.card
    chips, sequences = (_place_chip if action.do == "place" else _remove_chip)(state, seat, action, events)
    won = len(sequences) > len(before) and _has_won(sequences, table.sides[seat], table.needed)
    hand = _without(hands[seat], card)
    discards = _with(discards, seat, discards[seat] + (card,))
    if not won and (action.draw or not table.manual):
        if drawn == len(pile):
            pile, discards = _reshuffle(dealer, discards, shuffles, events)
            drawn, shuffles = 0, shuffles + 1
        card = pile[drawn]
        drawn += 1
        hand.append(card)
        events.append(_draw_event(seat, len(pile) - drawn, card))
    elif not won:
        events.append(Event("forgo", {"seat": seat}))
    after = _new(State, (
        table, dealer, (turn + 1) % table.seats, turns + 1, chips, sequences, _with(hands, seat, tuple(hand)),
        discards, pile, drawn, shuffles, False, 0, False, (), said, "",
    ))  # fmt: skip
    if won or talked or turns + 1 == LAST_TURN:
        return _end_turn(after._replace(turn=turn, talked=talked, ending="sequences" if won else ""), events)
    return _new(Step, (after, tuple(events)))


def _has_won(sequences: tuple[Line, ...], side: int, needed: int) -> bool:
    """Rule 6.1: count a side's sequences."""
    return sum(owner == side for owner, _ in sequences) >= needed


def _reshuffle(
    dealer: Dealer, discards: Hands, shuffles: int, events: list[Event]
) -> tuple[tuple[str, ...], Hands]:
    """Rule 4.3: all discards, seat by seat and oldest first, are shuffled into a new pile."""
    cards = [card for row in discards for card in row]
    events.append(Event("reshuffle", {"cards": len(cards)}))
    return dealer.shuffle(cards, "reshuffle", shuffles), ((),) * len(discards)


def _draw_event(seat: Seat, left: int, card: str) -> Event:
    """Tell everyone that a card was drawn, and the seat which."""
    return _new(Event, ("draw", _DRAWN[seat][left], _SEEN[card], _ALONE[seat], False))


def _exchange(state: State, seat: Seat, card: str, events: list[Event]) -> Step[State]:
    """Rule 3.2: a dead card is discarded, another is drawn, and the turn goes on."""
    events.append(Event("exchange", {"seat": seat, "card": card}))
    discards = _with(state.discards, seat, (*state.discards[seat], card))
    pile, drawn, shuffles = state.pile, state.drawn, state.shuffles
    if drawn == len(pile):
        pile, discards = _reshuffle(state.dealer, discards, shuffles, events)
        drawn, shuffles = 0, shuffles + 1
    hand = (*_without(state.hands[seat], card), pile[drawn])
    events.append(_draw_event(seat, len(pile) - drawn - 1, pile[drawn]))
    after = state._replace(
        hands=_with(state.hands, seat, hand),
        discards=discards,
        pile=pile,
        drawn=drawn + 1,
        shuffles=shuffles,
        exchanged=True,
        passes=0,
    )
    return Step(after, tuple(events))


def _discard(state: State, seat: Seat, card: str, events: list[Event]) -> Step[State]:
    """Rule 7.3: a member of the speaker's team pays one card, which is not replaced."""
    events.append(Event("discard", {"seat": seat, "card": card}))
    after = state._replace(
        hands=_with(state.hands, seat, tuple(_without(state.hands[seat], card))),
        discards=_with(state.discards, seat, (*state.discards[seat], card)),
        debtors=state.debtors[1:],
    )
    return Step(after if after.debtors else _next_turn(after), tuple(events))


def _end_turn(state: State, events: list[Event]) -> Step[State]:
    """See whether the game is over or talk is to be paid for; else go on to the next seat."""
    table = state.table
    side = table.sides[state.turn]
    if state.ending:
        events.append(Event("win", {"seat": state.turn, "side": side}))
    elif state.passes == table.seats or state.turns == LAST_TURN:
        events.append(Event("undecided", {"reason": "passes" if state.passes == table.seats else "turns"}))
        state = state._replace(ending="undecided")
    elif debtors := _debtors(state, side):
        events.append(Event("penalty", {"side": side, "seats": debtors}))
        state = state._replace(debtors=debtors)
    else:
        state = _next_turn(state)
    return Step(state, tuple(events))


def _debtors(state: State, side: int) -> tuple[Seat, ...]:
    """Rules 7.2 and 7.3: who must pay for what was said in this turn; empty hands cannot."""
    if not (state.talked and state.table.talk_costs):
        return ()
    return tuple(seat for seat in state.table.members[side] if state.hands[seat])


def _next_turn(state: State) -> State:
    """Rule 2.4: play goes clockwise."""
    turn = (state.turn + 1) % state.table.seats
    return state._replace(turn=turn, exchanged=False, talked=False, debtors=())


def outcome(state: State) -> Outcome | None:
    """Rules 6.2 to 6.5: rank the sides; all seats of a side share its rank and score."""
    if not state.ending:
        return None
    sides = range(len(state.chips))
    counts = tuple(len(own_lines(state, side)) for side in sides)
    detail: dict[str, Json] = {"sequences": counts}
    if state.ending == "sequences":
        keys = [(int(side == state.table.sides[state.turn]), 0) for side in sides]
    else:
        detail["open_lines"] = tuple(_open_line(state, side) for side in sides)
        keys = list(zip(counts, detail["open_lines"], strict=True))
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    seats = state.table.sides
    scores = tuple(counts[side] for side in seats)
    return Outcome(tuple(ranks[side] for side in seats), scores, state.ending, detail)


def _open_line(state: State, side: int) -> int:
    """Rule 6.4 for one side."""
    own = state.chips[side]
    return longest_open_line(own, occupied(state) ^ own, own_lines(state, side))
