"""Rules 3, 4 and 6: carrying an action out, drawing, paying for talk, and the end."""

from __future__ import annotations

from typing import Final

from games.core.dealer import Dealer
from games.core.game import Event, Outcome, Seat, Step
from games.sequence.actions import Action
from games.sequence.board import AT, BIT, CELLS_IN_LINE
from games.sequence.choices import occupied, own_lines
from games.sequence.lines import completed, longest_open_line
from games.sequence.state import Line, State

LAST_TURN: Final = 600
Hands = tuple[tuple[str, ...], ...]


def take(state: State, seat: Seat, action: Action) -> Step[State]:
    """Carry out an action that has been checked."""
    events: list[Event] = []
    if action.say:
        state = _speak(state, seat, action.say, events)
    if action.do == "place" or action.do == "remove":
        return _play(state, seat, action, events)
    if action.do == "exchange":
        return _exchange(state, seat, action.card, events)
    if action.do == "discard":
        return _discard(state, seat, action.card, events)
    events.append(Event("pass", {"seat": seat}))
    passes = 0 if state.exchanged else state.passes + 1
    return _end_turn(state._replace(passes=passes), events)


def _speak(state: State, seat: Seat, text: str, events: list[Event]) -> State:
    """Rule 7.1: everyone hears it; the latest words of each seat stay in view."""
    events.append(Event("say", {"seat": seat, "text": text}))
    kept = tuple(words for words in state.said if words[1] != seat)
    return state._replace(said=(*kept, (state.turns, seat, text)), talked=True)


def _with(rows: Hands, seat: Seat, row: tuple[str, ...]) -> Hands:
    """Put a new row of cards in a seat's place."""
    return (*rows[:seat], row, *rows[seat + 1 :])


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Take one card out of a hand, keeping the order."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _chip(
    state: State, seat: Seat, action: Action, events: list[Event]
) -> tuple[tuple[int, ...], tuple[Line, ...]]:
    """Put the chip down or take it away; give the chips and sequences after it."""
    if action.do == "remove":
        return _remove_chip(state, seat, action, events)
    side = state.table.sides[seat]
    own = state.chips[side] | BIT[action.cell]
    chips = (*state.chips[:side], own, *state.chips[side + 1 :])
    events.append(Event("place", {"seat": seat, "side": side, "card": action.card, "at": AT[action.cell]}))
    lines = completed(own, action.cell, own_lines(state, side) if state.sequences else (), action.sequence)
    if not lines:
        return chips, state.sequences
    sequences = state.sequences
    for line in lines:
        sequences += ((side, line),)
        events.append(Event("sequence", {"seat": seat, "side": side, "cells": CELLS_IN_LINE[line]}))
    return chips, sequences


def _remove_chip(
    state: State, seat: Seat, action: Action, events: list[Event]
) -> tuple[tuple[int, ...], tuple[Line, ...]]:
    """Rules 3.5 and 5.7: take the chip away; sequences that it was part of are void."""
    bit = BIT[action.cell]
    side = next(side for side, chips in enumerate(state.chips) if chips & bit)
    events.append(Event("remove", {"seat": seat, "side": side, "card": action.card, "at": AT[action.cell]}))
    for owner, line in state.sequences:
        if line & bit:
            events.append(Event("void", {"side": owner, "cells": CELLS_IN_LINE[line]}))
    kept = tuple(found for found in state.sequences if not found[1] & bit)
    return tuple(chips & ~bit for chips in state.chips), kept


def _play(state: State, seat: Seat, action: Action, events: list[Event]) -> Step[State]:
    """Rule 3.3 and on: one card to the own discards, one chip, one card drawn; the hot path of the game."""
    table = state.table
    chips, sequences = _chip(state, seat, action, events)
    card = action.card
    hand = _without(state.hands[seat], card)
    discards = _with(state.discards, seat, (*state.discards[seat], card))
    pile, drawn, shuffles, ending = state.pile, state.drawn, state.shuffles, ""
    if len(sequences) > len(state.sequences) and _has_won(sequences, table.sides[seat], table.needed):
        ending = "sequences"
    elif action.draw or not table.manual:
        if drawn == len(pile):
            pile, discards = _reshuffle(state.dealer, discards, shuffles, events)
            drawn, shuffles = 0, shuffles + 1
        hand += (pile[drawn],)
        drawn += 1
        events.append(_draw_event(seat, pile, drawn))
    else:
        events.append(Event("forgo", {"seat": seat}))
    hands = _with(state.hands, seat, hand)
    after = State(
        table, state.dealer, state.turn, state.turns, chips, sequences, hands, discards, pile, drawn, shuffles,
        state.exchanged, 0, state.talked, (), state.said, ending,
    )  # fmt: skip
    return _end_turn(after, events)


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


