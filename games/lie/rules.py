"""LIE: a bluffing game with cards instead of dice. RULES.md beside this file has the numbered rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import contains
from typing import ClassVar, Literal

from games.core.dealer import Dealer
from games.core.errors import GameOverError, IllegalActionError, OptionsError
from games.core.game import Event, Game, Json, Outcome, Seat, Step
from games.core.options import Option, Options, OptionSet
from games.lie import actions, schema, view, words
from games.lie.actions import CHALLENGE, DIRECTIONS, Action, Bid, Challenge, Direction, Setting
from games.lie.redeal import redeal
from games.lie.settle import challenge
from games.lie.state import BID, SET, Setup, Standing, State, deal_events, deal_round
from games.lie.turns import declare, place, set_cards

FIRST_COUNT = 1  # rule 3.1
FIRST_COUNT_SHRINKING = 5

OPTIONS = OptionSet(
    options=(
        Option("wild_ones", (False, True), "A shown 1 is every value, unless the first bid was on ones."),
        Option("directions", (False, True), "The starter of a round says which way round the turns go."),
        Option("shrinking", (False, True), "Everyone starts with 5 cards; a round's loser draws one fewer."),
        Option("long", (False, True), "Who meets the end condition is out; the others play on to the last."),
    ),
    seats_for=lambda _options: (2, 3, 4, 5, 6),
    default_seats=4,
)  # fmt: skip


class Lie(Game[State, Action]):
    """The rules of LIE."""

    slug: ClassVar[str] = "lie"
    title: ClassVar[str] = "LIE"
    version: ClassVar[int] = 1
    rated_by: ClassVar[Literal["score", "rank"]] = "rank"
    forfeit_margin: ClassVar[int] = 1
    # At most 30 changes of a count and 5 extra rounds; a round: direction, set, 180 bids, challenge.
    step_limit: ClassVar[int] = 35 * 183

    def options(self) -> OptionSet:
        """Rules 2.1 to 2.6."""
        return OPTIONS

    def teams(self, *, seats: int, options: Options) -> tuple[int, ...]:  # noqa: ARG002  # the contract's names
        """Rule 2.1: each for themselves."""
        return tuple(range(seats))

    def deal(self, *, seats: int, options: Options, dealer: Dealer) -> State:
        """Rules 3.1 and 3.2: round one, its starter drawn at random."""
        chosen = OPTIONS.resolve(options, seats=seats)
        if len(options) < len(chosen):
            raise OptionsError(f"Every option needs a value: {', '.join(chosen)}.")
        wild_ones, directions, shrinking, long = (chosen[option.name] is True for option in OPTIONS.options)
        setup = Setup(seats, wild_ones, directions, shrinking, long, dealer)
        count = FIRST_COUNT_SHRINKING if shrinking else FIRST_COUNT
        standing = Standing(tuple(range(seats)), (count,) * seats, (), False)
        return deal_round(setup, 1, dealer.below(seats, "starter"), standing, ())

    def opening(self, state: State) -> tuple[Event, ...]:
        """Tell that round one begins, and each seat its hand."""
        return tuple(deal_events(state))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Name the seats that must act: everyone who plays sets at once, otherwise one."""
        return state.acting

    def phase(self, state: State) -> str:
        """Name the phase: direction, set, bid or over."""
        return state.phase

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """List every legal action; the first is the default action (rule 6.5)."""
        if seat not in state.acting:
            return ()
        if state.phase == BID:
            if not state.bids:
                return actions.opening_bids(state.round.total)
            _, count, value = state.bids[-1]
            return actions.answers(state.round.total, count, value)
        return actions.settings(state.round.hands[seat]) if state.phase == SET else DIRECTIONS

    def forced(self, state: State, seat: Seat) -> Action | None:
        """Rule 3.10: above the top bid there is only the challenge."""
        if seat in state.acting and state.bids and state.bids[-1][1:] == (state.round.total, 6):
            return CHALLENGE
        return None

    def parse(self, data: Json) -> Action:
        """Read an action."""
        return actions.parse(data)

    def dump(self, action: Action) -> dict[str, Json]:
        """Write an action."""
        return actions.dump(action)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Raise IllegalActionError unless the seat may do this now."""
        if seat not in state.acting:
            raise IllegalActionError(f"Seat {seat} does not act now; to act: {_seats(state.acting)}.")
        if state.phase == BID:
            _check_bidding(state, action)
        elif state.phase == SET:
            _check_setting(state, seat, action)
        elif type(action) is not Direction:
            raise IllegalActionError(
                "The round's starter first declares a direction: "
                '{"do": "direction", "clockwise": true} or false.'
            )

    def apply(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        """Check and carry out the actions of exactly the seats that must act."""
        acting = state.acting
        if not acting:
            raise GameOverError("The game is over.")
        if len(actions) != len(acting) or not all(map(actions.__contains__, acting)):
            raise IllegalActionError(f"Exactly these seats must act: {_seats(acting)}.")
        for seat in acting:
            self.check(state, seat, actions[seat])
        if state.phase == SET:
            return set_cards(state, [actions[seat].up for seat in acting])  # type: ignore[union-attr]  # checked
        return _act(state, acting[0], actions[acting[0]])

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


def _seats(seats: tuple[Seat, ...]) -> str:
    return ", ".join(map(str, seats)) or "nobody, the game is over"


def _check_bidding(state: State, action: Action) -> None:
    """Rules 3.5 to 3.10: the starter must bid; then raise or challenge."""
    bids = state.bids
    if type(action) is Bid:
        if action.count > state.round.total:
            raise IllegalActionError(f"There are only {state.round.total} cards. {_what_can_be_bid(state)}")
        if bids and (action.value, action.count) <= (bids[-1][2], bids[-1][1]):
            raise IllegalActionError(_what_can_be_bid(state))
    elif type(action) is not Challenge:
        raise IllegalActionError(
            f"It is time to bid{' or challenge' if bids else ''}. {_what_can_be_bid(state)}"
        )
    elif not bids:
        raise IllegalActionError(
            f"There is no bid to challenge: the starter must bid. {_what_can_be_bid(state)}"
        )


def _what_can_be_bid(state: State) -> str:
    """Rules 3.8 and 3.10: say what would be legal."""
    total = state.round.total
    if not state.bids:
        return f"Legal is a bid of 1 to {total} cards of any value."
    _, count, value = state.bids[-1]
    more = f"{count + 1} to {total} x {value}" if count < total else ""
    higher = f"any count of a value above {value}" if value < 6 else ""
    ways = ", or ".join(filter(None, (more, higher, "a challenge")))
    return f"The bid to beat is {count} x {value}; legal is {ways}."


def _check_setting(state: State, seat: Seat, action: Action) -> None:
    """Rule 3.4: one of the two values of each hand card."""
    hand = state.round.hands[seat]
    if type(action) is not Setting:
        lowest = [low for low, _ in hand]
        raise IllegalActionError(f'It is time to set the cards, such as {{"do": "set", "up": {lowest}}}.')
    if len(action.up) != len(hand) or not all(map(contains, hand, action.up)):
        raise IllegalActionError(
            f'"set" takes one value of each card, in hand order: {[list(card) for card in hand]}.'
        )


def _act(state: State, seat: Seat, action: Action) -> Step[State]:
    if type(action) is Bid:
        return place(state, seat, action.count, action.value)
    if type(action) is Direction:
        return declare(state, seat, action.clockwise)
    return challenge(state, seat)
