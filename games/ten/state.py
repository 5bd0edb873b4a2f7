"""The table of TEN: an immutable State, and the Draft on which a step writes the next one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from games.core.game import Event, Outcome, Step

START_CURRENCY: Final = 5
MOST_CURRENCY: Final = 10
FIASCO_WORTH: Final = 3
LIMIT: Final = 10  # what numbers minus currency, and currency alone, must not exceed
NOBODY: Final = -1
BOT: Final = 0  # the one seat of a solo game
TEN: Final = 1  # the automaton's place among the players; it is not a seat


class Player(NamedTuple):
    """What lies before one player; both kinds of cards in card order."""

    numbers: tuple[str, ...]
    wilds: tuple[str, ...]
    currency: int
    fiasco: int


class Auction(NamedTuple):
    """A wild under the hammer. A bid of None is a pass."""

    card: str
    bids: tuple[tuple[int, int | None], ...]
    high: int
    leader: int


class Table(NamedTuple):
    """What stays the same all game: how it is played, and the deck in its order."""

    seats: int
    boundary: int | None  # TEN's, in a solo game
    fiasco_buys: bool
    deck: tuple[str, ...]


class State(NamedTuple):
    """One moment of a game."""

    table: Table
    drawn: int  # cards of the deck revealed so far
    active: int  # whose turn it is: a seat, or TEN
    phase: str  # draw, auction, pay, buy, fiasco, over
    actor: int  # the seat that must act, NOBODY when it is over
    players: tuple[Player, ...]
    numbers: tuple[str, ...]  # the play area's number cards, in the order they came
    currency: tuple[str, ...]  # the play area's currency cards
    sum: int  # what the play area's number cards add up to
    coins: int  # what its currency cards are worth
    market: tuple[str, ...]  # in card order
    discard: tuple[str, ...]  # in the order they came
    auction: Auction | None
    last_buys: tuple[int, ...] | None  # who still has a last buy, the one at it first; None before the end
    result: Outcome | None


# Named tuples made from a tuple: half the time of their own constructors, on the path of every action.
new_player = partial(tuple.__new__, Player)
new_auction = partial(tuple.__new__, Auction)
new_state = partial(tuple.__new__, State)
new_step = partial(tuple.__new__, Step)
_event = partial(tuple.__new__, Event)
_HIDDEN: Final[Mapping[str, Any]] = {}  # no event of TEN hides anything


def new_event(kind: str, data: Mapping[str, Any]) -> Event:
    """Make an event that everybody sees."""
    return _event((kind, data, _HIDDEN, (), False))


TenStep = Step[State]


class Draft:
    """The next state while a step writes it, and the events of the step."""

    __slots__ = (
        "active", "actor", "auction", "coins", "currency", "discard", "drawn", "events", "last_buys",
        "market", "numbers", "phase", "players", "result", "sum", "table",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.events: list[Event] = []
        self.players: list[Player]
        (
            self.table, self.drawn, self.active, self.phase, self.actor, players, self.numbers, self.currency,
            self.sum, self.coins, self.market, self.discard, self.auction, self.last_buys, self.result,
        ) = state  # fmt: skip
        self.players = list(players)

    def freeze(self) -> State:
        """Give the state as it is written now."""
        return new_state((
            self.table, self.drawn, self.active, self.phase, self.actor, tuple(self.players), self.numbers,
            self.currency, self.sum, self.coins, self.market, self.discard, self.auction, self.last_buys,
            self.result,
        ))  # fmt: skip

    def tell(self, kind: str, data: Mapping[str, Any]) -> None:
        """Add an event that everybody sees."""
        self.events.append(_event((kind, data, _HIDDEN, (), False)))

    def name(self, player: int) -> int | None:
        """Give the seat of a player for events and observations; TEN has none."""
        return player if player < self.table.seats else None

    def ask(self, phase: str, seat: int) -> None:
        """Wait for a decision of a seat."""
        self.phase = phase
        self.actor = seat


def resources(player: Player) -> int:
    """Rule 5.3: what a player can pay at most."""
    return player.currency + FIASCO_WORTH * player.fiasco + len(player.numbers)


def duplicates(numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Rule 8.5: all copies but one of each number card; `numbers` are in card order."""
    return tuple([card for card, before in zip(numbers[1:], numbers, strict=False) if card == before])


def count_duplicates(numbers: tuple[str, ...]) -> int:
    """Rule 8.5: tell how many duplicates there are."""
    return len(numbers) - len(set(numbers))


def solo_resources(player: Player) -> int:
    """Rule 8.6: what a player can pay at most in an auction of a solo game."""
    return player.currency + FIASCO_WORTH * player.fiasco + count_duplicates(player.numbers)
