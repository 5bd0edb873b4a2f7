"""Moving cards and tokens about: what the rules do with the pieces, whoever comes next."""

from __future__ import annotations

from games.ten.components import NUMBERS, WILDS, WORTH
from games.ten.payment import Payment, without
from games.ten.state import MOST_CURRENCY, Draft, new_event, new_player


def reveal(draft: Draft) -> str:
    """Rule 2.2: turn the top card of the deck over into the play area; a wild stays out of it."""
    table, place, active = draft.table, draft.drawn, draft.active
    card = table.deck[place]
    draft.drawn = place = place + 1
    if card in NUMBERS:
        draft.numbers += (card,)
        draft.sum += WORTH[card]
    elif card not in WILDS:
        draft.currency += (card,)
        draft.coins += WORTH[card]
    coins, seat = draft.coins, active if active < table.seats else None
    news = {
        "seat": seat, "card": card, "total": draft.sum - coins, "currency": coins,
        "deck": len(table.deck) - place,
    }  # fmt: skip
    draft.events.append(new_event(("draw", news, {}, (), False)))
    return card


def take_token(draft: Draft) -> None:
    """Rules 1.6 and 3.3: the active player takes a fiasco token."""
    player = draft.players[draft.active]
    draft.players[draft.active] = new_player(
        (player.numbers, player.wilds, player.currency, player.fiasco + 1)
    )
    draft.tell("token", seat=draft.name(draft.active))


def take_numbers(draft: Draft) -> None:
    """Rule 4.2: all number cards of the play area join the active player's."""
    draft.tell("take_numbers", seat=draft.name(draft.active), cards=draft.numbers)
    player = draft.players[draft.active]
    numbers = tuple(sorted(player.numbers + draft.numbers))
    draft.players[draft.active] = new_player((numbers, player.wilds, player.currency, player.fiasco))
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
    before = draft.players[player]
    after = min(before.currency + amount, MOST_CURRENCY)
    draft.players[player] = new_player((before.numbers, before.wilds, after, before.fiasco))
    gained = after - before.currency
    draft.tell("income", seat=draft.name(player), amount=gained, lost=amount - gained)


def discard_currency(draft: Draft) -> None:
    """Move the play area's currency cards to the discards."""
    draft.discard += draft.currency
    draft.currency, draft.coins = (), 0


def to_market(draft: Draft) -> None:
    """Move the play area's number cards to the market."""
    draft.market = tuple(sorted(draft.market + draft.numbers))
    draft.numbers, draft.sum = (), 0


def spend(draft: Draft, seat: int, paid: Payment) -> None:
    """Rule 6.1: hand the pieces over; cards are discarded."""
    player = draft.players[seat]
    draft.players[seat] = new_player(
        (
            without(player.numbers, paid.cards),
            player.wilds,
            player.currency - paid.currency,
            player.fiasco - paid.fiasco,
        )
    )
    draft.discard += paid.cards
