"""The board, the cards and the lines of five, as bit masks: 16 bits for half a row, of which five are used.

A cell is 10 * row + column, and BIT[cell] its bit.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from struct import Struct
from typing import Final

SIZE: Final = 10
HALF: Final = SIZE // 2
WIDTH: Final = 16  # bits a half row: cut quickly, and room for the chips of three sides beside each other
_ROWS: Final = Struct(f"<{SIZE}I")
_HALVES: Final = Struct(f"<{2 * SIZE}H")
FREE: Final = "FREE"

# Rule 1.2: rows from the top, cells from the left.
LAYOUT: Final = tuple(
    tuple(row.split())
    for row in (
        "FREE 2S 3S 4S 5S 6S 7S 8S 9S FREE",
        "6C 5C 4C 3C 2C AH KH QH 10H 10S",
        "7C AS 2D 3D 4D 5D 6D 7D 9H QS",
        "8C KS 6C 5C 4C 3C 2C 8D 8H KS",
        "9C QS 7C 6H 5H 4H AH 9D 7H AS",
        "10C 10S 8C 7H 2H 3H KH 10D 6H 2D",
        "QC 9S 9C 8H 9H 10H QH QD 5H 3D",
        "KC 8S 10C QC KC AC AD KD 4H 4D",
        "AC 7S 6S 5S 4S 3S 2S 2H 3H 5D",
        "FREE AD KD QD 10D 9D 8D 7D 6D FREE",
    )
)

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # rule 2.2: aces are high
SUITS: Final = ("C", "D", "H", "S")
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
DECK: Final = CARDS + CARDS
STRENGTH: Final = {rank + suit: strength for strength, rank in enumerate(RANKS) for suit in SUITS}
TWO_EYED: Final = frozenset(("JC", "JD"))
ONE_EYED: Final = frozenset(("JH", "JS"))
JACKS: Final = TWO_EYED | ONE_EYED

AT: Final = tuple(divmod(cell, SIZE) for cell in range(SIZE * SIZE))  # a cell as (row, column)
BIT: Final = tuple(1 << cell // HALF * WIDTH + cell % HALF for cell in range(SIZE * SIZE))
CORNERS: Final = sum(BIT[cell] for cell in (0, 9, 90, 99))
CHIPS: Final = sum(BIT) ^ CORNERS  # every cell that a chip can stand on
CELLS_OF: Final[dict[str, tuple[int, ...]]] = {
    card: tuple(cell for cell, (row, column) in enumerate(AT) if LAYOUT[row][column] == card)
    for card in CARDS
    if card not in JACKS
}
MASK_OF: Final = {card: sum(BIT[cell] for cell in cells) for card, cells in CELLS_OF.items()}


def cells_in(mask: int) -> tuple[int, ...]:
    """List the cells of a mask in reading order."""
    return tuple(cell for cell, bit in enumerate(BIT) if mask & bit)


def rows_of(mask: int) -> tuple[int, ...]:
    """Cut a mask into its ten rows."""
    return _ROWS.unpack(mask.to_bytes(_ROWS.size, "little"))


def half_rows_of(mask: int) -> tuple[int, ...]:
    """Cut a mask into its twenty half rows."""
    return _HALVES.unpack(mask.to_bytes(_HALVES.size, "little"))


def _fives(step: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """List every five cells in a row along one direction, each in reading order."""
    down, right = step
    starts = [(row, column) for row, column in AT if row + 4 * down < SIZE and 0 <= column + 4 * right < SIZE]
    return tuple(tuple((r + i * down) * SIZE + c + i * right for i in range(5)) for r, c in starts)


_DIRECTIONS: Final = tuple(_fives(step) for step in ((0, 1), (1, -1), (1, 0), (1, 1)))
# Every line of five in the order of rule 5.4: by first cell, then by the cells that follow.
LINES: Final = tuple(
    sum(BIT[cell] for cell in line) for line in sorted(line for lines in _DIRECTIONS for line in lines)
)
CELLS_IN_LINE: Final = {line: tuple(AT[cell] for cell in cells_in(line)) for line in LINES}


def _through(cell: int, direction: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """List the lines through a cell along one direction."""
    return tuple(sum(BIT[c] for c in line) for line in direction if cell in line)


_THROUGH: Final = tuple(tuple(_through(cell, lines) for lines in _DIRECTIONS) for cell in range(SIZE * SIZE))
LINES_THROUGH: Final = tuple(tuple(line for lines in ways for line in lines) for ways in _THROUGH)
# For each cell, along each of the four directions: all cells that lines through it have.
REACHES: Final = tuple(tuple(reduce(or_, lines, 0) for lines in ways) for ways in _THROUGH)
