"""Rule 3: what a seat may do, listed and checked."""

from __future__ import annotations

from collections.abc import Sequence
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
    JACKS,
    MASK_OF,
    ONE_EYED,
    SIZE,
    TWO_EYED,
    cells_in,
    rows_of,
)
from games.sequence.lines import choices
from games.sequence.state import State

_OWED: Final = 'Talk must be paid for first: "discard" one card of the hand.'
_NOT_OWED: Final = 'Nothing is owed for talk; "place", "remove", "exchange" or, if none is possible, "pass".'
Plain = dict[int, tuple[Action, ...]]


class _Row(dict[int, tuple[Action, ...]]):
    """The actions of one jack in one board row, by the cells that are open to it; filled in as needed."""

    def __init__(self, do: str, card: str, row: int, draw: bool) -> None:
        super().__init__()
        self.actions = [Action(do, card, row * SIZE + column, draw) for column in range(SIZE)]

    def __missing__(self, bits: int) -> tuple[Action, ...]:
        found = self[bits] = tuple(action for column, action in enumerate(self.actions) if bits >> column & 1)
        return found


def _plain(card: str, draw: bool) -> Plain:
    """Tabulate the placings of a plain card by the mask of its empty cells."""
    one, two = (Action("place", card, cell, draw) for cell in CELLS_OF[card])
    return {0: (), BIT[one.cell]: (one,), BIT[two.cell]: (two,), MASK_OF[card]: (one, two)}


def _rows(card: str, draw: bool) -> tuple[_Row, ...]:
    do = "place" if card in TWO_EYED else "remove"
    return tuple(_Row(do, card, row, draw) for row in range(SIZE))


# By whether the actions carry "draw": a cache of action objects, so that listing them builds none.
_PLAIN: Final = tuple(
    {card: (MASK_OF[card], _plain(card, draw)) for card in CARDS if card not in JACKS}
    for draw in (False, True)
)
_JACK: Final = tuple({card: _rows(card, draw) for card in sorted(JACKS)} for draw in (False, True))
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
    hand = dict.fromkeys(state.hands[seat])
    if debtors:
        return [_DISCARD[card] for card in hand]
    found, exchanges, jacks = _placings(state, hand)
    if jacks:
        targets = removable(state, seat)
        for card in jacks:
            _spread(found, _JACK[state.table.manual][card], targets)
    found += exchanges
    return found or [PASS]


def _placings(state: State, hand: dict[str, None]) -> tuple[list[Action], list[Action], list[str]]:
    """List the placings; also the exchanges, and the one-eyed jacks that were met on the way."""
    empty = CHIPS ^ sum(state.chips)
    plain = _PLAIN[state.table.manual]
    found: list[Action] = []
    exchanges: list[Action] = []
    jacks: list[str] = []
    for card in hand:
        if card in JACKS:
            if card in TWO_EYED:
                _spread(found, _JACK[state.table.manual][card], empty)
            else:
                jacks.append(card)
            continue
        mask, table = plain[card]
        free = empty & mask
        if free:
            found += table[free]
        elif not state.exchanged:
            exchanges.append(_EXCHANGE[card])
    return found, exchanges, jacks


def _spread(found: list[Action], rows: tuple[_Row, ...], cells: int) -> None:
    """Add a jack's actions on all these cells."""
    for row, bits in zip(rows, rows_of(cells), strict=True):
        if bits:
            found += row[bits]


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
    do, card = action.do, action.card
    if (do == "discard") != bool(state.debtors):
        raise IllegalActionError(_OWED if state.debtors else _NOT_OWED)
    if card not in state.hands[seat] and do != "pass":
        held = ", ".join(state.hands[seat]) or "empty"
        raise IllegalActionError(f"{card} is not in the hand, which is {held}.")
    _CHECKS[do](state, seat, action)


def _check_discard(_state: State, _seat: Seat, _action: Action) -> None:
    """Rule 7.3: any card of the hand pays."""


def _check_pass(state: State, seat: Seat, _action: Action) -> None:
    """Rule 3.8: passing is for those who can do nothing else."""
    if not must_pass(state, seat):
        first = legal(state, seat)[0]
        where = f" at {list(AT[first.cell])}" if first.cell >= 0 else ""
        raise IllegalActionError(
            f"Only who can do nothing may pass; {first.do} {first.card}{where} would be legal."
        )


def _check_place(state: State, seat: Seat, action: Action) -> None:
    """Rules 3.3 and 3.4: an own chip on an empty cell that the card allows."""
    card, cell = action.card, action.cell
    if card in ONE_EYED:
        raise IllegalActionError(f'{card} is a one-eyed jack: it can "remove" a chip, not place one.')
    allowed, taken = MASK_OF.get(card, CHIPS), sum(state.chips)
    if not allowed & BIT[cell] or taken & BIT[cell]:
        what = "occupied" if taken & BIT[cell] else f"no cell for {card}"
        raise IllegalActionError(f"{list(AT[cell])} is {what}; {_open_cells(allowed & ~taken)}.")
    if action.sequence:
        _check_sequence(state, seat, action)


def _check_sequence(state: State, seat: Seat, action: Action) -> None:
    """Rule 5.6: only a five that this chip completes can be named."""
    side = state.table.sides[seat]
    ways = choices(state.chips[side], action.cell, own_lines(state, side))
    if action.sequence not in ways:
        known = "; ".join(str([list(at) for at in CELLS_IN_LINE[line]]) for line in ways)
        raise IllegalActionError(
            f'The named "sequence" is none that this chip completes; {known or "it completes none"}.'
        )


def _check_remove(state: State, seat: Seat, action: Action) -> None:
    """Rules 3.5 and 3.6: a one-eyed jack takes an opposing chip that is not locked."""
    if action.card not in ONE_EYED:
        raise IllegalActionError(f"{action.card} is no one-eyed jack (JH, JS): it cannot remove a chip.")
    targets = removable(state, seat)
    if not targets & BIT[action.cell]:
        raise IllegalActionError(
            f"No chip can be removed from {list(AT[action.cell])}; {_open_cells(targets)}."
        )


def _check_exchange(state: State, _seat: Seat, action: Action) -> None:
    """Rules 3.1 and 3.2: one dead card a turn."""
    card = action.card
    if state.exchanged:
        raise IllegalActionError(
            "Only one card a turn may be exchanged; play a card, or pass if none can be played."
        )
    if card in JACKS:
        raise IllegalActionError(f"{card} is a jack and never dead; only a dead card may be exchanged.")
    if empty := (CHIPS ^ occupied(state)) & MASK_OF[card]:
        raise IllegalActionError(f"{card} is not dead; {_open_cells(empty)}.")


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


def _open_cells(mask: int) -> str:
    """Say which cells would do, the first few of them."""
    cells = [str(list(AT[cell])) for cell in cells_in(mask)]
    if not cells:
        return "there is no cell for it"
    return f"it can be used at {', '.join(cells[:8])}{' and elsewhere' if len(cells) > 8 else ''}"
