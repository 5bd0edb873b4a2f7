"""The end of a round of Take That and of the game."""

from __future__ import annotations

from games.core.game import Event, Outcome, Step
from games.takethat.actions import TOADS
from games.takethat.state import Cards, State, deal_events, deal_round

TOAD_COST = 5


def minus(cards: Cards) -> int:
    """Rule 4.4: what face-down cards cost: 5 for a toad, 1 for any other."""
    return len(cards) + (TOAD_COST - 1) * len(TOADS.intersection(cards))


def round_points(state: State) -> tuple[int, ...]:
    """Rule 4.4: what each seat's cards are worth."""
    piles = zip(state.face_up, state.face_down, state.unseen, strict=True)
    return tuple([len(up) - minus(down) - minus(unseen) for up, down, unseen in piles])


def score_round(state: State, events: list[Event]) -> Step[State]:
    """Rules 4.3 to 4.6: show everything, count, and deal again or end the game."""
    setup, table = state.setup, state.round
    points = round_points(state)
    report = {"round": table.number, "points": points, "unseen": state.unseen, "hands": state.hands}
    events = [*events, Event("score", report)]
    history = (*table.points, points)
    if table.number == setup.rounds:
        return _end(state._replace(round=table._replace(points=history, last=report)), events)
    dealt = deal_round(setup, table.number + 1, (table.dealing + 1) % setup.seats, history, report)
    return Step(dealt, (*events, *deal_events(dealt)))


def _end(state: State, events: list[Event]) -> Step[State]:
    """Rule 4.6: the highest sum over all rounds wins; equal sums share the rank."""
    scores = tuple(map(sum, zip(*state.round.points, strict=True)))
    ranks = tuple(1 + sum(other > mine for other in scores) for mine in scores)
    over = state._replace(acting=(), outcome=Outcome(ranks, scores, "rounds"))
    return Step(over, (*events, Event("end", {"scores": scores, "ranks": ranks})))
