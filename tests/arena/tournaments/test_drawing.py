"""What pages draw of a plan: boxes that never cover each other, and what every side has taken."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from arena.tournaments.boxes import Box, halves
from arena.tournaments.drawing import Drawing, drawing_of
from arena.tournaments.pairing.formats import preview
from arena.tournaments.pairing.plan import Plan, Result, Settings
from arena.tournaments.snapshot import snapshot
from tests.arena.tournaments.pairing.simulation import EVERY_FORMAT, Tournament, by_strength, entrants, played

TREES = [
    one for one in EVERY_FORMAT if one.format.endswith("elimination") or one.format in ("groups", "heats")
]


def _drawn(plan: Plan, games: Any = None, **given: Any) -> Drawing:
    return drawing_of(
        snapshot(plan), {number: f"bot-{number}" for number in range(200)}, games or {}, **given
    )


@pytest.mark.parametrize("chosen", TREES, ids=lambda chosen: chosen.format)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 8, 33, 64, 130])
def test_boxes_stand_apart_and_between_those_they_draw_from(chosen: Settings, count: int) -> None:
    for plan in (preview(chosen, count), played(chosen, count, by_strength)):
        for tree in _drawn(plan).trees:
            assert len(tree.headings) == len({box.x for box in tree.boxes})
            assert max(box.y + box.height for box in tree.boxes) <= tree.height
            assert max(box.x for box in tree.boxes) < tree.width
            for upper, lower in pairwise(sorted(tree.boxes, key=lambda box: (box.x, box.y))):
                assert upper.x != lower.x or upper.y + upper.height < lower.y
            if chosen.format != "heats":
                _each_is_between(tree.boxes, plan)


def _each_is_between(boxes: tuple[Box, ...], plan: Plan) -> None:
    placed = {box.key: box for box in boxes}
    for box in boxes:
        origins = [slot.origin for slot in plan.pairing(box.key).slots if slot.origin is not None]
        before = [placed[one.key].y for one in origins if one.place == 1 and one.key in placed]
        assert not before or abs(box.y - sum(before) / len(before)) <= 1


def test_byes_take_no_room() -> None:
    full, larger = (_drawn(preview(Settings(), count)).trees[0].height for count in (128, 130))
    assert larger == full
    [tree] = _drawn(preview(Settings(), 130)).trees
    assert [box.key for box in tree.boxes if box.round == 1] == ["W1.2", "W1.66"]


def test_columns_say_what_is_played_in_them() -> None:
    [tree] = _drawn(preview(Settings(), 8)).trees
    assert tree.headings == ("Round 1 · quarterfinals", "Round 2 · semifinals", "Round 3 · final")
    winners, losers = _drawn(preview(Settings(format="double_elimination"), 4)).trees
    assert winners.headings == ("Round 1", "Round 2", "Round 4 · final", "Round 5 · second final")
    assert losers.headings == ("Round 2", "Round 3")


def _marks(box: Box) -> list[str]:
    return [side.mark for side in box.sides]


def test_a_side_shows_what_it_has_taken() -> None:
    tournament = Tournament(Settings(best_of=3), entrants(4), [Result("W1.1", {1: 1, 4: 2})])
    tournament.withdraw(2, 1)

    def game(one: int, other: int) -> dict[str, Any]:
        return {"number": 1, "match": 1, "status": "finished", "ranks": {1: one, 4: other}}

    under_way = {"number": 4, "match": 2, "status": "running", "ranks": {}}
    games = {"W1.1": [game(1, 2), game(2, 1), game(1, 1), under_way]}
    drawing = _drawn(tournament.plan(), games, mine=frozenset({4}))
    first, walkover, final = drawing.trees[0].boxes
    assert _marks(first) == ["1½", "1½"]
    assert [side.is_mine for side in first.sides] == [False, True]
    assert _marks(walkover) == ["−", "+"]
    assert _marks(final) == ["", ""]


def test_at_a_table_the_place_is_shown() -> None:
    [tree] = _drawn(played(Settings(format="heats", table_size=4), 4, by_strength)).trees
    assert _marks(tree.boxes[0]) == ["1", "2", "3", "4"]


@pytest.mark.parametrize(("value", "words"), [("0", "0"), ("1/2", "½"), ("2", "2"), ("5/2", "2½")])
def test_halves(value: str, words: str) -> None:
    assert halves(Fraction(value)) == words
