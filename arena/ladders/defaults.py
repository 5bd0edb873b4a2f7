"""The ladders that come with the service."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class DefaultLadder:
    """One ladder: how its game is played there."""

    slug: str
    title: str
    description: str
    game: str
    seats: int
    legs: int
    options: dict[str, Any] = field(default_factory=dict)
    players: int | None = None  # None: one a side of the table
    mirror: bool = False  # where `./run bench mirror` shows that the luck of a deal cancels


DEFAULT_LADDERS = (
    DefaultLadder("ten", "TEN", "Four at the table.", "ten", 4, 8),
    DefaultLadder("ten-duel", "TEN, duel", "Two at the table.", "ten", 2, 10),
    DefaultLadder(
        "ten-solo", "TEN, solo", "Each alone against the automaton at 7, with the same deals.", "ten", 1, 10,
        {"solo": 7}, players=4,
    ),
    DefaultLadder("lie", "LIE", "Four at the table.", "lie", 4, 8),
    DefaultLadder("lie-duel", "LIE, duel", "Two at the table, ones are wild.", "lie", 2, 10,
    {"wild_ones": True}),
    DefaultLadder("takethat", "Take That", "Three at the table.", "takethat", 3, 9),
    DefaultLadder(
        "takethat-pro", "Take That, professional", "Two at the table, the professional game.", "takethat",
        2, 10,
        {"professional": True},
    ),
    DefaultLadder("sequence", "Sequence", "Two at the table.", "sequence", 2, 10, mirror=True),
    DefaultLadder(
        "sequence-teams", "Sequence, teams", "Two teams of two; a bot plays both seats of its team.",
        "sequence", 4, 8,
        {"teams": 2},
    ),
    DefaultLadder("twinit", "Twin It", "Four rivals.", "twinit", 4, 8),
    DefaultLadder("twinit-ring", "Twin It, ring", "Four in a ring.", "twinit", 4, 8, {"mode": "ring"}),
    DefaultLadder(
        "twinit-teams", "Twin It, teams", "Two teams of two; a bot plays both seats of its team.",
        "twinit", 4, 8,
        {"mode": "teams"},
    ),
    DefaultLadder(
        "twinit-coop", "Twin It, together", "Two seats of one bot together, side by side on the same deals.",
        "twinit", 2, 10, {"mode": "coop"}, players=4,
    ),
)  # fmt: skip
