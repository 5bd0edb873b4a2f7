"""A pairing as it is drawn: who plays, how it stands, and which matches it consists of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

LINE = 26  # height of a side

Games = Mapping[str, Sequence[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Side:
    """A line of a box; `mark` is what it has taken: points of a duel, or its place at a table."""

    entrant: int | None
    name: str
    y: int = 0
    is_winner: bool = False
    is_out: bool = False
    is_mine: bool = False
    rank: int | None = None
    mark: str = ""


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

    @property
    def present(self) -> list[Side]:
        """List the sides that are somebody's, or will be."""
        return [side for side in self.sides if side.name]


def box_of(
    pairing: Mapping[str, Any], names: Mapping[int, str], games: Games, mine: frozenset[int] = frozenset()
) -> Box:
    """Draw a pairing."""
    matches = tuple(dict(game) for game in games.get(pairing["key"], ()))
    ranks = iter(pairing["ranks"])
    sides = []
    for index, slot in enumerate(pairing["slots"]):
        entrant = slot["entrant"]
        rank = next(ranks, None) if entrant is not None else None
        sides.append(Side(
            entrant=entrant, name=names.get(entrant, "") if entrant is not None else hint(slot["origin"]),
            y=index * LINE, is_winner=entrant is not None and pairing["order"][:1] == [entrant],
            is_out=entrant in pairing["absent"], is_mine=entrant in mine, rank=rank,
            mark=_taken(pairing, matches, entrant, rank),
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


def _taken(
    pairing: Mapping[str, Any], matches: Sequence[Mapping[str, Any]], entrant: int | None, rank: int | None
) -> str:
    """Say what a side has taken so far: matches won in a duel, drawn ones by half; else its place."""
    if entrant is None or pairing["decision"] == "bye":
        return ""
    if pairing["decision"] == "walkover":
        return "+" if pairing["order"][:1] == [entrant] else "−"
    if len(pairing["slots"]) != 2:
        return str(rank or "")
    shares = [share for match in matches if (share := _share(match.get("ranks", {}), entrant)) is not None]
    return halves(sum(shares, Fraction(0))) if shares else ""


def _share(ranks: Mapping[int, int], entrant: int) -> Fraction | None:
    """Give what an entrant took of a duel: 1, a half or nothing; None when it is not over."""
    others = [rank for one, rank in ranks.items() if one != entrant]
    if entrant not in ranks or not others:
        return None
    return Fraction(1 + (others[0] > ranks[entrant]) - (others[0] < ranks[entrant]), 2)


def halves(value: Fraction) -> str:
    """Write a number of halves: 1, ½, 1½."""
    whole, rest = divmod(value, 1)
    return ("½" if rest and not whole else f"{whole}½") if rest else str(whole)


TONES = {"1": "won", "+": "won", "½": "level", "0": "lost", "−": "lost"}  # how a cell looks, by its mark


def mark(box: Box, side: Side, other: Side | None) -> str:
    """Say how a pairing ended for a side: won, level, lost, by walkover, or not yet."""
    if box.state != "decided":
        return "…"
    if other is None:
        return _("bye")
    if box.decision == "walkover":
        return "+" if side.is_winner else "−"
    mine, theirs = side.rank or 0, other.rank or 0
    return "½" if mine == theirs else ("1" if mine < theirs else "0")
