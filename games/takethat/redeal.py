"""Another deal of Take That that one seat cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.dealer import Dealer
from games.core.game import Seat
from games.takethat.state import Cards, State


def redeal(state: State, seat: Seat, dealer: Dealer) -> State:
    """Deal the other hands, the pile and the unseen cards again, and change all chance to come."""
    setup = state.setup._replace(dealer=dealer)
    if state.outcome:
        return state._replace(setup=setup)  # the last score has shown every card
    hands = [() if other == seat else hand for other, hand in enumerate(state.hands)]
    pile = state.round.deck[state.drawn :]
    hidden = [card for group in (*hands, *state.unseen, pile) for card in group]
    sizes = [len(group) for group in (*hands, *state.unseen)]
    *groups, pile = _split(dealer.shuffle(sorted(hidden), "redeal"), sizes)
    dealt = [tuple(sorted(group)) for group in groups[: setup.seats]]
    dealt[seat] = state.hands[seat]
    table = state.round._replace(deck=state.round.deck[: state.drawn] + pile)
    return state._replace(setup=setup, round=table, hands=tuple(dealt), unseen=tuple(groups[setup.seats :]))


def _split(cards: Cards, sizes: Sequence[int]) -> list[Cards]:
    """Cut the cards into groups of these sizes and the rest."""
    groups, top = [], 0
    for size in sizes:
        groups.append(cards[top : top + size])
        top += size
    return [*groups, cards[top:]]
