"""Rule 5: which lines of five are sequences, and how near a side is to another."""

from __future__ import annotations

from collections.abc import Iterable

from games.sequence.board import BIT, CHIPS, CORNERS, LINES, LINES_THROUGH, REACHES


def full_lines(own: int, cell: int) -> list[int]:
    """Find the lines of five through a cell that are full; `own` holds the side's chips and the corners."""
    one, two, three, four = REACHES[cell]
    if (
        (own & one).bit_count() > 4
        or (own & two).bit_count() > 4
        or (own & three).bit_count() > 4
        or (own & four).bit_count() > 4
    ):
        return [line for line in LINES_THROUGH[cell] if own & line == line]
    return []


def may_count(line: int, earlier: Iterable[int]) -> bool:
    """Rule 5.3: a sequence shares one chip at most with each other one of its side; corners are free."""
    chips = line & CHIPS
    return all((chips & other).bit_count() < 2 for other in earlier)


def completed(full: list[int], earlier: tuple[int, ...], named: int = 0) -> tuple[int, ...]:
    """Rules 5.4 and 5.5: which of the full lines through a new chip count, in the order they are taken.

    `earlier` are the side's sequences so far. A `named` line, one of `choices`, is taken first.
    """
    taken: tuple[int, ...] = (named,) if named else ()
    while ways := [line for line in full if line not in taken and may_count(line, earlier + taken)]:
        taken += (_first_way(ways, earlier + taken),)
    return taken


def choices(chips: int, cell: int, earlier: tuple[int, ...]) -> list[int]:
    """List the lines that a chip placed on `cell` may be said to complete."""
    own = chips | BIT[cell] | CORNERS
    return [line for line in full_lines(own, cell) if may_count(line, earlier)]


def _first_way(ways: list[int], earlier: tuple[int, ...]) -> int:
    """Rule 5.4: the fewest chips shared with earlier sequences, then the first in reading order."""
    shared = 0
    for line in earlier:
        shared |= line
    shared &= CHIPS
    return min(ways, key=lambda line: ((line & shared).bit_count(), LINES.index(line)))


def longest_open_line(own: int, opposing: int, sequences: tuple[int, ...]) -> int:
    """Rule 6.4: the most own chips, corners counting, in a line that can still become a sequence."""
    held = own | CORNERS
    return max(
        ((held & line).bit_count() for line in LINES if not line & opposing and may_count(line, sequences)),
        default=0,
    )
