"""The modes with piles through the eyes of a seat (rule 10)."""

from __future__ import annotations

from typing import Any

from games.twinit.deck import SHOWS
from games.twinit.perception import Sight, perceive
from games.twinit.table import State, Won


def observe(state: State, seat: int | None) -> dict[str, Any]:
    """Show the table to a seat; None is the open table."""
    fixed, table, window, tick = state.setup, state.table, state.window, state.tick
    view: dict[str, Any] = {
        "mode": fixed.mode,
        "tick": tick,
        "turn": state.awake[0] if state.awake and not tick else None,
        "flipper": None if state.flipper < 0 else state.flipper,
        "flips": state.flips,
        "windows": window.number,
        "lower_hand": window.tied,
        "piles": list(map(len, table.piles)),
        "known": window.known,
        "fresh": fresh(state, seat),
        "sets": [won_set(won) for won in table.sets],
        "counts": counts(fixed.sides, table.sets),
        "goal": fixed.goal,
    }
    if seat is None:
        view["sights"] = [[sight for _, sight in fresh(state, other)] for other in fixed.everyone]
    if fixed.mode == "teams":
        _add_teams(view, state, seat)
    if fixed.mode == "ring":
        view["owing"] = [debtor for debtor, _ in state.debts]
    return view


def fresh(state: State, seat: int | None) -> list[tuple[str, Sight]]:
    """Rules 2.2 and 2.3: tick t shows t features, one less of the card that the seat itself holds away."""
    if seat is None:
        return [(place, SHOWS[face]) for place, face in state.window.fresh]
    key, tick = state.setup.eyes[seat], state.tick
    held = state.window.held if seat == state.flipper else ""
    return [(place, perceive(key, face, tick - (place == held))) for place, face in state.window.fresh]


def counts(sides: tuple[int, ...], sets: tuple[Won, ...]) -> list[int]:
    """Count the sets of each seat's side."""
    owners = [won.side for won in sets]
    return list(map(owners.count, sides))


def won_set(won: Won) -> dict[str, Any]:
    """Show a won set; everybody sees it."""
    return {"place": won.place, "side": won.side, "cards": len(won.faces), "picture": SHOWS[won.faces[0]]}


def _add_teams(view: dict[str, Any], state: State, seat: int | None) -> None:
    """Rules 6.8 and 6.9: everyone sees the hands and who rests; what is said only the team."""
    sides = state.setup.sides
    view["hands"] = [{"seat": hand.seat, "card": hand.place, "tick": hand.tick} for hand in state.hands]
    view["resting"] = [other for other in state.setup.everyone if state.tick and other not in state.awake]
    view["said"] = [
        {"seat": speaker, "say": text}
        for speaker, text in state.said
        if seat is None or sides[speaker] == sides[seat]
    ]
