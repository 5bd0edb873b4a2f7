"""Where the boxes of a bracket stand, and what is in the cells of a table: plain data for templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

COLUMN, BOX, LINE, GAP, HEAD = 232, 196, 26, 20, 46
_SECTIONS = (
    ("bracket", ("bracket", "third place")),
    ("winners", ("winners", "final")),
    ("losers", ("losers",)),
    ("knockout", ("knockout", "third place")),
    ("heats", ("heats", "final")),
)


@dataclass(frozen=True, slots=True)
class Side:
    """A line of a box."""

    entrant: int | None
    name: str
    y: int = 0
    is_winner: bool = False
    is_out: bool = False
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A pairing as it is drawn."""

    key: str
    round: int
    stage: str
    sides: tuple[Side, ...]
    state: str  # decided, playing, ready, open
    decision: str | None
    matches: tuple[dict[str, Any], ...]
    if_needed: bool = False
    x: int = 0
    y: int = 0

    @property
    def height(self) -> int:
        """Give the height of the box."""
        return LINE * len(self.sides)

    @property
    def match(self) -> int | None:
        """Name the match to look at: the last one of the series."""
        return self.matches[-1]["match"] if self.matches else None

    @property
    def ranked(self) -> list[Side]:
        """List the sides by rank, as far as there are ranks."""
        return sorted(self.sides, key=lambda side: side.rank or 99)


@dataclass(frozen=True, slots=True)
class Tree:
    """One bracket: boxes, the lines between them, and headings."""

    name: str
    width: int
    height: int
    boxes: tuple[Box, ...]
    wires: tuple[str, ...]
    columns: tuple[tuple[int, int], ...]  # x and round


@dataclass
class Drawing:
    """Everything a page draws of a tournament."""

    trees: list[Tree] = field(default_factory=list)
    rounds: list[tuple[int, list[Box]]] = field(default_factory=list)
    cross: list[dict[str, Any]] = field(default_factory=list)  # Swiss: a row for each entrant
    grids: list[dict[str, Any]] = field(default_factory=list)  # round robins: one for each group
    tables: list[tuple[int, list[Box]]] = field(default_factory=list)  # tables of each round


Games = Mapping[str, Sequence[Mapping[str, Any]]]


def drawing_of(plan: Mapping[str, Any], names: Mapping[int, str], games: Games) -> Drawing:
    """Draw a plan: as trees, cross tables, grids and tables, whatever it consists of; and as a list."""
    boxes = [_box(pairing, names, games) for pairing in plan.get("pairings", [])]
    pairings = {pairing["key"]: pairing for pairing in plan.get("pairings", [])}
    drawing = Drawing(rounds=_by_round(box for box in boxes if len(_present(box)) != 1))
    stages = {box.stage for box in boxes}
    for name, parts in _SECTIONS:
        if name in stages:
            drawing.trees.append(_tree(name, [box for box in boxes if box.stage in parts], pairings))
    if "swiss" in stages:
        drawing.cross = _cross(plan, names, boxes)
    if "tables" in stages:
        drawing.tables = _by_round(box for box in boxes if box.stage == "tables")
    drawing.grids = _grids(plan, names, boxes)
    return drawing


def _present(box: Box) -> list[Side]:
    return [side for side in box.sides if side.name]


def _by_round(boxes: Iterable[Box]) -> list[tuple[int, list[Box]]]:
    found: dict[int, list[Box]] = {}
    for box in boxes:
        found.setdefault(box.round, []).append(box)
    return sorted(found.items())


def _box(pairing: Mapping[str, Any], names: Mapping[int, str], games: Games) -> Box:
    matches = tuple(dict(game) for game in games.get(pairing["key"], ()))
    ranks = iter(pairing["ranks"])
    sides = []
    for index, slot in enumerate(pairing["slots"]):
        entrant = slot["entrant"]
        rank = next(ranks, None) if entrant is not None else None
        sides.append(Side(
            entrant=entrant, name=names.get(entrant, "") if entrant is not None else hint(slot["origin"]),
            y=index * LINE, is_winner=entrant is not None and pairing["order"][:1] == [entrant],
            is_out=entrant in pairing["absent"], rank=rank,
        ))  # fmt: skip
    return Box(
        key=pairing["key"], round=pairing["round"], stage=pairing["stage"], sides=tuple(sides),
        state=_state(pairing, matches), decision=pairing["decision"], matches=matches,
        if_needed=pairing["if_needed"],
    )  # fmt: skip


