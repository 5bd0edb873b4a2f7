"""What can be seen at the table of LIE, built field by field (section 7 of the rules)."""

from __future__ import annotations

from games.core.game import Json, Seat
from games.lie.state import State, ones_are_wild


def observe(state: State, seat: Seat | None) -> dict[str, Json]:
    """Show the table to a seat, or openly to None."""
    table = state.round
    seen: dict[str, Json] = {
        "phase": state.phase,
        "round": table.number,
        "starter": table.starter,
        "to_act": state.acting,
        "clockwise": state.clockwise,
        "playing": table.standing.playing,
        "counts": table.standing.counts,
        "out": table.standing.out,
        "extra": table.standing.extra,
        "total": table.total,
        "ones_wild": ones_are_wild(state),
        "bids": state.bids,
        "history": table.history,
    }
    if seat is None:
        seen["hands"], seen["ups"] = table.hands, state.ups
    else:
        seen["hand"], seen["up"] = table.hands[seat], state.ups[seat] if state.ups else None
    return seen
