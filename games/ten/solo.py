"""Rule 8: how the automaton TEN decides."""

from __future__ import annotations

from typing import Final

from games.ten.payment import Payment
from games.ten.state import FIASCO_WORTH, Player, duplicates, solo_resources

SOLO_LEAST: Final = 5


def opening_bid(ten: Player, bot: Player) -> int | None:
    """Rule 8.6: on the bot's turn TEN bids what the bot could pay, as far as its own means go."""
    means = solo_resources(ten)
    if means < SOLO_LEAST:
        return None
    return min(means, max(solo_resources(bot), SOLO_LEAST))


def closing_bid(ten: Player, against: int | None) -> int | None:
    """Rule 8.7: on its own turn TEN bids one more than the bot, if it can."""
    amount = SOLO_LEAST if against is None else against + 1
    return amount if solo_resources(ten) >= amount else None


def payment(ten: Player, price: int) -> Payment:
    """Rule 8.8: TEN pays with currency tokens, then fiasco tokens, then duplicates in card order."""
    coins = min(price, ten.currency)
    tokens = min(-(-(price - coins) // FIASCO_WORTH), ten.fiasco)
    rest = max(price - coins - FIASCO_WORTH * tokens, 0)
    return Payment(coins, tokens, duplicates(ten.numbers)[:rest])
