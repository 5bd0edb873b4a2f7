"""Every card of the game, wherever it lies."""

from __future__ import annotations

from collections import Counter

from games.lie.state import State


def census(state: State) -> Counter[tuple[int, int]]:
    """Count the hands and the cards that nobody drew."""
    return Counter(card for row in (*state.round.hands, state.round.rest) for card in row)
