"""Positions for the tests, built from what matters to each of them."""

from __future__ import annotations

from typing import Any

from games.core.dealer import Dealer
from games.core.game import Event, Json
from games.sequence import GAME
from games.sequence.board import AT, BIT
from games.sequence.state import State


def start(seats: int = 2, key: int = 1, **options: Any) -> State:
    """Deal a game."""
    resolved = GAME.options().resolve(options, seats=seats)
    return GAME.deal(seats=seats, options=resolved, dealer=Dealer(key.to_bytes(32, "big")))


def mask(*cells: tuple[int, int]) -> int:
    """Give the mask of cells."""
    return sum(BIT[AT.index(cell)] for cell in cells)


def row(number: int, *columns: int) -> int:
    """Give the mask of some cells of one row."""
    return mask(*((number, column) for column in columns))


def at_turn(state: State, hand: str, *, turn: int = 0, **changes: Any) -> State:
    """Give the turn and a hand to a seat."""
    hands = list(state.hands)
    hands[turn] = tuple(hand.split())
    return state._replace(turn=turn, hands=tuple(hands), **changes)


def play(state: State, action: Json) -> tuple[State, tuple[Event, ...]]:
    """Let the seat that must act do this."""
    (seat,) = GAME.to_act(state)
    return GAME.apply(state, {seat: GAME.parse(action)})


def place(card: str, at: tuple[int, int], **more: Json) -> dict[str, Json]:
    """Write a placing."""
    return {"do": "place", "card": card, "at": list(at), **more}


def kinds(events: tuple[Event, ...]) -> list[str]:
    """Name what happened."""
    return [event.kind for event in events]
