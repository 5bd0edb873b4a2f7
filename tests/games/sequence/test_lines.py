"""Rule 5, and an oracle that knows nothing of bit masks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import IllegalActionError
from games.sequence.board import AT, BIT, CHIPS, CORNERS, LINES, cells_in
from games.sequence.lines import completed, full_lines, longest_open_line
from tests.games.sequence.positions import at_turn, kinds, mask, place, play, row, start

Cell = tuple[int, int]
CORNER_CELLS = {(0, 0), (0, 9), (9, 0), (9, 9)}


def fives() -> list[frozenset[Cell]]:
    """Find all lines by walking five steps from every cell in every direction."""
    found = set()
    for r in range(10):
        for c in range(10):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + i * down, c + i * right) for i in range(5)]
                if all(0 <= x < 10 and 0 <= y < 10 for x, y in line):
                    found.add(frozenset(line))
    return sorted(found, key=sorted)


FIVES = fives()


def oracle(own: set[Cell], placed: Cell, earlier: list[frozenset[Cell]]) -> list[frozenset[Cell]]:
    """Take sequences one by one, trying every line of the board."""
    taken: list[frozenset[Cell]] = []
    while True:
        known = earlier + taken
        ways = []
        for line in FIVES:
            fits = all(len((line & other) - CORNER_CELLS) <= 1 for other in known)
            if placed in line and line <= own | CORNER_CELLS and line not in known and fits:
                shared = {cell for other in known for cell in line & other if cell not in CORNER_CELLS}
                ways.append((len(shared), sorted(line)))
        if not ways:
            return taken
        taken.append(frozenset(min(ways)[1]))


def to_cells(bits: int) -> frozenset[Cell]:
    return frozenset(AT[cell] for cell in cells_in(bits))


def test_there_are_192_lines() -> None:
    assert {to_cells(line) for line in LINES} == set(FIVES)
    assert len(LINES) == 192


@given(st.integers(0, CHIPS), st.integers(0, CHIPS), st.sampled_from(cells_in(CHIPS)), st.data())
def test_sequences_equal_the_brute_force_search(a: int, b: int, cell: int, data: st.DataObject) -> None:
    own = ((a | b) & CHIPS) | BIT[cell]
    pool = [line for line in LINES if not line & BIT[cell]]
    earlier = tuple(data.draw(st.lists(st.sampled_from(pool), max_size=2, unique=True)))
    for line in earlier:
        own |= line & CHIPS
    found = completed(full_lines(own | CORNERS, cell), earlier)
    expected = oracle(set(to_cells(own)), AT[cell], [to_cells(line) for line in earlier])
    assert [to_cells(line) for line in found] == expected


@given(st.integers(0, CHIPS), st.integers(0, CHIPS), st.lists(st.sampled_from(LINES), max_size=2))
def test_longest_open_line_equals_the_brute_force_search(a: int, b: int, lines: list[int]) -> None:
    own, opposing = a & CHIPS, b & CHIPS & ~a
    best = 0
    for line in FIVES:
        fits = all(len((line & to_cells(other)) - CORNER_CELLS) <= 1 for other in lines)
        if fits and not line & to_cells(opposing):
            best = max(best, len(line & (to_cells(own) | CORNER_CELLS)))
    assert longest_open_line(own, opposing, tuple(lines)) == best


@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)])
def test_rule_5_1_five_in_a_straight_line(step: Cell) -> None:
    cells = [(3 + i * step[0], 4 + i * step[1]) for i in range(5)]
    state = at_turn(start(), "JC", chips=(mask(*cells[:4]), 0))
    after, events = play(state, place("JC", cells[4]))
    assert after.sequences == ((0, mask(*cells)),)
    assert kinds(events) == ["place", "sequence", "draw"]


@pytest.mark.parametrize("side", [0, 1])
def test_rule_5_1_corners_count_for_every_side(side: int) -> None:
    chips = [0, 0]
    chips[side] = row(0, 1, 2, 3)
    state = at_turn(start(), "JC", turn=side, chips=tuple(chips))
    assert play(state, place("JC", (0, 4)))[0].sequences == ((side, row(0, 0, 1, 2, 3, 4)),)


def test_rule_5_2_only_a_new_chip_completes_a_sequence() -> None:
    state = at_turn(start(), "JC", chips=(row(4, 0, 1, 2, 3, 4), 0))
    assert play(state, place("JC", (8, 8)))[0].sequences == ()


def test_rule_5_3_sequences_share_one_chip_at_most() -> None:
    first = row(4, 0, 1, 2, 3, 4)
    six = at_turn(start(), "JC", chips=(first | row(4, 5, 6), 0), sequences=((0, first),))
    assert len(play(six, place("JC", (4, 7)))[0].sequences) == 1
    nine = at_turn(start(), "JC", chips=(first | row(4, 5, 6, 7), 0), sequences=((0, first),))
    assert play(nine, place("JC", (4, 8)))[0].sequences[1] == (0, row(4, 4, 5, 6, 7, 8))


def test_rule_5_3_a_corner_is_not_shared() -> None:
    first = row(0, 0, 1, 2, 3, 4)
    cells = [(1, 0), (2, 0), (3, 0)]
    state = at_turn(start(), "JC", chips=(first & CHIPS | mask(*cells), 0), sequences=((0, first),))
    assert len(play(state, place("JC", (4, 0)))[0].sequences) == 2


def test_rule_5_4_the_fewest_shared_chips_then_reading_order() -> None:
    seven = at_turn(start(), "JC", chips=(row(4, 1, 2, 3, 5, 6, 7), 0))
    assert play(seven, place("JC", (4, 4)))[0].sequences == ((0, row(4, 1, 2, 3, 4, 5)),)
    earlier = mask(*((r, 1) for r in range(3, 8)))
    chips = earlier | row(4, 2, 3, 5, 6)
    shared = at_turn(start(teams=2), "JC", chips=(chips, 0), sequences=((0, earlier),))
    assert play(shared, place("JC", (4, 4)))[0].sequences[1] == (0, row(4, 2, 3, 4, 5, 6))


def test_rule_5_5_all_that_a_chip_completes_counts() -> None:
    cross = row(4, 2, 3, 5, 6) | mask((2, 4), (3, 4), (5, 4), (6, 4))
    after, events = play(at_turn(start(), "JC", chips=(cross, 0)), place("JC", (4, 4)))
    assert kinds(events) == ["place", "sequence", "sequence", "win"]
    assert len(after.sequences) == 2
    nine = at_turn(start(), "JC", chips=(row(4, 0, 1, 2, 3, 5, 6, 7, 8), 0))
    lines = [line for _, line in play(nine, place("JC", (4, 4)))[0].sequences]
    assert lines == [row(4, 0, 1, 2, 3, 4), row(4, 4, 5, 6, 7, 8)]
    assert all((a & b).bit_count() == 1 for a, b in pairwise(lines))


def test_rule_5_6_a_placing_may_name_its_sequence() -> None:
    state = at_turn(start(), "JC", chips=(row(4, 1, 2, 3, 5, 6, 7), 0))
    named = [[4, 7], [4, 3], [4, 4], [4, 6], [4, 5]]
    after, _ = play(state, place("JC", (4, 4), sequence=named))
    assert after.sequences == ((0, row(4, 3, 4, 5, 6, 7)),)
    for wrong in ([[4, 0], [4, 1], [4, 2], [4, 3], [4, 4]], [[0, 0], [1, 5], [2, 2], [3, 3], [4, 4]]):
        with pytest.raises(IllegalActionError, match=r"\[4, 1\], \[4, 2\]"):
            play(state, place("JC", (4, 4), sequence=wrong))
    with pytest.raises(IllegalActionError, match="the chip completes none"):
        play(state, place("JC", (8, 8), sequence=named))


def test_rule_5_6_a_named_sequence_must_not_share_two_chips() -> None:
    first = row(4, 0, 1, 2, 3, 4)
    state = at_turn(start(), "JC", chips=(first, 0), sequences=((0, first),))
    with pytest.raises(IllegalActionError, match="the chip completes none"):
        play(state, place("JC", (4, 5), sequence=[[4, c] for c in range(1, 6)]))


def test_rule_5_7_a_sequence_that_loses_a_chip_is_void() -> None:
    line, other = row(4, 0, 1, 2, 3, 4), row(8, 0, 1, 2, 3, 4)
    chips = (0, line | other)
    state = at_turn(start(advanced=True), "JS", chips=chips, sequences=((1, line), (1, other)))
    after, events = play(state, {"do": "remove", "card": "JS", "at": [4, 2]})
    assert after.sequences == ((1, other),)
    assert kinds(events) == ["remove", "void", "draw"]


def test_rule_5_8_what_remains_of_a_longer_line_is_no_sequence_yet() -> None:
    line = row(4, 0, 1, 2, 3, 4)
    state = at_turn(start(advanced=True), "JS", chips=(0, line | row(4, 5)), sequences=((1, line),))
    broken, _ = play(state, {"do": "remove", "card": "JS", "at": [4, 0]})
    assert broken.sequences == ()
    later, _ = play(at_turn(broken, "JC", turn=1), place("JC", (8, 8)))
    assert later.sequences == ()
    again, _ = play(at_turn(broken, "JC", turn=1), place("JC", (4, 6)))
    assert again.sequences == ((1, row(4, 2, 3, 4, 5, 6)),)
