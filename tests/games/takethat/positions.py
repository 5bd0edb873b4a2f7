"""Positions for the tests, built from what matters to each of them."""

from __future__ import annotations

from typing import Any

from games.core.dealer import Dealer
from games.core.game import Event, Json
from games.takethat import GAME
from games.takethat.actions import CARDS
from games.takethat.state import State


def start(seats: int = 2, key: int = 1, **options: Any) -> State:
    """Deal a game."""
    resolved = GAME.options().resolve(options, seats=seats)
    return GAME.deal(seats=seats, options=resolved, dealer=Dealer(key.to_bytes(32, "big")))


def numbers(text: str) -> tuple[int, ...]:
    """Read cards."""
    return tuple(map(int, text.split()))


def at(row: str, *hands: str, pile: str = "98 97 96", up: str = "", down: str = "", **options: Any) -> State:
    """Set a table: the row, the hands, the pile from its top; seat 0 acts and has cards before it.

    The cards that are not named are with seat 1, face up.
    """
    state = start(len(hands), **{"rounds": 1, **options})
    held = tuple(tuple(sorted(numbers(hand))) for hand in hands)
    named = {*numbers(f"{row} {pile} {up} {down}"), *(card for hand in held for card in hand)}
    rest = tuple(card for card in CARDS if card not in named)
    nothing: tuple[tuple[int, ...], ...] = ((),) * (len(hands) - 2)
    lying = numbers(row)
    return state._replace(
        round=state.round._replace(deck=numbers(pile)),
        acting=(0,),
        drawn=0,
        hands=held,
        row=lying,
        row_mask=sum(1 << card for card in lying),
        face_up=(numbers(up), rest, *nothing),
        face_down=(numbers(down), (), *nothing),
    )


def play(state: State, *actions: Json) -> tuple[State, list[Event]]:
    """Let the seats that must act do these, one after the other; give all that happened."""
    told: list[Event] = []
    for action in actions:
        (seat,) = GAME.to_act(state)
        state, events = GAME.apply(state, {seat: GAME.parse(action)})
        told += events
    return state, told


TAKE = {"do": "take"}


def add(card: int) -> dict[str, Json]:
    """Write an add."""
    return {"do": "add", "card": card}


def pull(card: int) -> dict[str, Json]:
    """Write a pull."""
    return {"do": "pull", "card": card}


def listed(state: State) -> list[dict[str, Json]]:
    """Write down the legal actions."""
    return [GAME.dump(action) for action in GAME.legal(state, state.acting[0])]


def kinds(events: list[Event]) -> list[str]:
    """Name what happened."""
    return [event.kind for event in events]
