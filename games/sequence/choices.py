"""Rule 3: what a seat may do, listed and checked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import compress
from operator import getitem
from typing import Final

from games.core.errors import IllegalActionError
from games.core.game import Seat
from games.sequence.actions import PASS, Action
from games.sequence.board import (
    AT,
    BIT,
    CARDS,
    CELLS_IN_LINE,
    CELLS_OF,
    CHIPS,
    HALF,
    JACKS,
    MASK_OF,
    ONE_EYED,
    SIZE,
    TWO_EYED,
    cells_in,
    half_rows_of,
)
from games.sequence.lines import choices
from games.sequence.state import State

Placings = dict[int, tuple[Action, ...]]
HalfRows = tuple[tuple[tuple[Action, ...], ...], ...]  # by half row, by the bits of its cells


def _placings(draw: bool) -> Placings:
    """Tabulate the placings of plain cards by the mask of the card's empty cells: no two cards share one."""
    table: Placings = {0: ()}
    for card, cells in CELLS_OF.items():
        one, two = (Action("place", card, cell, draw) for cell in cells)
        table |= {BIT[one.cell]: (one,), BIT[two.cell]: (two,), MASK_OF[card]: (one, two)}
    return table


def _jack(card: str, draw: bool) -> HalfRows:
    """Tabulate what a jack can do to each half row, by the bits of its cells that can be chosen."""
    do = "place" if card in TWO_EYED else "remove"
    actions = [Action(do, card, cell, draw) for cell in range(SIZE * SIZE)]
    halves = [actions[first : first + HALF] for first in range(0, SIZE * SIZE, HALF)]
    chosen = [[bits >> i & 1 for i in range(HALF)] for bits in range(1 << HALF)]
    return tuple(tuple(tuple(compress(half, flags)) for flags in chosen) for half in halves)


# By whether the actions carry "draw": a cache of action objects, so that listing them builds none.
_PLACINGS: Final = (_placings(draw=False), _placings(draw=True))
_JACK: Final = tuple({card: _jack(card, draw) for card in sorted(JACKS)} for draw in (False, True))
_MASKS: Final = {card: MASK_OF.get(card, 0) for card in CARDS}  # a jack has no cells of its own
# The cells that a card can put a chip on, as long as they are empty.
_FITS: Final = {
    card: frozenset(cells_in(0 if card in ONE_EYED else MASK_OF.get(card, CHIPS))) for card in CARDS
}
_EXCHANGE: Final = {card: Action("exchange", card) for card in CARDS if card not in JACKS}
_DISCARD: Final = {card: Action("discard", card) for card in CARDS}


def actor(state: State) -> Seat:
    """Name the one seat that must act."""
    return state.debtors[0] if state.debtors else state.turn


def occupied(state: State) -> int:
    """Give the cells with a chip on them; no two sides share one, so the sum is their union."""
    return sum(state.chips)


def removable(state: State, seat: Seat) -> int:
    """Rules 3.5 and 3.6: opposing chips, without those of sequences unless advanced."""
    targets = occupied(state) ^ state.chips[state.table.sides[seat]]
    if not state.table.advanced:
        for _, line in state.sequences:
            targets &= ~line
    return targets


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """List placings, removals and exchanges in hand and reading order; a pass only when there are none."""
    debtors = state.debtors
    if state.ending or seat != (debtors[0] if debtors else state.turn):
        return ()
    hand: Collection[str] = state.hands[seat]
    if len({*hand}) < len(hand):
        hand = dict.fromkeys(hand)
    if debtors:
        return [_DISCARD[card] for card in hand]
    empty, table = CHIPS ^ sum(state.chips), _PLACINGS[state.table.manual]
    found: list[Action] = []
    others: list[str] = []
    for card in hand:
        if placings := table[empty & _MASKS[card]]:
            found += placings
        elif card in TWO_EYED:
            _spread(found, _JACK[state.table.manual][card], empty)
        else:
            others.append(card)
    if others:
        _add_others(found, state, seat, others)
    return found or [PASS]


def _add_others(found: list[Action], state: State, seat: Seat, cards: list[str]) -> None:
    """Add the removals of one-eyed jacks, then the exchanges of dead cards."""
    for card in cards:
        if card in ONE_EYED:
            _spread(found, _JACK[state.table.manual][card], removable(state, seat))
    if not state.exchanged:
        found += [_EXCHANGE[card] for card in cards if card not in ONE_EYED]


def _spread(found: list[Action], halves: HalfRows, cells: int) -> None:
    """Add a jack's actions on all these cells."""
    for actions in map(getitem, halves, half_rows_of(cells)):
        found += actions


def forced(state: State, seat: Seat) -> Action | None:
    """Rule 3.9: a pass, and the discard of an only card, leave nothing to choose."""
    if state.ending or seat != actor(state):
        return None
    if state.debtors:
        hand = set(state.hands[seat])
        return _DISCARD[hand.pop()] if len(hand) == 1 else None
    return PASS if must_pass(state, seat) else None


