"""Everything that a page draws of a tournament, as plain data for templates; the cells of its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.tournaments.boxes import TONES, Box, Games, Side, box_of, mark
from arena.tournaments.trees import Tree, trees_of


@dataclass
class Drawing:
    """Everything a page draws of a tournament."""

    trees: list[Tree] = field(default_factory=list)
    rounds: list[tuple[int, list[Box]]] = field(default_factory=list)
    cross: list[dict[str, Any]] = field(default_factory=list)  # Swiss: a row for each entrant
    grids: list[dict[str, Any]] = field(default_factory=list)  # round robins: one for each group
    tables: list[tuple[int, list[Box]]] = field(default_factory=list)  # tables of each round


def drawing_of(
    plan: Mapping[str, Any], names: Mapping[int, str], games: Games, mine: frozenset[int] = frozenset()
) -> Drawing:
    """Draw a plan: as trees, cross tables, grids and tables, whatever it consists of; and as a list."""
    boxes = [box_of(pairing, names, games, mine) for pairing in plan.get("pairings", [])]
    pairings = {pairing["key"]: pairing for pairing in plan.get("pairings", [])}
    drawing = Drawing(
        trees=trees_of(boxes, pairings), rounds=_by_round(box for box in boxes if len(box.present) != 1)
    )
    stages = {box.stage for box in boxes}
    if "swiss" in stages:
        drawing.cross = _cross(plan, names, boxes)
    if "tables" in stages:
        drawing.tables = _by_round(box for box in boxes if box.stage == "tables")
    drawing.grids = _grids(plan, names, boxes)
    return drawing


def _by_round(boxes: Iterable[Box]) -> list[tuple[int, list[Box]]]:
    found: dict[int, list[Box]] = {}
    for box in boxes:
        found.setdefault(box.round, []).append(box)
    return sorted(found.items())


def _cross(plan: Mapping[str, Any], names: Mapping[int, str], boxes: Sequence[Box]) -> list[dict[str, Any]]:
    """Make a row for each entrant: what it did in each round, and against whom by place."""
    places = {line["entrant"]: line["place"] for line in plan["standings"]}
    cells: dict[tuple[int, int], dict[str, Any]] = {}
    last = max((box.round for box in boxes), default=0)
    for box in boxes:
        for side in box.present:
            other = next((one for one in box.present if one.entrant != side.entrant), None)
            cells[side.entrant or 0, box.round] = _cell(box, side, other, places)
    return [
        {"line": line, "name": names.get(line["entrant"], ""),
         "cells": [cells.get((line["entrant"], number)) for number in range(1, last + 1)]}
        for line in plan["standings"]
    ]  # fmt: skip


def _cell(box: Box, side: Side, other: Side | None, places: Mapping[int, int]) -> dict[str, Any]:
    said = mark(box, side, other)
    return {
        "mark": said, "tone": TONES.get(said, ""), "match": box.match, "other": other.name if other else "",
        "place": places.get(other.entrant or 0) if other else None, "state": box.state,
        "side": "" if other is None else ("1" if box.sides[0].entrant == side.entrant else "2"),
    }  # fmt: skip


def _grids(plan: Mapping[str, Any], names: Mapping[int, str], boxes: Sequence[Box]) -> list[dict[str, Any]]:
    """Make a grid of everybody against everybody, for a round robin or for each group."""
    groups = dict(plan.get("tables", {}))
    if any(box.stage == "round robin" for box in boxes):
        groups[""] = plan["standings"]
    return [_grid(name, lines, names, boxes) for name, lines in groups.items()]


def _grid(
    name: str, lines: Sequence[Mapping[str, Any]], names: Mapping[int, str], boxes: Sequence[Box]
) -> dict[str, Any]:
    stage = f"group {name}" if name else "round robin"
    met: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for box in boxes:
        if box.stage != stage or len(box.present) != 2:
            continue
        one, other = box.sides
        for mine, theirs in ((one, other), (other, one)):
            said = mark(box, mine, theirs)
            tone = TONES.get(said, "")
            cell = {"mark": said, "tone": tone, "match": box.match, "other": theirs.name}
            met.setdefault((mine.entrant or 0, theirs.entrant or 0), []).append(cell)
    order = [line["entrant"] for line in lines]
    rows = [
        {
            "line": line,
            "name": names.get(line["entrant"], ""),
            "cells": _cells_of(line["entrant"], order, met),
        }
        for line in lines
    ]
    return {"name": name, "rows": rows}


def _cells_of(entrant: int, order: Sequence[int], met: Mapping[tuple[int, int], Any]) -> list[Any]:
    """List the meetings with each of the others; None on the diagonal."""
    return [None if other == entrant else met.get((entrant, other), []) for other in order]
