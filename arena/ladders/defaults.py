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

    @property
    def beta(self) -> float:
        """Say how much luck is in its matches: TrueSkill's beta."""
        return _LUCK[self.slug][0]

    @property
    def draw_probability(self) -> float:
        """Say how often equals tie."""
        return _LUCK[self.slug][1]


# Beta and draw probability as `./run bench luck` found them, see docs/ratings.md. A change is for new
# installations: the others keep theirs until `manage.py fit-ratings` is asked for more.
_LUCK = {
    "ten": (2.92, 0.040),
    "ten-duel": (2.08, 0.026),
    "ten-solo": (2.08, 0.013),
    "lie": (8.33, 0.049),
    "lie-duel": (2.08, 0.119),
    "takethat": (4.17, 0.007),
    "takethat-pro": (2.92, 0.005),
    "sequence": (2.92, 0.225),
    "sequence-teams": (2.92, 0.211),
    "twinit": (5.83, 0.217),
    "twinit-ring": (5.83, 0.244),
    "twinit-teams": (1.46, 0.119),
    "twinit-coop": (2.92, 0.142),
}

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
