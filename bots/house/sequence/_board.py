"""The board of Sequence: cells are numbered 10 * row + column, lines are five cells."""

from typing import Any

SIZE = 10
LAYOUT = (  # noqa: SIM905 - a picture of the board is easier to check than a list
    "FREE 2S 3S 4S 5S 6S 7S 8S 9S FREE "
    "6C 5C 4C 3C 2C AH KH QH 10H 10S "
    "7C AS 2D 3D 4D 5D 6D 7D 9H QS "
    "8C KS 6C 5C 4C 3C 2C 8D 8H KS "
    "9C QS 7C 6H 5H 4H AH 9D 7H AS "
    "10C 10S 8C 7H 2H 3H KH 10D 6H 2D "
    "QC 9S 9C 8H 9H 10H QH QD 5H 3D "
    "KC 8S 10C QC KC AC AD KD 4H 4D "
    "AC 7S 6S 5S 4S 3S 2S 2H 3H 5D "
    "FREE AD KD QD 10D 9D 8D 7D 6D FREE"
).split()
CORNERS = (0, 9, 90, 99)
TWO_EYED = ("JC", "JD")
ONE_EYED = ("JH", "JS")
CELLS = {card: tuple(c for c, on in enumerate(LAYOUT) if on == card) for card in LAYOUT if card != "FREE"}
EMPTY = -1
FREE = -2


def _lines() -> list[tuple[int, ...]]:
    """List every five cells in a row, a column or a diagonal."""
    found = []
    for row in range(SIZE):
        for column in range(SIZE):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 4 * down < SIZE and 0 <= column + 4 * right < SIZE:
                    found.append(tuple(10 * (row + i * down) + column + i * right for i in range(5)))
    return found


LINES = tuple(_lines())
LINES_OF = tuple(tuple(i for i, line in enumerate(LINES) if cell in line) for cell in range(SIZE * SIZE))


def read_board(state: dict[str, Any]) -> list[int]:
    """Give the side on each cell, or EMPTY, or FREE for a corner."""
    signs = {".": EMPTY, "*": FREE}
    return [signs[sign] if sign in signs else int(sign) for row in state["board"] for sign in row]


def spent_lines(state: dict[str, Any]) -> dict[int, set[int]]:
    """For each side list the lines that share two chips with one of its sequences: they cannot count."""
    spent: dict[int, set[int]] = {}
    for sequence in state["sequences"]:
        chips = {10 * row + column for row, column in sequence["cells"]}.difference(CORNERS)
        touching = {line for cell in chips for line in LINES_OF[cell]}
        bad = {line for line in touching if len(chips.intersection(LINES[line])) > 1}
        spent.setdefault(sequence["side"], set()).update(bad)
    return spent


def cell_of(action: dict[str, Any]) -> int:
    """Give the cell that an action names."""
    row, column = action["at"]
    return 10 * row + column
