"""The course of the game: whose decision follows which (rules 2 to 5, 7.1 and 7.2, and TEN's turn, 8)."""

from __future__ import annotations

from games.ten import solo
from games.ten.actions import Buy
from games.ten.auction import enter
from games.ten.components import NUMBERS, WILDS
from games.ten.ending import finish
from games.ten.payment import Paid, without
from games.ten.pieces import (
    discard_currency,
    gain,
    pay_others,
    reveal,
    spend,
    take_numbers,
    take_token,
    to_market,
)
from games.ten.state import BOT, LIMIT, NOBODY, TEN, Draft, new_auction, new_player


def draw(draft: Draft, _action: object = None) -> None:
    """Rules 2.2 to 2.4: draw a card, and settle what it brings."""
    card = reveal(draft)
    if card in WILDS:
        open_auction(draft, card)
        return
    if card in NUMBERS:
        if draft.sum - draft.coins > LIMIT:
            fiasco(draft, "numbers", draft.sum - draft.coins)
    elif draft.coins > LIMIT:
        fiasco(draft, "currency", draft.coins)


def fiasco(draft: Draft, cause: str, total: int) -> None:
    """Rules 3.1 to 3.5: the numbers go to the market, the others are paid unless currency caused it."""
    draft.tell("fiasco", {"seat": draft.active, "cause": cause, "total": total, "cards": draft.numbers})
    to_market(draft)
    if cause == "numbers":
        pay_others(draft)
    discard_currency(draft)
    if draft.table.fiasco_buys:
        draft.ask("fiasco", draft.active)
    else:
        take_token(draft)
        end_turn(draft)


def choose(draft: Draft, choice: str) -> None:
    """Rule 3.6: with the option, a fiasco brings the token or a buy."""
    if choice == "buy":
        draft.tell("buy_instead", {"seat": draft.active})
        draft.ask("buy", draft.active)
    else:
        take_token(draft)
        end_turn(draft)


def take(draft: Draft, what: str) -> None:
    """Rules 4.1 to 4.3: take the number cards and perhaps buy, or take currency tokens."""
    if what == "numbers":
        take_numbers(draft)
        pay_others(draft)
        discard_currency(draft)
        draft.ask("buy", draft.active)
        return
    draft.tell("take_currency", {"seat": draft.active, "cards": draft.currency})
    gain(draft, draft.active, draft.coins)
    discard_currency(draft)
    to_market(draft)
    end_turn(draft)


def buy(draft: Draft, paid: Buy) -> None:
    """Rule 4.5: pay for one card of the market and take it."""
    seat, card = draft.actor, paid.card
    spend(draft, seat, paid)
    draft.market = without(draft.market, (card,))
    player = draft.players[seat]
    numbers = tuple(sorted((*player.numbers, card)))
    draft.players[seat] = new_player((numbers, player.wilds, player.currency, player.fiasco))
    draft.tell(
        "buy",
        {"seat": seat, "card": card, "currency": paid.currency, "fiasco": paid.fiasco, "cards": paid.cards},
    )
    after_buy(draft)


def pass_buy(draft: Draft) -> None:
    """Rule 4.5: leave the market alone."""
    draft.tell("pass_buy", {"seat": draft.actor})
    after_buy(draft)


def after_buy(draft: Draft) -> None:
    """Go on after a buy: to the next last buy, or to the end of the turn."""
    if draft.last_buys is None:
        end_turn(draft)
    else:
        draft.last_buys = draft.last_buys[1:]
        next_last_buy(draft)


def resume(draft: Draft) -> None:
    """Rules 2.5 and 7.1: go on drawing after an auction; with nothing to take and no deck it is over."""
    if draft.active >= draft.table.seats:
        ten_turn(draft)
    elif draft.drawn == len(draft.table.deck) and not draft.numbers and not draft.currency:
        end_turn(draft)
    else:
        draft.ask("draw", draft.active)


def end_turn(draft: Draft) -> None:
    """Rules 2.1 and 7.1: the next player's turn, or the last buys when the deck is used up."""
    if draft.drawn == len(draft.table.deck):
        start_last_buys(draft)
        return
    draft.active = active = (draft.active + 1) % len(draft.players)
    draft.tell("turn", {"seat": draft.name(active)})
    if active < draft.table.seats:
        draft.ask("draw", active)  # there is a deck
    else:
        ten_turn(draft)


