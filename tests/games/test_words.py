"""What happened, in sentences: one card, none and several are told apart, and so is what a seat may know."""

from __future__ import annotations

from typing import Any

import pytest

from games import GAMES
from tests.games.tables import Table

NAMES = ("North", "East", "South", "West")
PAID = {"seat": 1, "card": "*7", "price": 4, "currency": 1, "fiasco": 1}
REVEAL = {"count": 3, "value": 4, "seat_winner": 0, "seat_loser": 1, "hands": ()}
END = {"ending": "goal", "ranks": (1, 2), "scores": (5, 0)}


def told(slug: str, kind: str, data: dict[str, Any]) -> str:
    """Say an event in English, with names for seats."""
    template, filling = GAMES[slug].describe({"event": kind, **data})
    return template.format(**{key: named(key, value) for key, value in filling.items()})


def named(key: str, value: Any) -> Any:
    if not key.startswith("seat"):
        return value
    return ", ".join(NAMES[seat] for seat in value) if isinstance(value, tuple) else NAMES[value]


@pytest.mark.parametrize(
    ("slug", "kind", "data", "sentence"),
    [
        ("ten", "bid", {"seat": 0, "amount": 4, "card": "*7"}, "North bids 4."),
        ("ten", "bid", {"seat": None, "amount": 4, "card": "*7"}, "TEN bids 4."),
        ("ten", "fiasco", {"seat": 0, "total": 14, "cause": "numbers", "cards": ()}, "Fiasco for North: 14."),
        ("ten", "take_numbers", {"seat": 0, "cards": ("B1", "G2")}, "North takes the numbers: B1 G2."),
        (
            "ten",
            "take_numbers",
            {"seat": None, "cards": ()},
            "TEN takes the numbers, of which there are none.",
        ),
        ("ten", "income", {"seat": 0, "amount": 3, "lost": 0}, "North gets 3 currency."),
        (
            *("ten", "income", {"seat": 0, "amount": 1, "lost": 3}),
            "North gets 1 currency; 3 more would be beyond the limit and are lost.",
        ),
        ("ten", "won", {**PAID, "cards": ()}, "East gets *7 for 4: 1 currency, 1 fiasco."),
        ("ten", "buy", {**PAID, "cards": ("B1",)}, "East buys *7: 1 currency, 1 fiasco, cards: B1."),
        (
            "lie",
            "deal",
            {"round": 2, "seat": 1, "counts": (1, 1), "extra": True},
            "Extra round 2: East starts.",
        ),
        ("lie", "hand", {"seat": 0, "count": 1}, "North draws a card."),
        ("lie", "hand", {"seat": 0, "count": 2, "hand": ((1, 2), (3, 5))}, "North draws 1/2, 3/5."),
        ("lie", "direction", {"seat": 0, "clockwise": False}, "North declares counter-clockwise."),
        ("lie", "set", {"seat": 0, "up": (1, 5)}, "North sets 1, 5."),
        (
            *("lie", "reveal", {**REVEAL, "shown": 3}),
            "The bid 3 × 4 is true (3 shown): North wins the round, East loses it.",
        ),
        (
            *("lie", "reveal", {**REVEAL, "shown": 2}),
            "The bid 3 × 4 is false (2 shown): North wins the round, East loses it.",
        ),
        ("lie", "count", {"seat": 0, "count": 5}, "North goes to 5 cards."),
        ("lie", "count", {"seat": 0, "count": 1}, "North goes to one card."),
        ("lie", "count", {"seat": 0, "count": 0}, "North has lost the last card."),
        (
            *("lie", "tie", {"leaders": (0, 2), "count": 1}),
            "North, South share the lead and play extra rounds; their cards: 1.",
        ),
        ("takethat", "unseen", {"seat": 0, "pile": 3}, "North lays the top card of the pile aside unseen."),
        ("takethat", "draw", {"seat": 0, "pile": 3, "card": 34}, "North draws 34."),
        (
            *("takethat", "score", {"round": 1, "points": (3, -5), "unseen": (), "hands": ()}),
            "Round 1 is scored for North, East: 3, -5.",
        ),
        ("takethat", "end", {"scores": (3, -5), "ranks": (1, 2)}, "The game is over for North, East: 3, -5."),
        ("sequence", "deal", {"seat_dealer": 0, "seat": 1}, "North deals, East starts."),
        ("sequence", "draw", {"seat": 0, "pile": 1}, "North draws a card; cards left: 1."),
        (
            *("sequence", "place", {"seat": 0, "side": 1, "card": "7H", "at": (4, 8)}),
            "North plays 7H and puts a chip of side B on row 4, column 8.",
        ),
        (
            *("sequence", "undecided", {"reason": "turns"}),
            "The last turn has been played: the game ends undecided.",
        ),
        ("twinit", "start", {"seat": 0}, "North starts."),
        (
            "twinit",
            "turn",
            {"place": "p1", "card": "t5"},
            "The top of p1 is laid on the table as t5 and turned over.",
        ),
        ("twinit", "end", {**END, "seats": (0,)}, "The goal is reached: North wins."),
        ("twinit", "end", {**END, "seats": (0, 1)}, "The goal is reached: North, East win."),
        (
            *("twinit", "time", {"ending": "time", "seats": (0,), "points": 1, "grade": "rookies"}),
            "Time is up. Points: 1, rookies.",
        ),
    ],
)
def test_an_event_is_told(slug: str, kind: str, data: dict[str, Any], sentence: str) -> None:
    assert told(slug, kind, data) == sentence


@pytest.mark.parametrize(
    ("slug", "options", "seats", "kinds"),
    [
        ("ten", {}, 2, ["turn"]),
        ("lie", {}, 2, ["deal", "hand", "hand"]),
        ("takethat", {}, 2, ["deal", "hand", "hand"]),
        ("sequence", {}, 2, ["deal"]),
        ("twinit", {}, 2, ["start", "flip"]),
        ("twinit", {"mode": "ring"}, 2, ["start"]),
        ("twinit", {"mode": "coop"}, 2, []),
    ],
)
def test_the_account_begins_with_the_deal(
    slug: str, options: dict[str, Any], seats: int, kinds: list[str]
) -> None:
    table = Table(slug, seats, tuple(options.items()))
    state = table.deal(1)
    assert [event.kind for event in table.game.opening(state)] == kinds
    for event in table.game.opening(state):
        assert "hand" not in (event.view(1) or {}) or event.data["seat"] == 1
