"""Rule 8: what a seat sees, built field by field."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.core.game import Json, Seat
from games.sequence.board import CELLS_IN_LINE, CORNERS, SIZE
from games.sequence.state import State

_ROW: Final = (1 << SIZE) - 1
_SHIFTS: Final = tuple(range(0, SIZE * SIZE, SIZE))
EMPTY: Final = "."
CORNER: Final = "*"


def phase(state: State) -> str:
    """Name the kind of decision that is due."""
    if state.ending:
        return "over"
    return "penalty" if state.debtors else "turn"


def observe(state: State, seat: Seat | None) -> Json:
    """Show the table to a seat, or all hands to the open table."""
    table = state.table
    shown: dict[str, Json] = {
        "phase": phase(state),
        "turn": state.turn,
        "turns": state.turns,
        "dealer": table.host,
        "sides": table.sides,
        "needed": table.needed,
        "board": board_rows(state.chips),
        "sequences": [{"side": side, "cells": CELLS_IN_LINE[line]} for side, line in state.sequences],
        "discards": state.discards,
        "hand_sizes": [len(hand) for hand in state.hands],
        "pile": len(state.pile) - state.drawn,
        "exchanged": state.exchanged,
        "passes": state.passes,
        "debtors": state.debtors,
        "said": [{"turn": turn, "seat": speaker, "text": text} for turn, speaker, text in state.said],
    }
    if seat is None:
        shown["hands"] = state.hands
    else:
        shown["hand"] = state.hands[seat]
    return shown


def board_rows(chips: tuple[int, ...]) -> list[str]:
    """Write the board as ten texts of ten signs: a side's number, "." for empty, "*" for a corner."""
    first, second = chips[0], chips[1]
    if len(chips) == 2:
        return [_row(first >> i & _ROW, second >> i & _ROW, 0, CORNERS >> i & _ROW) for i in _SHIFTS]
    third = chips[2]
    return [
        _row(first >> i & _ROW, second >> i & _ROW, third >> i & _ROW, CORNERS >> i & _ROW) for i in _SHIFTS
    ]


@lru_cache(maxsize=1 << 16)  # rows recur from position to position
def _row(first: int, second: int, third: int, corners: int) -> str:
    signs = [EMPTY] * SIZE
    for sign, bits in (("0", first), ("1", second), ("2", third), (CORNER, corners)):
        for column in range(SIZE):
            if bits >> column & 1:
                signs[column] = sign
    return "".join(signs)
