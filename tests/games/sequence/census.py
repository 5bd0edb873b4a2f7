"""Every card of the game, wherever it lies."""

from __future__ import annotations

from collections import Counter

from games.sequence.state import State


def census(state: State) -> Counter[str]:
    """Count hands, discards and what is left of the draw pile."""
    rows = (*state.hands, *state.discards, state.pile[state.drawn :])
    return Counter(card for row in rows for card in row)
