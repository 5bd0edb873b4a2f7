"""What everybody sees of the table."""

from __future__ import annotations

from typing import Any

from games.ten.state import Player, State


def view(state: State) -> dict[str, Any]:
    """Build the observation, field by field: all but the order of the deck."""
    table, players = state.table, state.players
    seats = table.seats
    return {
        "phase": state.phase,
        "turn": state.actor if state.result is None else None,
        "active": state.active if state.active < seats else None,
        "deck": len(table.deck) - state.drawn,
        "numbers": state.numbers,
        "currency": state.currency,
        "total": state.sum - state.coins,
        "market": state.market,
        "discard": state.discard,
        "players": [_player(player) for player in players[:seats]],
        "ten": _player(players[seats]) if table.boundary else None,
        "boundary": table.boundary,
        "fiasco_buys": table.fiasco_buys,
        "auction": _auction(state) if state.auction else None,
        "last_buys": state.last_buys,
    }


def _player(player: Player) -> dict[str, Any]:
    numbers, wilds, currency, fiasco = player
    return {"numbers": numbers, "wilds": wilds, "currency": currency, "fiasco": fiasco}


def _auction(state: State) -> dict[str, Any]:
    """Show the auction; TEN's bids have no seat."""
    auction, seats = state.auction, state.table.seats
    assert auction is not None
    return {
        "card": auction.card,
        "bids": [{"seat": who if who < seats else None, "amount": amount} for who, amount in auction.bids],
        "high": auction.high,
    }