def hint(origin: Mapping[str, Any] | None) -> str:
    """Name the place from which somebody will come; nothing for an empty seat."""
    if origin is None:
        return ""
    key, place = origin["key"], origin["place"]
    if key.startswith("G"):
        return _("Group %(name)s, place %(place)s") % {"name": key[1:], "place": place}
    if key.startswith("H"):
        return _("%(key)s, place %(place)s") % {"key": key, "place": place}
    return (_("winner of %(key)s") if place == 1 else _("loser of %(key)s")) % {"key": key}


def _state(pairing: Mapping[str, Any], matches: Sequence[Mapping[str, Any]]) -> str:
    if pairing["decision"] is not None:
        return "decided"
    if any(match["status"] == "running" for match in matches):
        return "playing"
    return "ready" if pairing["ready"] else "open"


def _tree(name: str, boxes: Sequence[Box], pairings: Mapping[str, Mapping[str, Any]]) -> Tree:
    """Place boxes in columns by round, each between those it draws from; byes keep their room, unseen."""
    rounds = sorted({box.round for box in boxes})
    bottoms = dict.fromkeys(rounds, HEAD)
    placed: dict[str, Box] = {}
    for box in sorted(boxes, key=lambda box: (box.round, box.stage == "third place")):
        at = [placed[ref["key"]] for ref in _origins(pairings[box.key]) if ref["key"] in placed]
        middle = sum(one.y + one.height / 2 for one in at) / len(at) if at else 0
        y = max(bottoms[box.round], round(middle - box.height / 2))
        bottoms[box.round] = y + box.height + GAP
        placed[box.key] = _moved(box, rounds.index(box.round) * COLUMN, y)
    shown = [box for box in placed.values() if box.decision != "bye"]
    return Tree(
        name=name, width=len(rounds) * COLUMN - (COLUMN - BOX) + 2, height=max(bottoms.values()),
        boxes=tuple(shown), wires=tuple(_wires(shown, pairings)),
        columns=tuple((index * COLUMN, number) for index, number in enumerate(rounds)),
    )  # fmt: skip


def _origins(pairing: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [slot["origin"] for slot in pairing["slots"] if slot["origin"] is not None]


def _moved(box: Box, x: int, y: int) -> Box:
    return Box(
        box.key, box.round, box.stage, box.sides, box.state, box.decision, box.matches, box.if_needed, x, y
    )


def _wires(boxes: Sequence[Box], pairings: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Draw a line from each box to the seat that its winner takes."""
    by_key = {box.key: box for box in boxes}
    wires = []
    for box in boxes:
        for index, slot in enumerate(pairings[box.key]["slots"]):
            origin = slot["origin"]
            source = by_key.get(origin["key"]) if origin is not None else None
            if source is None or source.x >= box.x or (origin["place"] > 1 and box.stage != "heats"):
                continue
            start, end = source.y + source.height // 2, box.y + index * LINE + LINE // 2
            bend = box.x - (COLUMN - BOX) // 2
            wires.append(f"M{source.x + BOX} {start}H{bend}V{end}H{box.x}")
    return wires


def _cross(plan: Mapping[str, Any], names: Mapping[int, str], boxes: Sequence[Box]) -> list[dict[str, Any]]:
    """Make a row for each entrant: what it did in each round, and against whom by place."""
    places = {line["entrant"]: line["place"] for line in plan["standings"]}
    cells: dict[tuple[int, int], dict[str, Any]] = {}
    last = max((box.round for box in boxes), default=0)
    for box in boxes:
        for side in _present(box):
            other = next((one for one in _present(box) if one.entrant != side.entrant), None)
            cells[side.entrant or 0, box.round] = _cell(box, side, other, places)
    return [
        {"line": line, "name": names.get(line["entrant"], ""),
         "cells": [cells.get((line["entrant"], number)) for number in range(1, last + 1)]}
        for line in plan["standings"]
    ]  # fmt: skip


def _cell(box: Box, side: Side, other: Side | None, places: Mapping[int, int]) -> dict[str, Any]:
    return {
        "mark": _mark(box, side, other), "match": box.match, "other": other.name if other else "",
        "place": places.get(other.entrant or 0) if other else None, "state": box.state,
        "side": "" if other is None else ("1" if box.sides[0].entrant == side.entrant else "2"),
    }  # fmt: skip


def _mark(box: Box, side: Side, other: Side | None) -> str:
    if box.state != "decided":
        return "…"
    if other is None:
        return _("bye")
    if box.decision == "walkover":
        return "+" if side.is_winner else "−"
    mine, theirs = side.rank or 0, other.rank or 0
    return "½" if mine == theirs else ("1" if mine < theirs else "0")


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
        if box.stage != stage or len(_present(box)) != 2:
            continue
        one, other = box.sides
        for mine, theirs in ((one, other), (other, one)):
            cell = {"mark": _mark(box, mine, theirs), "match": box.match, "other": theirs.name}
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
