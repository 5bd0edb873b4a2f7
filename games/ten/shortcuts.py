"""The commonest steps, written in one go: a draw after which the player goes on, and a bid before the last.

They do what turn.py does with every draw and bid, at less cost: no Draft comes between the states.
"""

from __future__ import annotations

from games.ten.components import FACES
from games.ten.state import LIMIT, State, TenStep, new_auction, new_event, new_state, new_step


def draw_on(state: State) -> TenStep | None:
    """Rules 2.2 to 2.4: draw a card that brings neither an auction nor a fiasco; None for any other."""
    (
        table, drawn, active, phase, actor, players, numbers, currency, total, coins, market, discard,
        auction, last_buys, result,
    ) = state  # fmt: skip
    card = table.deck[drawn]
    face = FACES[card]
    if face > 0:
        numbers, total = (*numbers, card), total + face
    else:
        currency, coins = (*currency, card), coins - face
    if not face or coins > LIMIT or (face > 0 and total - coins > LIMIT):
        return None
    drawn += 1
    after = new_state((
        table, drawn, active, phase, actor, players, numbers, currency, total, coins, market, discard,
        auction, last_buys, result,
    ))  # fmt: skip
    left = len(table.deck) - drawn
    news = {"seat": active, "card": card, "total": total - coins, "currency": coins, "deck": left}
    return new_step((after, (new_event("draw", news),)))


def bid_on(state: State, amount: int | None) -> TenStep | None:
    """Rule 5.1: enter a bid or a pass with another bidder to come; None for the last, and in a solo game."""
    (
        table, drawn, active, phase, actor, players, numbers, currency, total, coins, market, discard,
        auction, last_buys, result,
    ) = state  # fmt: skip
    if actor == active or table.boundary is not None or auction is None:
        return None
    card, bids, high, leader = auction
    bids = (*bids, (actor, amount))
    if amount is None:
        event = new_event("pass_bid", {"seat": actor, "card": card})
    else:
        high, leader = amount, actor
        event = new_event("bid", {"seat": actor, "amount": amount, "card": card})
    after = new_state((
        table, drawn, active, phase, (actor + 1) % table.seats, players, numbers, currency, total, coins,
        market, discard, new_auction((card, bids, high, leader)), last_buys, result,
    ))  # fmt: skip
    return new_step((after, (event,)))
