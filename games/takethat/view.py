"""What can be seen at the table of Take That, built field by field (section 6 of the rules)."""

from __future__ import annotations

from games.core.game import Json, Seat
from games.takethat.state import OPEN, OVER, TURN, State


def phase(state: State) -> str:
    """Name the decision: open a row, take a turn, or none any more."""
    if not state.acting:
        return OVER
    return TURN if state.row else OPEN


def observe(state: State, seat: Seat | None) -> dict[str, Json]:
    """Show the table to a seat, or openly to None."""
    setup, table, acting, drawn, hands, row, _, up, down, unseen, _ = state
    seen: dict[str, Json] = {
        "phase": phase(state),
        "round": table.number,
        "rounds": setup.rounds,
        "dealer": table.dealing,
        "to_act": acting,
        "row": row,
        "pile": len(table.deck) - drawn,
        "hand_sizes": tuple(map(len, hands)),
        "face_up": up,
        "face_down": down,
        "unseen": tuple(map(len, unseen)),
        "points": table.points,
        "last_round": table.last,
    }
    if seat is None:
        seen["hands"], seen["unseen_cards"], seen["pile_cards"] = hands, unseen, table.deck[drawn:]
    else:
        seen["hand"] = hands[seat]
    return seen
