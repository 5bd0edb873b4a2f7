"""Sequence: five in a row by cards, alone or in teams. RULES.md has the rules that the code cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from games.core.dealer import Dealer
from games.core.errors import GameOverError, IllegalActionError
from games.core.game import Event, Game, Json, Outcome, Seat, Step
from games.core.options import Options, OptionSet
from games.sequence import actions as forms
from games.sequence import choices, schema, setup, turns, view, words
from games.sequence.actions import Action
from games.sequence.state import State


class SequenceGame(Game[State, Action]):
    """The rules of Sequence."""

    slug: ClassVar[str] = "sequence"
    title: ClassVar[str] = "Sequence"
    version: ClassVar[int] = 1
    rated_by: ClassVar[Literal["score", "rank"]] = "rank"
    forfeit_margin: ClassVar[int] = 1
    # 600 turns of an exchange and a play, and each of at most 36 hand cards paid for talk once.
    step_limit: ClassVar[int] = 2 * turns.LAST_TURN + 36

    def options(self) -> OptionSet:
        """Name the options, their values and defaults, and the seats they allow."""
        return setup.option_set()

    def teams(self, *, seats: int, options: Options) -> tuple[int, ...]:
        """Give the side of each seat."""
        return setup.sides(seats, options)

    def deal(self, *, seats: int, options: Options, dealer: Dealer) -> State:
        """Set the table up."""
        return setup.deal(seats, options, dealer)

    def opening(self, state: State) -> tuple[Event, ...]:
        """Tell who deals and who starts."""
        return (Event("deal", {"seat_dealer": state.table.host, "seat": state.turn}),)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Name the one seat that must act; none after the end."""
        if state.ending:
            return ()
        return (state.debtors[0] if state.debtors else state.turn,)

    def phase(self, state: State) -> str:
        """Name the kind of decision that is due: "turn", "penalty" or "over"."""
        return view.phase(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """List legal actions, without "sequence" and "say", and with "draw" where it is needed."""
        return choices.legal(state, seat)

    def forced(self, state: State, seat: Seat) -> Action | None:
        """Give the pass, or the discard of the only card, of a seat that has no choice."""
        return choices.forced(state, seat)

    def parse(self, data: Json) -> Action:
        """Read an action from JSON data."""
        return forms.parse(data)

    def dump(self, action: Action) -> dict[str, Json]:
        """Write an action as JSON data."""
        return forms.dump(action)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Raise IllegalActionError unless the seat may do this now."""
        choices.check(state, seat, action)

    def apply(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        """Check and carry out the action of the one seat that must act."""
        if state.ending:
            raise GameOverError("The game is over.")
        seat = state.debtors[0] if state.debtors else state.turn
        if len(actions) != 1 or seat not in actions:
            raise IllegalActionError(f"Exactly seat {seat} must act now.")
        action = actions[seat]
        choices.check_action(state, seat, action)
        return turns.take(state, seat, action)

    def observe(self, state: State, seat: Seat | None) -> Json:
        """Show the table through a seat's eyes; None is the open table."""
        return view.observe(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Say how it ended; None while it goes on."""
        return turns.outcome(state)

    def redeal(self, state: State, seat: Seat, dealer: Dealer) -> State:
        """Deal again what this seat cannot see."""
        return setup.redeal(state, seat, dealer)

    def schemas(self) -> dict[str, Json]:
        """Give the JSON Schemas of options, actions and observations."""
        return schema.schemas()

    def describe(self, event: Mapping[str, Json]) -> tuple[str, dict[str, Json]]:
        """Give the template of an event's sentence and what fills it in."""
        return words.describe(event)
