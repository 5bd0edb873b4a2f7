"""Moving cards and tokens about: what the rules do with the pieces, whoever comes next."""

from __future__ import annotations

from games.ten.components import FACES
from games.ten.payment import Paid, without
from games.ten.state import MOST_CURRENCY, Draft, new_player


def reveal(draft: Draft) -> str:
    """Rule 2.2: turn the top card of the deck over into the play area; a wild stays out of it."""
    seats, _, _, deck = draft.table
    place, active = draft.drawn, draft.active
    card = deck[place]
    face = FACES[card]
    draft.drawn = place = place + 1
    if face > 0:
        draft.numbers += (card,)
        draft.sum += face
    elif face:
        draft.currency += (card,)
        draft.coins -= face
    coins, seat, left = draft.coins, active if active < seats else None, len(deck) - place
    news = {"seat": seat, "card": card, "total": draft.sum - coins, "currency": coins, "deck": left}
    draft.tell("draw", news)
    return card


def take_token(draft: Draft) -> None:
    """Rules 1.6 and 3.3: the active player takes a fiasco token."""
    player = draft.players[draft.active]
    draft.players[draft.active] = new_player(
        (player.numbers, player.wilds, player.currency, player.fiasco + 1)
    )
    draft.tell("token", {"seat": draft.name(draft.active)})


def take_numbers(draft: Draft) -> None:
    """Rule 4.2: all number cards of the play area join the active player's."""
    active, cards = draft.active, draft.numbers
    draft.tell("take_numbers", {"seat": draft.name(active), "cards": cards})
    if not cards:
        return
    numbers, wilds, currency, fiasco = draft.players[active]
    draft.players[active] = new_player((tuple(sorted(numbers + cards)), wilds, currency, fiasco))
    draft.numbers, draft.sum = (), 0


def pay_others(draft: Draft) -> None:
    """Rule 4.4: everybody but the active player gets tokens for the currency cards in the play area."""
    amount = draft.coins
    if amount:
        count = len(draft.players)
        for step in range(1, count):
            gain(draft, (draft.active + step) % count, amount)


def gain(draft: Draft, player: int, amount: int) -> None:
    """Rule 1.5: give currency tokens up to the limit; the surplus is lost."""
    numbers, wilds, before, fiasco = draft.players[player]
    after = min(before + amount, MOST_CURRENCY)
    draft.players[player] = new_player((numbers, wilds, after, fiasco))
    gained = after - before
    draft.tell("income", {"seat": draft.name(player), "amount": gained, "lost": amount - gained})


def discard_currency(draft: Draft) -> None:
    """Move the play area's currency cards to the discards."""
    if draft.currency:
        draft.discard += draft.currency
        draft.currency, draft.coins = (), 0


def to_market(draft: Draft) -> None:
    """Move the play area's number cards to the market."""
    if draft.numbers:
        draft.market = tuple(sorted(draft.market + draft.numbers))
        draft.numbers, draft.sum = (), 0


def spend(draft: Draft, seat: int, paid: Paid) -> None:
    """Rule 6.1: hand the pieces over; cards are discarded."""
    numbers, wilds, currency, fiasco = draft.players[seat]
    if paid.cards:
        numbers = without(numbers, paid.cards)
        draft.discard += paid.cards
    draft.players[seat] = new_player((numbers, wilds, currency - paid.currency, fiasco - paid.fiasco))
