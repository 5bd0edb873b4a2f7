"""Twin It: the game itself. RULES.md has the rules that the numbers in this package refer to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from games.core.dealer import Dealer
from games.core.errors import GameOverError, IllegalActionError, OptionsError
from games.core.game import Event, Game, Json, Outcome, Seat, Step
from games.core.options import Option, Options, OptionSet
from games.twinit import actions as forms
from games.twinit import coop, redeal, ring, schema, scoring, slaps, teams, turns, views, words
from games.twinit.actions import FLIPS, REST, WAIT, Action
from games.twinit.coop import CoopState
from games.twinit.table import State

TwinState = State | CoopState
SEATS = {"rivalry": range(2, 7), "teams": range(4, 7), "coop": range(1, 7), "ring": range(2, 7)}
PLAY: dict[str, Callable[[State, Mapping[int, Action], list[Event]], State]] = {
    "rivalry": slaps.play, "teams": teams.play, "ring": ring.play,
}  # fmt: skip
WINDOW_ACTIONS = (REST, WAIT)
DOES = {
    "rivalry": frozenset({"wait", "rest", "slap"}),
    "teams": frozenset({"wait", "rest", "hand"}),
    "ring": frozenset({"wait", "rest", "slap"}),
    "coop": frozenset({"wait", "look", "flip", "match"}),
}
OPTIONS = OptionSet(
    (
        Option(
            "mode", tuple(SEATS), "Who plays with whom: everyone alone, two teams, all together, or the ring."
        ),
    ),
    lambda options: tuple(SEATS[str(options["mode"])]),
    default_seats=4,
)


class TwinIt(Game[TwinState, Action]):
    """The race to spot identical pictures, in ticks."""

    slug: ClassVar[str] = "twinit"
    title: ClassVar[str] = "Twin It"
    version: ClassVar[int] = 1
    # Co-operation has no ranks to tell anybody apart by, and in the other modes the winner has the most sets.
    rated_by: ClassVar[Literal["score", "rank"]] = "score"
    forfeit_margin: ClassVar[int] = 7  # the sets that win: to crash is never better than to lose
    step_limit: ClassVar[int] = turns.WINDOW_LIMIT * 7 + turns.RING_FLIP_LIMIT

    def options(self) -> OptionSet:
        """Name the mode and the seats that go with it."""
        return OPTIONS

    def teams(self, *, seats: int, options: Options) -> tuple[int, ...]:
        """Give the side of each seat."""
        return turns.sides_of(str(options["mode"]), seats)

    def deal(self, *, seats: int, options: Options, dealer: Dealer) -> TwinState:
        """Set the table up."""
        if set(options) != {"mode"}:
            raise OptionsError("The options of Twin It are complete with mode.")
        mode = str(OPTIONS.resolve(options, seats=seats)["mode"])
        fixed = turns.setup(mode, seats, dealer)
        return coop.begin(fixed) if mode == "coop" else turns.begin(fixed)

    def opening(self, state: TwinState) -> tuple[Event, ...]:
        """Tell who starts; where a flip is no decision the starter has flipped already."""
        return () if isinstance(state, CoopState) else turns.opening(state)

    def to_act(self, state: TwinState) -> tuple[Seat, ...]:
        """Name the seats that are awake."""
        return state.awake

    def phase(self, state: TwinState) -> str:
        """Name what is due: a flip, a tick of a window, or a tick of co-operation."""
        if not state.awake:
            return "over"
        if isinstance(state, CoopState):
            return "tick"
        return "window" if state.tick else "flip"

    def legal(self, state: TwinState, seat: Seat) -> Sequence[Action]:
        """List the closed forms (rule 9.9): rest and wait, or flips, or wait and one look."""
        if seat not in state.awake:
            return ()
        if isinstance(state, CoopState):
            return coop.legal(state, seat)
        if state.tick:
            return WINDOW_ACTIONS
        return tuple([FLIPS[number] for number, pile in enumerate(state.table.piles) if pile])

    def forced(self, state: TwinState, seat: Seat) -> Action | None:
        """Give the flip of the only pile that is left in ring; elsewhere there is always a choice."""
        if isinstance(state, CoopState) or state.tick:
            return None
        flips = self.legal(state, seat)
        return flips[0] if len(flips) == 1 else None

    def parse(self, data: Json) -> Action:
        """Read an action from JSON data."""
        return forms.parse(data)

    def dump(self, action: Action) -> dict[str, Json]:
        """Write an action as JSON data."""
        return forms.dump(action)

    def check(self, state: TwinState, seat: Seat, action: Action) -> None:
        """Raise IllegalActionError unless the seat may do this now."""
        if seat not in state.awake:
            raise IllegalActionError(f"Seat {seat} has nothing to do now; to act: {_seats(state.awake)}.")
        _check(state, action)

    def apply(self, state: TwinState, actions: Mapping[Seat, Action]) -> Step[TwinState]:
        """Carry out one tick, or one flip."""
        awake = state.awake
        if not awake:
            raise GameOverError("The game is over; nobody can act any more.")
        if len(actions) != len(awake) or not actions.keys() >= set(awake):
            raise IllegalActionError(f"Exactly these seats must act: {_seats(awake)}.")
        for seat in awake:
            _check(state, actions[seat])
        events: list[Event] = []
        after: TwinState
        if isinstance(state, CoopState):
            after = coop.play(state, actions, events)
        else:
            after = PLAY[state.setup.mode](state, actions, events)
        return Step(after, tuple(events))

    def observe(self, state: TwinState, seat: Seat | None) -> Json:
        """Show the table through a seat's eyes; None is the open table."""
        return coop.observe(state, seat) if isinstance(state, CoopState) else views.observe(state, seat)

    def outcome(self, state: TwinState) -> Outcome | None:
        """Say how it ended; None while it goes on."""
        return coop.outcome(state) if isinstance(state, CoopState) else scoring.outcome(state)

    def redeal(self, state: TwinState, seat: Seat, dealer: Dealer) -> TwinState:
        """Deal again what this seat cannot see."""
        if isinstance(state, CoopState):
            return redeal.redeal_coop(state, seat, dealer)
        return redeal.redeal_piles(state, seat, dealer)

    def schemas(self) -> dict[str, Json]:
        """Give the JSON Schemas of options, actions and observations."""
        return schema.schemas()

    def describe(self, event: Mapping[str, Any]) -> tuple[str, dict[str, Json]]:
        """Give the English template of an event's sentence and what fills it in."""
        return words.describe(event)


