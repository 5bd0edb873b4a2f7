"""A few real messages of a game, made by its engine as the page is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson

from bots import protocol
from bots.match import Clock
from games import GAMES
from games.core.dealer import Dealer

_STEPS = 60  # played, for the phases that come later
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message to the bot and an answer that would be accepted."""

    kind: str
    phase: str
    message: str
    answer: str


def exchanges(game: str, seed: str) -> list[Exchange]:
    """Play the first turns of a game by default actions and show what seat 0 is sent."""
    rules = GAMES[game]
    choices = rules.options()
    seats = choices.default_seats
    options = choices.resolve({}, seats=seats)
    state = rules.deal(seats=seats, options=options, dealer=Dealer(sha256(seed.encode()).digest()))
    teams = rules.teams(seats=seats, options=options)
    opening = protocol.start(
        game=game, options=options, seat=0, teams=teams, names=[f"bot{seat}" for seat in range(seats)],
        leg=1, legs=1, clock=Clock(),
    )  # fmt: skip
    shown = [Exchange("start", "", _pretty(opening), '{"ready": true}')]
    return shown + _turns(rules, state)


def _turns(rules: Any, state: Any) -> list[Exchange]:
    """Collect the first questions to seat 0, and later the first of each phase, with the events before it."""
    shown: list[Exchange] = []
    events: list[Any] = []
    for turn in range(_STEPS):
        due = rules.to_act(state)
        if not due:
            break
        if 0 in due and rules.forced(state, 0) is None:
            if len(shown) < _SHOWN or rules.phase(state) not in {one.phase for one in shown}:
                shown.append(_question(rules, state, turn, events))
            events = []
        state, happened = rules.apply(state, {seat: rules.legal(state, seat)[0] for seat in due})
        events += [seen for event in happened if (seen := event.view(0)) is not None]
    return shown


def _question(rules: Any, state: Any, turn: int, events: list[Any]) -> Exchange:
    legal = [rules.dump(action) for action in rules.legal(state, 0)]
    message = protocol.act(
        turn=turn, phase=rules.phase(state), state=rules.observe(state, 0), events=events,
        legal=legal[:8], bank_ms=Clock().bank_ms,
    )  # fmt: skip
    return Exchange("act", rules.phase(state), _pretty(message), orjson.dumps(legal[0]).decode())


def _pretty(message: bytes) -> str:
    """Break a message into one line a key; on the wire it is a single line."""
    data = orjson.loads(message)
    lines = [f"  {orjson.dumps(key).decode()}: {orjson.dumps(value).decode()}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}"
