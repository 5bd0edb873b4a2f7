"""What a seat may do now: listing it, checking it, and telling when there is nothing to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from games.core.errors import IllegalActionError
from games.ten.actions import (
    BIDS,
    BUY_INSTEAD,
    DRAW,
    PASS,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    TOKEN,
    Action,
    Bid,
    Buy,
    Pay,
)
from games.ten.auction import bounds, check_bid
from games.ten.components import WORTH
from games.ten.payment import Payment, check_payment, is_forced, payments
from games.ten.state import State, resources


def _legal_draw(state: State) -> Sequence[Action]:
    """Rules 2.4, 4.1 and 7.1: with cards in the play area take a reward; with a deck draw."""
    if state.drawn == len(state.table.deck):
        return (TAKE_NUMBERS, TAKE_CURRENCY) if state.currency else (TAKE_NUMBERS,)
    if state.currency:
        return (TAKE_NUMBERS, TAKE_CURRENCY, DRAW)
    return (TAKE_NUMBERS, DRAW) if state.numbers else (DRAW,)


def _legal_auction(state: State) -> Sequence[Action]:
    """Rules 5.1 to 5.3: pass, or bid more than the highest bid and no more than one can pay."""
    least, most = bounds(state, state.actor)
    return (PASS, *BIDS[least : most + 1])


def _legal_pay(state: State) -> Sequence[Action]:
    """Rule 10.2: one payment of every make-up."""
    price, solo = _due(state)
    return [Pay("pay", *paid) for paid in payments(price, state.players[state.actor], duplicates_only=solo)]


def _legal_buy(state: State) -> Sequence[Action]:
    """Rules 4.5 and 4.6: pass, or buy a card of the market that one does not own, in every make-up."""
    found: list[Action] = [PASS]
    player = state.players[state.actor]
    by_price: dict[int, list[Payment]] = {}
    for card in _wares(state):
        price = WORTH[card]
        if price not in by_price:
            by_price[price] = payments(price, player)
        found += [Buy("buy", card, coins, tokens, cards) for coins, tokens, cards in by_price[price]]
    return found


def _legal_fiasco(_state: State) -> Sequence[Action]:
    """Rule 3.6: the token, or a buy."""
    return (TOKEN, BUY_INSTEAD)


def _due(state: State) -> tuple[int, bool]:
    """Give the price of the wild that was won, and whether only duplicates may be spent on it (solo)."""
    assert state.auction is not None
    return state.auction.high, state.table.boundary is not None


def _wares(state: State) -> list[str]:
    """List the cards of the market that the actor may and can buy, each once."""
    player = state.players[state.actor]
    means, owned = resources(player), player.numbers
    return [card for card in dict.fromkeys(state.market) if card not in owned and WORTH[card] <= means]


_LEGAL: Final[dict[str, Callable[[State], Sequence[Action]]]] = {
    "draw": _legal_draw,
    "auction": _legal_auction,
    "pay": _legal_pay,
    "buy": _legal_buy,
    "fiasco": _legal_fiasco,
}


def legal_actions(state: State) -> Sequence[Action]:
    """List the actor's actions, the default first."""
    return _LEGAL[state.phase](state)


def only_action(state: State) -> Action | None:
    """Give the actor's one action when there is nothing to choose."""
    if state.phase == "buy":
        return None if _wares(state) else PASS
    if state.phase == "pay":
        price, solo = _due(state)
        if not is_forced(price, state.players[state.actor], duplicates_only=solo):
            return None
    found = legal_actions(state)
    return found[0] if len(found) == 1 else None


def check_action(state: State, action: Action) -> None:
    """Raise IllegalActionError unless the actor may do this now."""
    if state.phase == "pay" and isinstance(action, Pay):
        price, solo = _due(state)
        paid = Payment(action.currency, action.fiasco, action.cards)
        check_payment(price, paid, state.players[state.actor], duplicates_only=solo)
    elif state.phase == "buy" and isinstance(action, Buy):
        _check_buy(state, action)
    elif state.phase == "auction" and isinstance(action, Bid):
        check_bid(state, state.actor, action.amount)
    elif action != PASS or state.phase not in ("auction", "buy"):
        _check_listed(state, action)


def _check_listed(state: State, action: Action) -> None:
    legal = () if state.phase in ("pay", "buy", "auction") else legal_actions(state)
    if action not in legal:
        raise IllegalActionError(f'"{action.do}" is not possible here: {_hint(state)}.')


def _hint(state: State) -> str:
    if state.phase in _HINTS:
        return _HINTS[state.phase]
    return "you can " + " or ".join(
        " ".join(cast("tuple[str, ...]", action)) for action in legal_actions(state)
    )


_HINTS: Final = {
    "pay": "you must pay for the wild you won",
    "buy": "you can buy a card or pass",
    "auction": "you can bid or pass",
}


def _check_buy(state: State, action: Buy) -> None:
    """Rules 4.5 and 4.6: the card lies in the market, is not owned yet, and is paid for fairly."""
    player = state.players[state.actor]
    wares = _wares(state)
    if action.card not in wares:
        can = f"you can buy {', '.join(wares)} or pass" if wares else "you can only pass"
        raise IllegalActionError(f"{action.card} {_why_not(state, action.card)}: {can}.")
    check_payment(WORTH[action.card], Payment(action.currency, action.fiasco, action.cards), player)


def _why_not(state: State, card: str) -> str:
    if card not in state.market:
        return "is not in the market"
    return "is yours already" if card in state.players[state.actor].numbers else "is more than you can pay"
