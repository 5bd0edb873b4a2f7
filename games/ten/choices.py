"""What a seat may do now: listing it, checking it, and telling when there is nothing to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

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
from games.ten.auction import bounds, check_bid, what_can_be_bid
from games.ten.components import WORTH
from games.ten.listing import Listing
from games.ten.payment import buys, check_payment, is_forced, legal_example, ways
from games.ten.state import Player, State, resources

_ONLY_PASS: Final = (PASS,)


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
    """Rules 5.4 and 9.5: one payment of every make-up."""
    price, solo = _due(state)
    player = state.players[state.actor]
    return Listing((), [("", ways(price, player, duplicates_only=solo))], player)


def _legal_buy(state: State) -> Sequence[Action]:
    """Rules 4.5 and 4.6: pass, or buy a card of the market that one does not own, in every make-up."""
    player = state.players[state.actor]
    owned, ups = set(player.numbers), buys(player)
    wares = [
        (card, found)
        for card in dict.fromkeys(state.market)
        if card not in owned and (found := ups[WORTH[card]])
    ]
    return Listing(_ONLY_PASS, wares, player) if wares else _ONLY_PASS


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
    means, owned = resources(player), set(player.numbers)
    return [card for card in dict.fromkeys(state.market) if card not in owned and WORTH[card] <= means]


LEGAL: Final[dict[str, Callable[[State], Sequence[Action]]]] = {
    "draw": _legal_draw,
    "auction": _legal_auction,
    "pay": _legal_pay,
    "buy": _legal_buy,
    "fiasco": _legal_fiasco,
}


def legal_actions(state: State) -> Sequence[Action]:
    """List the actor's actions, the default first."""
    return LEGAL[state.phase](state)


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
    check = _CHECKS[state.phase].get(action.do)
    if check is None:
        raise IllegalActionError(f'"{action.do}" is not possible here: {_hint(state)}.')
    check(state, action)


def _check_listed(state: State, action: Action) -> None:
    if action not in LEGAL[state.phase](state):
        raise IllegalActionError(f'"{" ".join(action)}" is not possible here: {_hint(state)}.')  # type: ignore[arg-type]


def _check_draw(state: State, action: Action) -> None:
    """Rule 7.1: draw as long as there is a deck."""
    if action != DRAW or state.drawn == len(state.table.deck):
        _check_listed(state, action)


def _check_pass(_state: State, _action: Action) -> None:
    """Accept a pass: it is possible in every position of its phase."""


def _check_bid(state: State, action: Bid) -> None:
    check_bid(state, state.actor, action.amount)


def _check_pay(state: State, action: Pay) -> None:
    """Rule 5.4: the highest bidder pays what was bid."""
    price, solo = _due(state)
    check_payment(price, action, state.players[state.actor], duplicates_only=solo)


def _hint(state: State) -> str:
    """Say what would be legal."""
    if state.phase == "pay":
        price, solo = _due(state)
        return f"you must pay for the wild you won; {legal_example(price, state.players[state.actor], solo)}"
    if state.phase == "buy":
        return _what_can_be_bought(state)
    if state.phase == "auction":
        return f"you can {what_can_be_bid(state, state.actor)}"
    return "you can " + " or ".join(
        " ".join(cast("tuple[str, ...]", action)) for action in legal_actions(state)
    )


def _what_can_be_bought(state: State) -> str:
    wares = _wares(state)
    return f"you can buy {', '.join(wares)} or pass" if wares else "you can only pass"


def _check_buy(state: State, action: Buy) -> None:
    """Rules 4.5 and 4.6: the card lies in the market, is not owned yet, and is paid for fairly."""
    card, player = action.card, state.players[state.actor]
    why_not = _why_not(state, player, card)
    if why_not:
        raise IllegalActionError(f"{card} {why_not}: {_what_can_be_bought(state)}.")
    check_payment(WORTH[card], action, player)


def _why_not(state: State, player: Player, card: str) -> str:
    """Say why a card cannot be bought; nothing when it can."""
    if card not in state.market:
        return "is not in the market"
    if card in player.numbers:
        return "is yours already"
    return "" if WORTH[card] <= resources(player) else "is more than you can pay"


_CHECKS: Final[dict[str, dict[str, Callable[[State, Any], None]]]] = {
    "draw": {"draw": _check_draw, "take": _check_listed},
    "auction": {"bid": _check_bid, "pass": _check_pass},
    "pay": {"pay": _check_pay},
    "buy": {"buy": _check_buy, "pass": _check_pass},
    "fiasco": {"fiasco": _check_listed},
}