def _draw_event(seat: Seat, pile: tuple[str, ...], drawn: int) -> Event:
    """Tell everyone that a card was drawn, and the seat which."""
    return Event("draw", {"seat": seat, "pile": len(pile) - drawn}, {"card": pile[drawn - 1]}, (seat,))


def _exchange(state: State, seat: Seat, card: str, events: list[Event]) -> Step[State]:
    """Rule 3.2: a dead card is discarded, another is drawn, and the turn goes on."""
    events.append(Event("exchange", {"seat": seat, "card": card}))
    discards = _with(state.discards, seat, (*state.discards[seat], card))
    pile, drawn, shuffles = state.pile, state.drawn, state.shuffles
    if drawn == len(pile):
        pile, discards = _reshuffle(state.dealer, discards, shuffles, events)
        drawn, shuffles = 0, shuffles + 1
    hand = (*_without(state.hands[seat], card), pile[drawn])
    events.append(_draw_event(seat, pile, drawn + 1))
    after = state._replace(
        hands=_with(state.hands, seat, hand), discards=discards, pile=pile, drawn=drawn + 1, shuffles=shuffles,
        exchanged=True, passes=0,
    )  # fmt: skip
    return Step(after, tuple(events))


def _discard(state: State, seat: Seat, card: str, events: list[Event]) -> Step[State]:
    """Rule 7.3: a member of the speaker's team pays one card, which is not replaced."""
    events.append(Event("discard", {"seat": seat, "card": card}))
    after = state._replace(
        hands=_with(state.hands, seat, _without(state.hands[seat], card)),
        discards=_with(state.discards, seat, (*state.discards[seat], card)),
        debtors=state.debtors[1:],
    )
    return Step(after if after.debtors else _next_turn(after), tuple(events))


def _end_turn(state: State, events: list[Event]) -> Step[State]:
    """Count the turn; see whether the game is over or talk is to be paid for; else go on to the next seat."""
    table = state.table
    turns = state.turns + 1
    if state.ending:
        events.append(Event("win", {"seat": state.turn, "side": table.sides[state.turn]}))
        return Step(state._replace(turns=turns), tuple(events))
    if state.passes == table.seats or turns == LAST_TURN:
        reason = "passes" if state.passes == table.seats else "turns"
        events.append(Event("undecided", {"reason": reason}))
        return Step(state._replace(turns=turns, ending="undecided"), tuple(events))
    if state.talked and table.talk_costs:
        side = table.sides[state.turn]
        debtors = tuple(seat for seat in table.members[side] if state.hands[seat])
        if debtors:
            events.append(Event("penalty", {"side": side, "seats": debtors}))
            return Step(state._replace(turns=turns, debtors=debtors), tuple(events))
    return Step(_next_turn(state, turns), tuple(events))


def _next_turn(state: State, turns: int = 0) -> State:
    """Rule 2.4: clockwise; `turns` is given when the turn has not been counted yet."""
    (
        table, dealer, turn, counted, chips, sequences, hands, discards, pile, drawn, shuffles,
        _, passes, _, _, said, ending,
    ) = state  # fmt: skip
    return State(
        table, dealer, (turn + 1) % table.seats, turns or counted, chips, sequences, hands, discards, pile, drawn,
        shuffles, False, passes, False, (), said, ending,
    )  # fmt: skip


def outcome(state: State) -> Outcome | None:
    """Rules 6.2 to 6.5: rank the sides; all seats of a side share its rank and score."""
    if not state.ending:
        return None
    sides = range(len(state.chips))
    counts = [len(own_lines(state, side)) for side in sides]
    lines = [_open_line(state, side) for side in sides]
    if state.ending == "sequences":
        keys = [(int(side == state.table.sides[state.turn]), 0) for side in sides]
    else:
        keys = list(zip(counts, lines, strict=True))
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    seats = state.table.sides
    return Outcome(
        ranks=tuple(ranks[side] for side in seats),
        scores=tuple(counts[side] for side in seats),
        ending=state.ending,
        detail={"sequences": tuple(counts), "open_lines": tuple(lines)},
    )


def _open_line(state: State, side: int) -> int:
    """Rule 6.4 for one side."""
    own = state.chips[side]
    return longest_open_line(own, occupied(state) ^ own, own_lines(state, side))
