"""Rule 8: what a seat sees, built field by field."""

from __future__ import annotations

from functools import cache
from typing import Final

from games.core.game import Json, Seat
from games.sequence.board import CELLS_IN_LINE, CORNERS, HALF, WIDTH, rows_of
from games.sequence.state import Line, State, Words

_MOST_ROWS: Final = 1 << 16
# Half a row as a number has five bits for each side. A cell's sign goes by the sides that are on it; a corner
# is written as if the first two were.
_SIGNS: Final = (".", "0", "1", "*", "2")
_CORNERS: Final = CORNERS | CORNERS << HALF


def phase(state: State) -> str:
    """Name the kind of decision that is due."""
    if state.ending:
        return "over"
    return "penalty" if state.debtors else "turn"


def observe(state: State, seat: Seat | None) -> Json:
    """Show the table to a seat, or all hands to the open table."""
    (
        table, _, turn, turns, chips, sequences, hands, discards, pile, drawn, _,
        exchanged, passes, _, debtors, said, _,
    ) = state  # fmt: skip
    shown: dict[str, Json] = {
        "phase": phase(state),
        "turn": turn,
        "turns": turns,
        "dealer": table.host,
        "sides": table.sides,
        "needed": table.needed,
        "board": board_rows(chips),
        "sequences": _lines(sequences) if sequences else [],
        "discards": discards,
        "hand_sizes": [*map(len, hands)],
        "pile": len(pile) - drawn,
        "exchanged": exchanged,
        "passes": passes,
        "debtors": debtors,
        "said": _words(said) if said else [],
    }
    if seat is None:
        shown["hands"] = hands
    else:
        shown["hand"] = hands[seat]
    return shown


def _lines(sequences: tuple[Line, ...]) -> list[Json]:
    """Name the side and the cells of each sequence."""
    return [{"side": side, "cells": CELLS_IN_LINE[line]} for side, line in sequences]


def _words(said: tuple[Words, ...]) -> list[Json]:
    """Quote what is still in view."""
    return [{"turn": when, "seat": speaker, "text": text} for when, speaker, text in said]


class _Rows(dict[int, str]):
    """Rows of the board as text, by what is in them; filled in as needed, for rows recur."""

    def __missing__(self, row: int) -> str:
        if len(self) >= _MOST_ROWS:
            self.clear()
        text = self[row] = _half_row(row & (1 << WIDTH) - 1) + _half_row(row >> WIDTH)
        return text


@cache
def _half_row(half: int) -> str:
    """Write half a row as five signs."""
    cells = [half >> column for column in range(HALF)]
    return "".join(_SIGNS[cell & 1 | (cell >> HALF & 1) << 1 | (cell >> 2 * HALF & 1) << 2] for cell in cells)


_row: Final = _Rows().__getitem__


def board_rows(chips: tuple[int, ...]) -> list[str]:
    """Write the board as ten texts of ten signs: a side's number, "." for empty, "*" for a corner."""
    board = _CORNERS | chips[0] | chips[1] << HALF
    if len(chips) > 2:
        board |= chips[2] << 2 * HALF
    return [*map(_row, rows_of(board))]
