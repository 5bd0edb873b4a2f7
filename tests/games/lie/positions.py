"""Positions for the tests, built from what matters to each of them."""

from __future__ import annotations

from typing import Any

from games.core.dealer import Dealer
from games.core.game import Event, Json
from games.lie import GAME
from games.lie.actions import Hand
from games.lie.state import CARDS, Standing, State


def start(seats: int = 3, key: int = 1, **options: Any) -> State:
    """Deal a game."""
    resolved = GAME.options().resolve(options, seats=seats)
    return GAME.deal(seats=seats, options=resolved, dealer=Dealer(key.to_bytes(32, "big")))


def standing(counts: tuple[int, ...], playing: tuple[int, ...] | None = None, **more: Any) -> Standing:
    """Say who is in and how many cards everybody draws."""
    return Standing(
        tuple(range(len(counts))) if playing is None else playing,
        counts,
        **{"out": (), "extra": False, **more},
    )


def at(
    *shown: str,
    counts: tuple[int, ...] | None = None,
    starter: int = 0,
    playing: tuple[int, ...] | None = None,
    out: tuple[int, ...] = (),
    extra: bool = False,
    **options: Any,
) -> State:
    """Let seats show these values ("14" is a 1 and a 4) in the bidding of a round; seat 0 starts.

    Each hand has the cards that show them: the lowest that are free.
    """
    state = start(len(shown), **options)
    free = list(CARDS)
    hands, ups = [], []
    for values in shown:
        pairs = sorted((_take(free, int(value)), int(value)) for value in values)
        hands.append(tuple(card for card, _ in pairs))
        ups.append(tuple(value for _, value in pairs))
    drawn = tuple(len(hand) for hand in hands)
    stands = standing(counts or drawn, playing, out=out, extra=extra)
    table = state.round._replace(
        starter=starter, standing=stands, hands=tuple(hands), rest=tuple(free), total=sum(drawn)
    )
    return state._replace(round=table, phase="bid", acting=(starter,), clockwise=True, ups=tuple(ups))


def _take(free: list[tuple[int, int]], value: int) -> tuple[int, int]:
    card = next(card for card in free if value in card)
    free.remove(card)
    return card


def lowest(hand: Hand) -> dict[str, Json]:
    """Set every card's lower value up."""
    return {"do": "set", "up": [low for low, _ in hand]}


def set_all(state: State) -> State:
    """Let everyone set their lowest values."""
    hands = state.round.hands
    return GAME.apply(state, {seat: GAME.parse(lowest(hands[seat])) for seat in state.acting}).state


def play(state: State, *actions: Json) -> tuple[State, list[Event]]:
    """Let the seats that must act do these, one after the other; give all that happened."""
    told: list[Event] = []
    for action in actions:
        (seat,) = GAME.to_act(state)
        state, events = GAME.apply(state, {seat: GAME.parse(action)})
        told += events
    return state, told


CHALLENGE = {"do": "challenge"}


def bid(count: int, value: int) -> dict[str, Json]:
    """Write a bid."""
    return {"do": "bid", "count": count, "value": value}


def kinds(events: list[Event]) -> list[str]:
    """Name what happened."""
    return [event.kind for event in events]
