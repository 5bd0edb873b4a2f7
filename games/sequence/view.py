"""Rule 8: what a seat sees, built field by field."""

from __future__ import annotations

from typing import Final

from games.core.game import Json, Seat
from games.sequence.board import CELLS_IN_LINE, CORNERS, SIZE, rows_of
from games.sequence.state import State

_MOST_ROWS: Final = 1 << 16
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


class _Rows(dict[int, str]):
    """Rows of the board as text, by the chips in them; filled in as needed, for rows recur."""

    def __init__(self, corners: int) -> None:
        super().__init__()
        self.corners = corners

    def __missing__(self, chips: int) -> str:
        if len(self) >= _MOST_ROWS:
            self.clear()
        signs = [EMPTY] * SIZE
        for number, sign in enumerate("012"):
            _write(signs, chips >> number * SIZE, sign)
        _write(signs, self.corners, CORNER)
        text = self[chips] = "".join(signs)
        return text


def _write(signs: list[str], bits: int, sign: str) -> None:
    for column in range(SIZE):
        if bits >> column & 1:
            signs[column] = sign


_INNER: Final = _Rows(0)
_OUTER: Final = _Rows(rows_of(CORNERS)[0])
_ROWS: Final = (_OUTER, *[_INNER] * (SIZE - 2), _OUTER)


def board_rows(chips: tuple[int, ...]) -> list[str]:
    """Write the board as ten texts of ten signs: a side's number, "." for empty, "*" for a corner."""
    cut = [rows_of(mask) for mask in chips]
    if len(cut) == 2:
        return [rows[one | two << SIZE] for rows, one, two in zip(_ROWS, *cut, strict=True)]
    return [
        rows[one | two << SIZE | three << 2 * SIZE] for rows, one, two, three in zip(_ROWS, *cut, strict=True)
    ]