def start_last_buys(draft: Draft) -> None:
    """Rule 7.2: from the player after the active one, everybody has one last buy; TEN has none."""
    count = len(draft.players)
    order = [(draft.active + step) % count for step in range(1, count + 1)]
    draft.last_buys = tuple([seat for seat in order if seat < draft.table.seats])
    draft.tell("last_buys", {"order": draft.last_buys})
    next_last_buy(draft)


def next_last_buy(draft: Draft) -> None:
    """Ask for the next last buy; score when there is none left."""
    if draft.last_buys:
        draft.ask("buy", draft.last_buys[0])
    else:
        finish(draft)


def open_auction(draft: Draft, card: str) -> None:
    """Rules 5.1 and 8.5: the player after the active one bids first, the active player last."""
    draft.auction = new_auction((card, (), 0, NOBODY))
    draft.tell("auction", {"seat": draft.name(draft.active), "card": card})
    if draft.table.boundary is None:
        draft.ask("auction", (draft.active + 1) % draft.table.seats)
        return
    if draft.active == BOT:
        enter(draft, TEN, solo.opening_bid(draft.players[TEN], draft.players[BOT]))
    draft.ask("auction", BOT)


def bid(draft: Draft, amount: int | None) -> None:
    """Rule 5.1: enter a seat's bid and go on to the next bidder, or to the hammer."""
    enter(draft, draft.actor, amount)
    if draft.table.boundary is not None:
        if draft.active == TEN:
            enter(draft, TEN, solo.closing_bid(draft.players[TEN], amount))
        hammer(draft)
    elif draft.actor == draft.active:
        hammer(draft)
    else:
        draft.actor = (draft.actor + 1) % draft.table.seats


def hammer(draft: Draft) -> None:
    """Rules 5.4, 5.5 and 8.8: the highest bidder must pay; without one the wild is discarded."""
    auction = draft.auction
    assert auction is not None
    if auction.leader == NOBODY:
        draft.discard = (*draft.discard, auction.card)
        draft.tell("unsold", {"card": auction.card})
        close_auction(draft)
    elif auction.leader < draft.table.seats:
        draft.ask("pay", auction.leader)
    else:
        win(draft, solo.payment(draft.players[TEN], auction.high))


def win(draft: Draft, paid: Paid) -> None:
    """Rule 5.4: the highest bidder pays and gets the wild."""
    auction = draft.auction
    assert auction is not None
    leader = auction.leader
    spend(draft, leader, paid)
    player = draft.players[leader]
    wilds = tuple(sorted((*player.wilds, auction.card)))
    draft.players[leader] = new_player((player.numbers, wilds, player.currency, player.fiasco))
    draft.tell(
        "won",
        {
            "seat": draft.name(leader), "card": auction.card, "price": auction.high,
            "currency": paid.currency, "fiasco": paid.fiasco, "cards": paid.cards,
        },
    )  # fmt: skip
    close_auction(draft)


def close_auction(draft: Draft) -> None:
    """End the auction and go back to drawing."""
    draft.auction = None
    resume(draft)


def ten_turn(draft: Draft) -> None:
    """Rules 8.2 to 8.4: reveal cards until TEN's turn is over, or until a wild calls for an auction."""
    deck, boundary = draft.table.deck, draft.table.boundary
    assert boundary is not None
    while draft.drawn < len(deck) and draft.sum - draft.coins < boundary:
        card = reveal(draft)
        if card in WILDS:
            open_auction(draft, card)
            return
        if card not in NUMBERS and draft.coins > boundary:
            _ten_fiasco(draft)
            return
    _ten_takes(draft)


def _ten_fiasco(draft: Draft) -> None:
    """Rule 8.3: TEN takes a fiasco token and keeps the number cards; the bot gets nothing."""
    draft.tell("fiasco", {"seat": None, "cause": "currency", "total": draft.coins, "cards": draft.numbers})
    take_token(draft)
    take_numbers(draft)
    discard_currency(draft)
    end_turn(draft)


def _ten_takes(draft: Draft) -> None:
    """Rule 8.4: TEN takes the number cards, the bot gets tokens for the currency cards; TEN never buys."""
    take_numbers(draft)
    pay_others(draft)
    discard_currency(draft)
    end_turn(draft)
