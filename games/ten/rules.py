"""TEN: the game as the contract asks for it. RULES.md has the rules; turn.py has their course."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from games.core.dealer import Dealer
from games.core.errors import GameOverError, IllegalActionError, OptionsError
from games.core.game import Event, Game, Outcome, Seat, Step
from games.core.options import Option, Options, OptionSet
from games.ten import actions as act
from games.ten import turn
from games.ten.actions import Action
from games.ten.choices import LEGAL, check_action, only_action
from games.ten.components import deck_cards
from games.ten.schema import schemas
from games.ten.shortcuts import bid_on, draw_on
from games.ten.state import BOT, START_CURRENCY, Draft, Player, State, Table, new_step
from games.ten.view import view
from games.ten.words import describe


def _seats_for(options: Options) -> tuple[int, ...]:
    return (2, 3, 4, 5) if options["solo"] is None else (1,)


OPTIONS: Final = OptionSet(
    options=(
        Option(
            "fiasco_buys", (False, True), "After a fiasco the player may buy instead of taking the token."
        ),
        Option(
            "solo", (None, 4, 5, 6, 7, 8, 9, 10), "Play alone against the automaton TEN with this boundary."
        ),
    ),
    seats_for=_seats_for,
    default_seats=4,
)


class Ten(Game[State, Action]):
    """Push your luck, bid and buy: the longest runs in four colours win."""

    slug = "ten"
    title = "TEN"
    version = 1
    rated_by = "score"
    forfeit_margin = 40  # all that a leg can give: to crash is never better than to lose
    step_limit = 500  # 129 draws, 18 auctions of 6 steps, 111 turns that end in 2, 5 last buys: 464

    def options(self) -> OptionSet:
        return OPTIONS

    def teams(self, *, seats: int, options: Options) -> tuple[int, ...]:  # noqa: ARG002  # the contract's names
        return tuple(range(seats))

    def deal(self, *, seats: int, options: Options, dealer: Dealer) -> State:
        """Rules 1.2 to 1.4: shuffle the deck, hand out the tokens, draw who starts; in solo the bot does."""
        chosen = OPTIONS.resolve(options, seats=seats)
        if len(options) < len(chosen):
            raise OptionsError(f"Every option needs a value: {', '.join(chosen)}.")
        boundary = cast("int | None", chosen["solo"])
        players = seats if boundary is None else 2
        deck = dealer.shuffle(deck_cards(players), "deck")
        starter = dealer.below(seats, "starter") if boundary is None else BOT
        table = Table(seats, boundary, chosen["fiasco_buys"] is True, deck)
        hands = (Player((), (), START_CURRENCY, 0),) * players
        return State(table, 0, starter, "draw", starter, hands, (), (), 0, 0, (), (), None, None, None)

    def opening(self, state: State) -> tuple[Event, ...]:
        return (Event("turn", {"seat": state.active}),)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.actor,) if state.result is None else ()

    def phase(self, state: State) -> str:
        return state.phase

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return LEGAL[state.phase](state) if seat == state.actor else ()

    def forced(self, state: State, seat: Seat) -> Action | None:
        return only_action(state) if seat == state.actor else None

    def parse(self, data: Any) -> Action:
        return act.parse(data)

    def dump(self, action: Action) -> dict[str, Any]:
        return action._asdict()

    def check(self, state: State, seat: Seat, action: Action) -> None:
        if state.result is not None:
            raise IllegalActionError("The game is over: nobody can act.")
        if seat != state.actor:
            raise IllegalActionError(f"It is seat {state.actor} that must act now, not seat {seat}.")
        check_action(state, action)

    def apply(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        if state.result is not None:
            raise GameOverError("The game is over: nobody can act.")
        if len(actions) != 1 or state.actor not in actions:
            raise IllegalActionError(f"Exactly seat {state.actor} must act now.")
        action = actions[state.actor]
        check_action(state, action)
        return _SHORTCUTS.get(action.do, _write)(state, action) or _write(state, action)

    def observe(self, state: State, seat: Seat | None) -> dict[str, Any]:  # noqa: ARG002  # the contract's
        """Rule 10.1: all but the order of the deck is open; every seat and the open table see the same."""
        return view(state)

    def outcome(self, state: State) -> Outcome | None:
        return state.result

    def redeal(self, state: State, seat: Seat, dealer: Dealer) -> State:  # noqa: ARG002  # the contract's
        """Shuffle what is left of the deck."""
        table, drawn = state.table, state.drawn
        rest = dealer.shuffle(table.deck[drawn:], "redeal")
        return state._replace(table=table._replace(deck=table.deck[:drawn] + rest))

    def schemas(self) -> dict[str, Any]:
        return schemas(OPTIONS)

    def describe(self, event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        return describe(event)


def _write(state: State, action: Action) -> Step[State]:
    """Carry a checked action out on a draft."""
    draft = Draft(state)
    _CARRY_OUT[action.do](draft, action)
    return new_step((draft.freeze(), tuple(draft.events)))


def _pass(draft: Draft, _action: Action) -> None:
    if draft.phase == "auction":
        turn.bid(draft, None)
    else:
        turn.pass_buy(draft)


# What a checked action mostly does, by its `do`, in one go; None when it does more.
_SHORTCUTS: Final[dict[str, Callable[[State, Any], Step[State] | None]]] = {
    "draw": lambda state, _action: draw_on(state),
    "bid": lambda state, action: bid_on(state, action.amount),
    "pass": lambda state, _action: bid_on(state, None) if state.phase == "auction" else None,
}


# What a checked action does, by its `do`.
_CARRY_OUT: Final[dict[str, Callable[[Draft, Any], None]]] = {
    "draw": turn.draw,
    "take": lambda draft, action: turn.take(draft, action.what),
    "bid": lambda draft, action: turn.bid(draft, action.amount),
    "pass": _pass,
    "pay": turn.win,
    "buy": turn.buy,
    "fiasco": lambda draft, action: turn.choose(draft, action.choose),
}

GAME: Final = Ten()
