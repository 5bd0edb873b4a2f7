"""Every card of the game, wherever it lies."""

from __future__ import annotations

from collections import Counter

from games.takethat.state import State


def census(state: State) -> Counter[int]:
    """Count the hands, the row, the pile, and what lies before the seats."""
    pile = state.round.deck[state.drawn :]
    rows = (*state.hands, *state.face_up, *state.face_down, *state.unseen, state.row, pile)
    return Counter(card for row in rows for card in row)
