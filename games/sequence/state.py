"""What lies on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.core.dealer import Dealer
from games.core.game import Seat

Words = tuple[int, Seat, str]  # the turn, the seat and the text
Line = tuple[int, int]  # the side and the mask of a sequence


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same all game long."""

    seats: int
    sides: tuple[int, ...]  # by seat
    members: tuple[tuple[Seat, ...], ...]  # by side
    needed: int
    advanced: bool
    talk_costs: bool
    manual: bool
    host: Seat  # the player who deals


class State(NamedTuple):
    """One position. Chips are bit masks, one for each side."""

    table: Table
    dealer: Dealer
    turn: Seat
    turns: int  # turns that are over
    chips: tuple[int, ...]
    sequences: tuple[Line, ...]  # in the order they were completed
    hands: tuple[tuple[str, ...], ...]
    discards: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    drawn: int  # how many cards of the pile are gone; pile[drawn] is the top
    shuffles: int
    exchanged: bool  # in this turn
    passes: int  # turns in succession that were nothing but a pass
    talked: bool  # in this turn
    debtors: tuple[Seat, ...]  # seats that must still discard for talking
    said: tuple[Words, ...]  # the latest words of each seat that has spoken
    ending: str  # "" while the game goes on