def _check(state: TwinState, action: Action) -> None:
    if (action is WAIT or action is REST) and not isinstance(state, CoopState) and state.tick:
        return
    mode = state.setup.mode
    _check_say(mode, action.say)
    if not isinstance(state, CoopState) and not state.tick:
        _check_flip(state, action)
    elif action.do not in DOES[mode] or (action.do == "flip" and not action.cards):
        raise IllegalActionError(f"{action.do!r} is not possible here; in {mode} a seat can {_does(mode)}.")
    elif mode == "rivalry" and (action.middle or action.pile is not None):
        raise IllegalActionError(
            'In rivalry a slap is {"do": "slap", "cards": [FIRST, SECOND]}; '
            '"middle" and "pile" belong to the ring.'
        )


def _check_flip(state: State, action: Action) -> None:
    """Rule 7.2: any pile with cards can be flipped, and nothing else is done then."""
    left = [number for number, pile in enumerate(state.table.piles) if pile]
    if action.do != "flip" or action.pile not in left:
        raise IllegalActionError(f'A flip is due: {{"do": "flip", "pile": N}} with N one of {left}.')


def _check_say(mode: str, say: str | None) -> None:
    """Rules 6.9 and 8.8: there is talk in teams and in co-operation only."""
    limit = {"teams": forms.TEAM_SAY, "coop": forms.COOP_SAY}.get(mode, 0)
    if say is not None and len(say) > limit:
        allowed = f"at most {limit} characters" if limit else "nothing"
        raise IllegalActionError(f'In {mode} a seat can say {allowed}; leave "say" out or make it shorter.')


def _seats(seats: tuple[Seat, ...]) -> str:
    return ", ".join(map(str, seats)) or "nobody, the game is over"


def _does(mode: str) -> str:
    return ", ".join(sorted(DOES[mode]))
