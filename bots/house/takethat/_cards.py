"""The cards of Take That."""

from typing import Any

CARDS = tuple(number for number in range(12, 99) if number % 10)
TWIN = {card: card % 10 * 10 + card // 10 for card in CARDS}
TOADS = frozenset(card for card in CARDS if TWIN[card] == card)
TOAD_COST = 5


def cost(cards: list[int]) -> int:
    """Count the minus points of a row."""
    return len(cards) + (TOAD_COST - 1) * sum(card in TOADS for card in cards)


def seen_cards(state: dict[str, Any]) -> set[int]:
    """Collect every card of this round whose place the seat knows."""
    seen = {*state["row"], *state["hand"]}
    return seen.union(*state["face_up"], *state["face_down"])