def must_pass(state: State, seat: Seat) -> bool:
    """Rule 3.8: tell whether no card of the hand can be played or exchanged."""
    empty = CHIPS ^ occupied(state)
    for card in state.hands[seat]:
        if card in MASK_OF:
            if not state.exchanged or empty & MASK_OF[card]:
                return False
        elif empty if card in TWO_EYED else removable(state, seat):
            return False
    return True


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalActionError unless the seat may do this now."""
    if state.ending:
        raise IllegalActionError("The game is over: nobody can act.")
    if seat != actor(state):
        raise IllegalActionError(f"It is for seat {actor(state)} to act, not for seat {seat}.")
    check_action(state, seat, action)


def check_action(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalActionError unless the seat that must act may do this."""
    do, card, cell, _, named, _ = action
    plain = do == "place" and not named and not state.debtors and card in state.hands[seat]
    if not plain or cell not in _FITS[card] or BIT[cell] & sum(state.chips):
        _check_closely(state, seat, action)


def _check_closely(state: State, seat: Seat, action: Action) -> None:
    """Check an action that is no plain placing, or say what is wrong with it."""
    do, card = action.do, action.card
    if (do == "discard") != bool(state.debtors):
        if state.debtors:
            held = ", ".join(state.hands[seat])
            raise IllegalActionError(f'Talk must be paid for first: "discard" one of {held}.')
        raise IllegalActionError(f"Nothing is owed for talk; {_example(state, seat)}.")
    if card not in state.hands[seat] and do != "pass":
        held = ", ".join(state.hands[seat]) or "empty"
        raise IllegalActionError(f"{card} is not in the hand, which is {held}; {_example(state, seat)}.")
    _CHECKS[do](state, seat, action)


def _check_discard(_state: State, _seat: Seat, _action: Action) -> None:
    """Rule 7.3: any card of the hand pays."""


def _check_pass(state: State, seat: Seat, _action: Action) -> None:
    """Rule 3.8: passing is for those who can do nothing else."""
    if not must_pass(state, seat):
        raise IllegalActionError(f"Only who can do nothing may pass; {_example(state, seat)}.")


def _check_place(state: State, seat: Seat, action: Action) -> None:
    """Rules 3.3 and 3.4: an own chip on an empty cell that the card allows."""
    card, cell = action.card, action.cell
    if card in ONE_EYED:
        raise IllegalActionError(
            f'{card} is a one-eyed jack: it can "remove" a chip, not place one; {_example(state, seat)}.'
        )
    allowed, taken, bit = MASK_OF.get(card, CHIPS), sum(state.chips), BIT[cell]
    if not allowed & bit & ~taken:
        what = "occupied" if taken & bit else f"no cell for {card}"
        where = _open_cells(state, seat, allowed & ~taken)
        raise IllegalActionError(f"{list(AT[cell])} is {what}; {where}.")
    _check_sequence(state, seat, action)  # a placing that names none has passed already


def _check_sequence(state: State, seat: Seat, action: Action) -> None:
    """Rule 5.6: only a five that this chip completes can be named."""
    side = state.table.sides[seat]
    ways = choices(state.chips[side], action.cell, own_lines(state, side))
    if action.sequence not in ways:
        known = "; ".join(str([list(at) for at in CELLS_IN_LINE[line]]) for line in ways)
        raise IllegalActionError(
            f'The named "sequence" is none that this chip completes; legal is '
            f"{known or 'to leave it out, for the chip completes none'}."
        )


def _check_remove(state: State, seat: Seat, action: Action) -> None:
    """Rules 3.5 and 3.6: a one-eyed jack takes an opposing chip that is not locked."""
    if action.card not in ONE_EYED:
        raise IllegalActionError(
            f"{action.card} is no one-eyed jack (JH, JS): it cannot remove a chip; {_example(state, seat)}."
        )
    targets = removable(state, seat)
    if not targets & BIT[action.cell]:
        raise IllegalActionError(
            f"No chip can be removed from {list(AT[action.cell])}; {_open_cells(state, seat, targets)}."
        )


def _check_exchange(state: State, seat: Seat, action: Action) -> None:
    """Rules 3.1 and 3.2: one dead card a turn."""
    card = action.card
    if state.exchanged:
        raise IllegalActionError(f"Only one card a turn may be exchanged; {_example(state, seat)}.")
    if card in JACKS:
        raise IllegalActionError(f"{card} is a jack and never dead; {_example(state, seat)}.")
    if empty := (CHIPS ^ occupied(state)) & MASK_OF[card]:
        raise IllegalActionError(f"{card} is not dead; {_open_cells(state, seat, empty)}.")


_CHECKS: Final = {
    "place": _check_place,
    "remove": _check_remove,
    "exchange": _check_exchange,
    "discard": _check_discard,
    "pass": _check_pass,
}


def own_lines(state: State, side: int) -> tuple[int, ...]:
    """Give the masks of a side's sequences."""
    return tuple(line for owner, line in state.sequences if owner == side)


def _open_cells(state: State, seat: Seat, mask: int) -> str:
    """Say which cells would be legal, the first few of them, or else what can be done instead."""
    cells = [str(list(AT[cell])) for cell in cells_in(mask)]
    if not cells:
        return f"there is no cell for it, but {_example(state, seat)}"
    return f"legal is to use it at {', '.join(cells[:8])}{' and elsewhere' if len(cells) > 8 else ''}"


def _example(state: State, seat: Seat) -> str:
    """Name one action that would be legal."""
    first = legal(state, seat)[0]
    where = f" at {list(AT[first.cell])}" if first.cell >= 0 else ""
    return f"{' '.join(filter(None, (first.do, first.card)))}{where} would be legal"
