"""Which cards of TEN are still in the deck: everything but their order is open."""

from collections import Counter
from typing import Any

COLOURS = "BGOP"
NUMBER_COPIES = {2: (2, 1, 1), 3: (3, 2, 1), 4: (3, 3, 1)}  # of 1-3, 4-6, 7-9, by players
CURRENCY_COPIES = {2: (4, 4, 3, 3, 1), 3: (5, 5, 5, 4, 2), 4: (6, 6, 6, 6, 3)}  # of 1 to 5
WILDS = Counter([*(f"*{digit}" for digit in range(1, 10)), *(f"{c}#" for c in COLOURS for _ in "12"), "*#"])


def full_deck(seats: int) -> Counter[str]:
    """Count the cards of a table; solo plays with the cards of two."""
    size = min(max(seats, 2), 4)
    copies, coins = NUMBER_COPIES[size], CURRENCY_COPIES[size]
    deck = Counter({f"{c}{digit}": copies[(digit - 1) // 3] for c in COLOURS for digit in range(1, 10)})
    deck.update({f"${worth}": coins[worth - 1] for worth in range(1, 6)})
    return deck + WILDS


def unseen(state: dict[str, Any], seats: int) -> Counter[str]:
    """Count what is left in the deck: all cards but those on the table."""
    left = full_deck(seats)
    for player in (*state["players"], state["ten"]):
        if player:
            left.subtract(player["numbers"])
            left.subtract(player["wilds"])
    for place in ("numbers", "currency", "market", "discard"):
        left.subtract(state[place])
    if state["auction"]:
        left[state["auction"]["card"]] -= 1
    return +left
