"""Every card of the game, wherever it lies."""

from __future__ import annotations

from collections import Counter

from games.twinit.coop import GONE, CoopState
from games.twinit.table import State


def census(state: State | CoopState) -> Counter[int]:
    """Count the cards in piles, loose on the table and in won sets."""
    if isinstance(state, CoopState):
        faces = [face for face in state.faces if face != GONE]
        return Counter(face >> 1 for face in faces + [face for won in state.sets for face in won.faces])
    table = state.table
    faces = [face for pile in table.piles for face in pile] + [face for _, face in table.loose]
    return Counter(face >> 1 for face in faces + [face for won in table.sets for face in won.faces])
