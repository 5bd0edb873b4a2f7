"""Where the boxes of a bracket stand, and the lines between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from arena.tournaments.boxes import LINE, Box

COLUMN, BOX, GAP, TOP = 232, 196, 20, 16
_SECTIONS = (
    ("bracket", ("bracket", "third place")),
    ("winners", ("winners", "final")),
    ("losers", ("losers",)),
    ("knockout", ("knockout", "third place")),
    ("heats", ("heats", "final")),
)

Pairings = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Tree:
    """One bracket: boxes, the lines between them, and a heading for each column."""

    name: str
    width: int
    height: int
    boxes: tuple[Box, ...]
    wires: tuple[str, ...]
    headings: tuple[str, ...]


def trees_of(boxes: Sequence[Box], pairings: Pairings) -> list[Tree]:
    """Draw every bracket that a plan consists of; byes are left out, and take no room."""
    shown = [box for box in boxes if box.decision != "bye"]
    stages = {box.stage for box in shown}
    return [
        _tree(name, [box for box in shown if box.stage in parts], pairings)
        for name, parts in _SECTIONS
        if name in stages or (name == "heats" and stages == {"final"})  # one table that holds everybody
    ]


def _tree(name: str, boxes: Sequence[Box], pairings: Pairings) -> Tree:
    rounds = sorted({box.round for box in boxes})
    layout = _Layout(
        {box.key: box for box in boxes},
        {box.key: _sources(box, pairings) for box in boxes},
        {number: index * COLUMN for index, number in enumerate(rounds)},
    )
    placed = layout.place_all()
    return Tree(
        name=name, width=len(rounds) * COLUMN - (COLUMN - BOX) + 2, height=max(layout.bottoms.values()),
        boxes=tuple(placed[box.key] for box in boxes), wires=tuple(_wires(placed, pairings)),
        headings=tuple(_heading(name, number, rounds, boxes) for number in rounds),
    )  # fmt: skip


def _sources(box: Box, pairings: Pairings) -> list[str]:
    """List the pairings whose lines lead into a box: none into a heat, which draws from everywhere."""
    origins = [slot["origin"] for slot in pairings[box.key]["slots"] if slot["origin"] is not None]
    return [] if _is_heat(box) else [ref["key"] for ref in origins if ref["place"] == 1]


def _is_heat(box: Box) -> bool:
    return box.key.startswith("H")


def _is_apart(box: Box) -> bool:
    """Tell whether a box stands by its column alone, under the one before."""
    return _is_heat(box) or box.stage == "third place"


@dataclass
class _Layout:
    """Places boxes from the roots: each between those it draws from, the others one below another."""

    boxes: Mapping[str, Box]
    sources: Mapping[str, list[str]]
    columns: Mapping[int, int]  # x of each round
    placed: dict[str, Box] = field(default_factory=dict)
    bottoms: dict[int, int] = field(default_factory=dict)  # of each column
    free: int = TOP

    def place_all(self) -> dict[str, Box]:
        drawn_from = {key for keys in self.sources.values() for key in keys}
        roots = [box for key, box in self.boxes.items() if key not in drawn_from]
        for root in sorted(roots, key=lambda box: box.stage == "third place"):
            self._place(root.key)
        return self.placed

    def _place(self, key: str) -> None:
        box = self.boxes[key]
        before = [one for one in dict.fromkeys(self.sources[key]) if one in self.boxes]
        for one in before:
            if one not in self.placed:
                self._place(one)
        y = max(self._wanted(box, [self.placed[one] for one in before]), self._bottom(box))
        self.bottoms[box.round] = y + box.height + GAP
        if not before and not _is_apart(box):
            self.free = self.bottoms[box.round]
        self.placed[key] = replace(box, x=self.columns[box.round], y=y)

    def _wanted(self, box: Box, before: Sequence[Box]) -> int:
        if before:
            return round(sum(one.y + one.height / 2 for one in before) / len(before) - box.height / 2)
        return TOP if _is_apart(box) else self.free

    def _bottom(self, box: Box) -> int:
        return self.bottoms.get(box.round, TOP)


def _heading(name: str, number: int, rounds: Sequence[int], boxes: Sequence[Box]) -> str:
    """Name a column by its round, and by what is played in it where that has a name."""
    title = _("Round %(number)s") % {"number": number}
    keys = [box.key for box in boxes if box.round == number and box.stage == "final"]
    left = len(rounds) - rounds.index(number) if name in ("bracket", "knockout") else 0
    known = {1: _("final"), 2: _("semifinals"), 3: _("quarterfinals")}.get(left, "")
    if keys:
        known = _("second final") if keys[0].startswith("F2") else _("final")
    return f"{title} · {known}" if known else title


def _wires(placed: Mapping[str, Box], pairings: Pairings) -> list[str]:
    """Draw a line from each box to the seat that its winner takes."""
    wires = []
    for box in placed.values():
        for index, slot in enumerate(pairings[box.key]["slots"]):
            origin = slot["origin"]
            source = placed.get(origin["key"]) if origin is not None else None
            if source is None or source.x >= box.x or origin["place"] > 1 or _is_heat(box):
                continue
            start, end = source.y + source.height // 2, box.y + index * LINE + LINE // 2
            bend = box.x - (COLUMN - BOX) // 2
            wires.append(f"M{source.x + BOX} {start}H{bend}V{end}H{box.x}")
    return wires
