"""What is in the box: every card of TEN, and which of them a table of each size plays with.

Only this module knows the figures. Those marked RECONSTRUCTED could not be read from a published source; an
owner of the box may correct them here (and must then raise `version` in rules.py). The totals of 84 number
cards, 27 currency cards, 18 wilds and 129 cards are the rulebook's.
"""

from __future__ import annotations

from functools import cache
from typing import Final

COLOURS: Final = "BGOP"  # blue, green, orange, pink: this order, then the digit, is the card order
DIGITS: Final = range(1, 10)
FULL_WILD: Final = "*#"

# Copies of each digit in each colour, for 1-3, 4-6 and 7-9.
NUMBER_COPIES: Final = {
    2: (2, 1, 1),  # RECONSTRUCTED: the first two figures
    3: (3, 2, 1),  # RECONSTRUCTED: the first two figures
    4: (3, 3, 1),  # published
}
# Copies of the currency cards 1, 2, 3, 4, 5.
CURRENCY_COPIES: Final = {
    2: (4, 4, 3, 3, 1),  # RECONSTRUCTED
    3: (5, 5, 5, 4, 2),  # RECONSTRUCTED
    4: (6, 6, 6, 6, 3),  # RECONSTRUCTED: the split; the total of 27 is the rulebook's
}
DIGIT_WILD_COPIES: Final = 1  # published; one of each digit, at every table
COLOUR_WILD_COPIES: Final = 2  # published; two of each colour, at every table

NUMBER_CARDS: Final = tuple(f"{colour}{digit}" for colour in COLOURS for digit in DIGITS)
CURRENCY_CARDS: Final = tuple(f"${worth}" for worth in range(1, 6))
DIGIT_WILDS: Final = tuple(f"*{digit}" for digit in DIGITS)
COLOUR_WILDS: Final = tuple(f"{colour}#" for colour in COLOURS)
WILD_CARDS: Final = (*DIGIT_WILDS, *COLOUR_WILDS, FULL_WILD)

NUMBERS: Final = frozenset(NUMBER_CARDS)
WILDS: Final = frozenset(WILD_CARDS)
WORTH: Final = {card: int(card[1]) for card in (*NUMBER_CARDS, *CURRENCY_CARDS)}
# What a card adds to the total, which tells its kind as well: currency takes away, a wild does neither.
FACES: Final = {card: WORTH.get(card, 0) * (1 if card in NUMBERS else -1) for card in (*WORTH, *WILD_CARDS)}


@cache
def deck_cards(players: int) -> tuple[str, ...]:
    """Rule 1.2: name the cards that a table of so many players uses; solo counts as two."""
    size = min(players, 4)
    numbers = [c for c in NUMBER_CARDS for _ in range(NUMBER_COPIES[size][(WORTH[c] - 1) // 3])]
    currency = [c for c in CURRENCY_CARDS for _ in range(CURRENCY_COPIES[size][WORTH[c] - 1])]
    wilds = DIGIT_WILDS * DIGIT_WILD_COPIES + COLOUR_WILDS * COLOUR_WILD_COPIES + (FULL_WILD,)
    return (*numbers, *currency, *wilds)
