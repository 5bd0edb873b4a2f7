"""Rule 9: which actions are refused, and what is offered."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import GameOverError, IllegalActionError, MalformedActionError, OptionsError
from games.twinit import GAME
from games.twinit.actions import FLIPS, REST, WAIT
from tests.games.twinit.positions import lay, slap, start


@pytest.mark.parametrize(
    ("mode", "seats", "action"),
    [
        ("rivalry", 3, {"do": "hand", "card": "t0"}),
        ("rivalry", 3, {"do": "wait", "say": "hello"}),
        ("rivalry", 3, slap("t0", "p1", middle=True)),
        ("rivalry", 3, slap("t0", "p1", pile=1)),
        ("teams", 4, slap("t0", "p1")),
        ("coop", 2, {"do": "rest"}),
        ("coop", 2, {"do": "flip", "pile": 0}),
        ("ring", 3, {"do": "wait"}),
    ],
)
def test_rule_9_2_to_9_8_an_action_of_another_mode_is_refused(mode: str, seats: int, action: Any) -> None:
    state = start(mode, seats)
    seat = GAME.to_act(state)[0]
    with pytest.raises(IllegalActionError):
        GAME.check(state, seat, GAME.parse(action))


def test_rule_9_5_an_empty_pile_cannot_be_flipped_and_the_last_one_is_forced() -> None:
    state = start("ring", 2)
    (seat,) = GAME.to_act(state)
    assert GAME.forced(state, seat) is None
    one_left = state._replace(table=state.table._replace(piles=((), (), state.table.piles[2], (), ())))
    assert GAME.forced(one_left, seat) == FLIPS[2]
    with pytest.raises(IllegalActionError, match="2"):
        GAME.check(one_left, seat, FLIPS[0])


def test_rule_9_9_and_9_10_the_default_action_comes_first() -> None:
    assert GAME.legal(start(), 0) == (REST, WAIT)
    assert GAME.forced(start(), 0) is None
    coop = start("coop", 1)
    assert [GAME.dump(action) for action in GAME.legal(coop, 0)] == [
        {"do": "wait"},
        {"do": "look", "card": "t0"},
    ]
    assert GAME.legal(coop._replace(unknown=(0,), loose=()), 0) == (WAIT,)


@pytest.mark.parametrize(
    "data",
    [
        slap("t01", "p0"),
        slap("t1", "x0"),
        slap("t1"),
        slap("t1", "t1234567890"),
        slap("t1", "p0", middle=1),
        slap("t1", "p0", pile=5),
        slap("t1", "p0", pile=True),
        {"do": "slap", "cards": "t1"},
        {"do": "hand"},
        {"do": "hand", "card": ["t1"]},
        {"do": "flip"},
        {"do": "flip", "pile": 0, "card": "t1"},
        {"do": "match", "cards": ["t1"]},
        {"do": "match", "cards": ["t1", "t2"], "set": "s0"},
        {"do": "wait", "card": "t1"},
        {"do": "wait", "say": "x" * 201},
        {"do": "wait", "say": "nul\0"},
        {"do": "wait", "say": "\ud800"},
        {"do": "sleep"},
        {"do": 1},
        [],
    ],
)
def test_rule_9_7_anything_else_is_malformed(data: Any) -> None:
    with pytest.raises(MalformedActionError):
        GAME.parse(data)


def test_rule_9_3_a_slap_on_the_middle_survives_json() -> None:
    data = slap("t0", "p1", middle=True, pile=0)
    assert GAME.dump(GAME.parse(data)) == data


def test_exactly_the_seats_to_act_act() -> None:
    state = lay({})
    with pytest.raises(IllegalActionError):
        GAME.apply(state, {0: WAIT, 1: WAIT})
    resting = GAME.apply(state, {0: REST, 1: WAIT, 2: WAIT}).state
    assert (GAME.to_act(resting), GAME.legal(resting, 0)) == ((1, 2), ())
    with pytest.raises(IllegalActionError):
        GAME.check(resting, 0, WAIT)
    with pytest.raises(GameOverError):
        GAME.apply(state._replace(awake=()), {})


def test_rule_9_1_the_seats_depend_on_the_mode() -> None:
    assert GAME.teams(seats=5, options={"mode": "teams"}) == (0, 1, 0, 1, 0)
    assert GAME.teams(seats=3, options={"mode": "coop"}) == (0, 0, 0)
    with pytest.raises(OptionsError):
        start("teams", 3)
    with pytest.raises(OptionsError):
        GAME.deal(seats=2, options={}, dealer=start().setup.dealer)
