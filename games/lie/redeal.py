"""Another deal of LIE that one seat cannot tell from the real one."""

from __future__ import annotations

from games.core.dealer import Dealer
from games.core.game import Seat
from games.lie.actions import Hand
from games.lie.state import State, deal_hands


def redeal(state: State, seat: Seat, dealer: Dealer) -> State:
    """Deal the other hands again, set them at random, and change all chance to come."""
    setup = state.setup._replace(dealer=dealer)
    if state.outcome:
        return state._replace(setup=setup)  # the last challenge has shown every card
    hands, rest = _other_hands(state, seat, dealer)
    ups = state.ups and _other_ups(state.ups, hands, seat, dealer)
    return state._replace(setup=setup, round=state.round._replace(hands=hands, rest=rest), ups=ups)


def _other_hands(state: State, seat: Seat, dealer: Dealer) -> tuple[tuple[Hand, ...], Hand]:
    mine = state.round.hands[seat]
    others = [hand for other, hand in enumerate(state.round.hands) if other != seat]
    unseen = [*state.round.rest, *(card for hand in others for card in hand)]
    sizes = [len(hand) for hand in others]
    drawn, rest = dealer.draw(sorted(unseen), sum(sizes), "redeal")
    hands = deal_hands(drawn, sizes)
    return (*hands[:seat], mine, *hands[seat:]), rest


def _other_ups(
    ups: tuple[tuple[int, ...], ...], hands: tuple[Hand, ...], seat: Seat, dealer: Dealer
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        ups[seat]
        if other == seat
        else tuple(card[dealer.below(2, "redeal", "up", other, place)] for place, card in enumerate(hand))
        for other, hand in enumerate(hands)
    )
