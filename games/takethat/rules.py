"""Take That: a row of numbers that grows until somebody must take it. RULES.md has the numbered rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from games.core.dealer import Dealer
from games.core.errors import GameOverError, IllegalActionError, OptionsError
from games.core.game import Event, Game, Json, Outcome, Seat, Step
from games.core.options import Option, Options, OptionSet
from games.takethat import actions, schema, view, words
from games.takethat.actions import ADD, PULL, TAKE, TWIN, Action, Add, Pull
from games.takethat.redeal import redeal
from games.takethat.state import Setup, State, deal_events, deal_round
from games.takethat.turns import add, pull, take

REACH = 10  # rule 3.2

OPTIONS = OptionSet(
    options=(
        Option(
            "rounds", (2, 1, 3, 4, 5, 6, 7, 8, 9, 10), "How many complete rounds are played; points add up."
        ),
        Option(
            "professional", (False, True), "A row of one card costs its taker the top of the pile, unseen."
        ),
    ),
    seats_for=lambda _options: (2, 3, 4),
    default_seats=3,
)


class TakeThat(Game[State, Action]):
    """The rules of Take That."""

    slug: ClassVar[str] = "takethat"
    title: ClassVar[str] = "Take That"
    version: ClassVar[int] = 1
    rated_by: ClassVar[Literal["score", "rank"]] = "score"
    forfeit_margin: ClassVar[int] = 60  # more than legs are lost by: to crash is no way out
    # A round: two actions for each of at most 61 drawn cards, then at most 18 hand cards and a take.
    step_limit: ClassVar[int] = 10 * 150

    def options(self) -> OptionSet:
        """Rules 2.1 and 2.6."""
        return OPTIONS

    def teams(self, *, seats: int, options: Options) -> tuple[int, ...]:  # noqa: ARG002  # the contract's names
        """Rule 2.1: each for themselves."""
        return tuple(range(seats))

    def deal(self, *, seats: int, options: Options, dealer: Dealer) -> State:
        """Rules 2.2 to 2.5: round one, its dealer drawn at random."""
        chosen = OPTIONS.resolve(options, seats=seats)
        if len(options) < len(chosen):
            raise OptionsError(f"Every option needs a value: {', '.join(chosen)}.")
        rounds = chosen["rounds"]
        assert isinstance(rounds, int)
        setup = Setup(seats, rounds, chosen["professional"] is True, dealer)
        return deal_round(setup, 1, dealer.below(seats, "dealer"), (), None)

    def opening(self, state: State) -> tuple[Event, ...]:
        """Tell who deals and starts, and each seat its hand."""
        return tuple(deal_events(state))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Name the seat whose turn it is."""
        return state.acting

    def phase(self, state: State) -> str:
        """Name the phase: open, turn or over."""
        return view.phase(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """List every legal action: pulls, adds, take; the first is the default action (rule 5.3)."""
        if seat not in state.acting:
            return ()
        hand, row = state.hands[seat], state.row
        if not row:
            return [ADD[card] for card in hand]
        low, high, mask = row[-1] - REACH, row[-1] + REACH, state.row_mask
        found: list[Action] = [ADD[card] for card in hand if low <= card <= high]
        found.append(TAKE)
        twins = [twin for card in hand if mask >> (twin := TWIN[card]) & 1]
        if twins:
            twins.sort()
            return [PULL[card] for card in twins] + found
        return found

    def forced(self, state: State, seat: Seat) -> Action | None:
        """Give the only action of a seat that has one."""
        found = self.legal(state, seat)
        return found[0] if len(found) == 1 else None

    def parse(self, data: Json) -> Action:
        """Read an action."""
        return actions.parse(data)

    def dump(self, action: Action) -> dict[str, Json]:
        """Write an action."""
        return actions.dump(action)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Raise IllegalActionError unless the seat may do this now."""
        if seat not in state.acting:
            raise IllegalActionError(f"Seat {seat} does not act now; to act: {_acting(state)}.")
        if type(action) is Add:
            why_not = _why_not_add(state, seat, action.card)
        elif type(action) is Pull:
            why_not = _why_not_pull(state, seat, action.card)
        else:
            why_not = "" if state.row else "There is no row to take"
        if why_not:
            raise IllegalActionError(f"{why_not}: you can {_possible(self.legal(state, seat))}.")

    def apply(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        """Check and carry out the action of the seat whose turn it is."""
        if not state.acting:
            raise GameOverError("The game is over.")
        seat = state.acting[0]
        if len(actions) != 1 or seat not in actions:
            raise IllegalActionError(f"Exactly this seat must act: {seat}.")
        action = actions[seat]
        self.check(state, seat, action)
        if type(action) is Add:
            return add(state, seat, action.card)
        if type(action) is Pull:
            return pull(state, seat, action.card)
        return take(state, seat)

    def observe(self, state: State, seat: Seat | None) -> Json:
        """Show the table through a seat's eyes, or openly."""
        return view.observe(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Say how it ended."""
        return state.outcome

    def redeal(self, state: State, seat: Seat, dealer: Dealer) -> State:
        """Deal again what this seat cannot see."""
        return redeal(state, seat, dealer)

    def schemas(self) -> dict[str, Json]:
        """Give the JSON Schemas of options, actions and observations."""
        return schema.SCHEMAS

    def describe(self, event: Mapping[str, Json]) -> tuple[str, dict[str, Json]]:
        """Give the sentence of an event."""
        return words.describe(event)


def _acting(state: State) -> str:
    return str(state.acting[0]) if state.acting else "nobody, the game is over"


def _possible(legal: Sequence[Action]) -> str:
    """Name the legal actions in short: at most one take, a few pulls, and the cards that can be added."""
    pulls = [str(action.card) for action in legal if type(action) is Pull]
    adds = [str(action.card) for action in legal if type(action) is Add]
    ways = [f"pull {', '.join(pulls)}"] if pulls else []
    ways += [f"add {', '.join(adds)}"] if adds else []
    ways += ["take"] if TAKE in legal else []
    return " or ".join(ways)


def _why_not_add(state: State, seat: Seat, card: int) -> str:
    """Rules 3.2 and 3.3: a hand card, at most 10 away from the right end; any on an empty row."""
    row = state.row
    if card not in state.hands[seat]:
        return f"{card} is not in the hand"
    if row and not -REACH <= card - row[-1] <= REACH:
        return f"The row ends in {row[-1]}, and only cards from {row[-1] - REACH} to {row[-1] + REACH} fit"
    return ""


def _why_not_pull(state: State, seat: Seat, card: int) -> str:
    """Rules 3.4 and 3.5: the card lies in the row and its twin is in the hand."""
    if not state.row_mask >> card & 1:
        return f"{card} is not in the row"
    if TWIN[card] not in state.hands[seat]:
        return f"Pulling {card} takes its twin {TWIN[card]}, which is not in the hand"
    return ""
