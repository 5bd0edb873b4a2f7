"""Rule 5: what may be bid for a wild, and noting it."""

from __future__ import annotations

from typing import Final

from games.core.errors import IllegalActionError
from games.ten.solo import SOLO_LEAST
from games.ten.state import Draft, State, new_auction, resources, solo_resources

LEAST: Final = 1


def bounds(state: State, seat: int) -> tuple[int, int]:
    """Rules 5.2, 5.3 and 8.5: give the least and the highest bid of a seat; only a pass if least is more."""
    auction, player = state.auction, state.players[seat]
    assert auction is not None
    if state.table.boundary is None:
        return max(auction.high + 1, LEAST), resources(player)
    return max(auction.high + 1, SOLO_LEAST), solo_resources(player)


def check_bid(state: State, seat: int, amount: int) -> None:
    """Refuse a bid that is too low or beyond the seat's means."""
    least, most = bounds(state, seat)
    if not least <= amount <= most:
        raise IllegalActionError(
            f"A bid of {amount} is not possible: you can {what_can_be_bid(state, seat)}."
        )


def what_can_be_bid(state: State, seat: int) -> str:
    """Say what would be legal."""
    least, most = bounds(state, seat)
    return f"bid from {least} to {most}, or pass" if least <= most else "only pass"


def enter(draft: Draft, player: int, amount: int | None) -> None:
    """Note a bid, or a pass."""
    auction = draft.auction
    assert auction is not None
    name = draft.name(player)
    bids = (*auction.bids, (player, amount))
    if amount is None:
        draft.auction = new_auction((auction.card, bids, auction.high, auction.leader))
        draft.tell("pass_bid", {"seat": name, "card": auction.card})
    else:
        draft.auction = new_auction((auction.card, bids, amount, player))
        draft.tell("bid", {"seat": name, "amount": amount, "card": auction.card})
