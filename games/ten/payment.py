"""Rule 6: what may be spent, what a fair payment is, and which cards go first."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from games.core.errors import IllegalActionError
from games.ten.actions import Buy, Pay
from games.ten.state import FIASCO_WORTH, Player, count_duplicates, duplicates

DEAREST: Final = 9  # no card costs more


class Payment(NamedTuple):
    """Pieces handed over; the cards in card order."""

    currency: int
    fiasco: int
    cards: tuple[str, ...]


Paid = Payment | Pay | Buy  # whatever tells what is handed over
MakeUp = tuple[int, int, int]  # how many currency tokens, fiasco tokens and cards


@lru_cache(maxsize=16384)
def make_ups(price: int, currency: int, fiasco: int, cards: int) -> tuple[MakeUp, ...]:
    """Rules 6.3 and 6.4: list the numbers of pieces that pay, most currency first, then most fiasco tokens.

    A payment from which no piece can be left out is exact, or is fiasco tokens alone.
    """
    found = [
        (coins, tokens, price - coins - FIASCO_WORTH * tokens)
        for coins in range(min(price, currency), -1, -1)
        for tokens in range(min((price - coins) // FIASCO_WORTH, fiasco), -1, -1)
        if price - coins - FIASCO_WORTH * tokens <= cards
    ]
    tokens_alone = -(-price // FIASCO_WORTH)
    if price % FIASCO_WORTH and tokens_alone <= fiasco:
        found.insert(sum(coins > 0 for coins, _, _ in found), (0, tokens_alone, 0))
    return tuple(found)


def buys(player: Player) -> tuple[tuple[MakeUp, ...], ...]:
    """List the make-ups of every price of a card that this player can pay: at place 4 those of 4."""
    return _buys(player.currency, min(player.fiasco, DEAREST), min(len(player.numbers), DEAREST))


@lru_cache(maxsize=2048)
def _buys(currency: int, fiasco: int, cards: int) -> tuple[tuple[MakeUp, ...], ...]:
    return tuple([make_ups(price, currency, fiasco, cards) for price in range(DEAREST + 1)])


def ways(price: int, player: Player, *, duplicates_only: bool = False) -> tuple[MakeUp, ...]:
    """List the make-ups of a price that this player can pay."""
    cards = count_duplicates(player.numbers) if duplicates_only else len(player.numbers)
    return make_ups(price, min(player.currency, price), min(player.fiasco, price), min(cards, price))


def is_forced(price: int, player: Player, *, duplicates_only: bool) -> bool:
    """Tell whether there is only one way to pay, the choice of cards included."""
    spendable = duplicates(player.numbers) if duplicates_only else player.numbers
    ups = ways(price, player, duplicates_only=duplicates_only)
    count = ups[0][2]
    return len(ups) == 1 and (count in (0, len(spendable)) or len(set(spendable)) == 1)


def check_payment(price: int, paid: Paid, player: Player, *, duplicates_only: bool = False) -> None:
    """Rules 6.1 to 6.4: refuse what the player has not got, too little, and pieces that could be left out."""
    wrong = _wrong(price, paid, player, duplicates_only)
    if wrong:
        example = legal_example(price, player, duplicates_only)
        raise IllegalActionError(f"{wrong} The price is {price}; {example}.")


def legal_example(price: int, player: Player, duplicates_only: bool) -> str:
    """Say one way to pay."""
    coins, tokens, cards = ways(price, player, duplicates_only=duplicates_only)[0]
    return f"legal is for example {coins} currency, {tokens} fiasco tokens and {cards} cards"


def _wrong(price: int, paid: Paid, player: Player, duplicates_only: bool) -> str:
    currency, fiasco, cards = paid.currency, paid.fiasco, paid.cards
    if currency > player.currency or fiasco > player.fiasco:
        return f"You have {player.currency} currency and {player.fiasco} fiasco tokens."
    if cards:
        spendable = duplicates(player.numbers) if duplicates_only else player.numbers
        if [card for card in cards if cards.count(card) > spendable.count(card)]:
            return f"You can spend these cards only: {list(spendable)}."
    units = currency + len(cards)
    surplus = units + FIASCO_WORTH * fiasco - price
    if surplus < 0:
        return f"This payment is {-surplus} short."
    if surplus >= (1 if units else FIASCO_WORTH):
        return f"This payment is {surplus} too much: a piece could be left out."
    return ""


def without(cards: tuple[str, ...], spent: tuple[str, ...]) -> tuple[str, ...]:
    """Take spent cards out of a hand, which keeps its order."""
    left = list(cards)
    for card in spent:
        left.remove(card)
    return tuple(left)
