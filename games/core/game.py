"""The contract every game keeps. Read this file first.

A game is a set of pure functions over immutable states: nothing mutates a state, reads a clock or rolls a
die. Inside an engine there are seats, not players. Endings by rule belong here; faults (too slow, illegal,
crashed) belong to the referee; matches that our own failure spoilt belong to the service.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from games.core.dealer import Dealer
from games.core.options import Options, OptionSet

Seat = int
Json = Any  # what json.loads gives; tuples stand for lists
S = TypeVar("S")  # a game's state: immutable
A = TypeVar("A")  # a game's action: immutable, hashable, comparable


class Event(NamedTuple):
    """One thing that happened: `data` for everyone, `hidden` for the `seers` and the open table alone."""

    kind: str
    data: Mapping[str, Json]
    hidden: Mapping[str, Json] = {}
    seers: tuple[Seat, ...] = ()
    secret: bool = False  # True: those who are not seers do not learn that it happened at all

    def view(self, seat: Seat | None) -> dict[str, Json] | None:
        """Show the event to a seat, or to the open table (None). None when the seat learns nothing of it."""
        if seat is None or seat in self.seers:
            return {"event": self.kind, **self.data, **self.hidden}
        return None if self.secret else {"event": self.kind, **self.data}


class Step(NamedTuple, Generic[S]):
    """The next state, and what happened on the way to it, in order."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended by rule. Ranks as in sport (1, 2, 2, 4); one entry a seat."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    ending: str  # a stable word for how it ended, such as "runs" or "undecided"
    detail: Mapping[str, Json] = field(default_factory=dict)  # what else a game tells, such as a grade


class Game(ABC, Generic[S, A]):
    """The rules of one game."""

    slug: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]  # raised when a recorded game would replay differently
    rated_by: ClassVar[Literal["score", "rank"]]  # what a leg of a match counts by
    forfeit_margin: ClassVar[int]  # points below the lowest score that a forfeited leg counts (1 for rank)
    step_limit: ClassVar[int]  # no game takes more steps than this

    @abstractmethod
    def options(self) -> OptionSet:
        """Name the options, their values and defaults, and the seats they allow."""

    @abstractmethod
    def teams(self, *, seats: int, options: Options) -> tuple[int, ...]:
        """Give the side of each seat. One side alone means solo or co-operation."""

    @abstractmethod
    def deal(self, *, seats: int, options: Options, dealer: Dealer) -> S:
        """Set the table up; OptionsError unless `options` are complete, as `OptionSet.resolve` gives them."""

    @abstractmethod
    def opening(self, state: S) -> tuple[Event, ...]:
        """Tell what the deal brought, for the account of a game; `state` is as it was dealt."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Name the seats that must act now, ascending; several act at once. Empty exactly when it is over."""

    @abstractmethod
    def phase(self, state: S) -> str:
        """Name the kind of decision that is due: the `phase` of a bot's `act` message."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """List legal actions in a fixed order; the first is the default action. Open forms: see the rules."""

    @abstractmethod
    def forced(self, state: S, seat: Seat) -> A | None:
        """Give the one action of a seat that has nothing to choose, else None."""

    @abstractmethod
    def parse(self, data: Json) -> A:
        """Read an action from JSON data. MalformedActionError when it is none of this game's."""

    @abstractmethod
    def dump(self, action: A) -> dict[str, Json]:
        """Write an action as JSON data: parse(dump(a)) == a."""

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise IllegalActionError, in a sentence that says what would be legal, unless the action is."""

    @abstractmethod
    def apply(self, state: S, actions: Mapping[Seat, A]) -> Step[S]:
        """Check and carry out the actions of exactly the seats in `to_act`. GameOverError after the end."""

    @abstractmethod
    def observe(self, state: S, seat: Seat | None) -> Json:
        """Show the table through a seat's eyes, built field by field; None is the open table."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Say how it ended; None while it goes on."""

    @abstractmethod
    def redeal(self, state: S, seat: Seat, dealer: Dealer) -> S:
        """Deal again what this seat cannot see. Its observation stays the same: searches rely on it."""

    @abstractmethod
    def schemas(self) -> dict[str, Json]:
        """Give JSON Schemas (2020-12) under "options", "action" and "observation"."""

    @abstractmethod
    def describe(self, event: Mapping[str, Json]) -> tuple[str, dict[str, Json]]:
        """Give the English template of an event's sentence and what fills it in.

        Keys that begin with `seat` are seats to be named.
        The templates are the constants in the game's words.py, so that they can be translated.
        """
