"""Every card of the game, wherever it lies."""

from __future__ import annotations

from collections import Counter

from games.ten.state import State


def census(state: State) -> Counter[str]:
    """Count the deck, the play area, the market, the discards, the wild in an auction and what is owned."""
    rows = [state.table.deck[state.drawn :], state.numbers, state.currency, state.market, state.discard]
    rows += [player.numbers + player.wilds for player in state.players]
    rows += [(state.auction.card,)] if state.auction else []
    return Counter(card for row in rows for card in row)
