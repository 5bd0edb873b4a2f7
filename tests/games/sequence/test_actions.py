"""One example for each numbered sentence of RULES.md, sections 8.3 to 11."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games.sequence
from games.core.errors import IllegalActionError, MalformedActionError
from games.sequence import GAME
from games.sequence.turns import LAST_TURN
from tests.games.sequence.positions import at_turn, kinds, mask, place, play, start

RULES = (Path(games.sequence.__file__).parent / "RULES.md").read_text()
DEAD = mask((4, 8), (5, 3))  # both cells of 7H


def test_rule_8_3_the_observation_has_what_the_rules_name() -> None:
    sentence = re.search(r"^- 8\.3 .*$", RULES, re.MULTILINE)
    assert sentence is not None
    named = set(re.findall(r"`([a-z_]+)`", sentence[0]))
    state = start(4)
    seen = set(GAME.observe(state, 0)) | set(GAME.observe(state, None))
    assert seen <= named


def test_rule_9_1_to_9_4_each_option_has_its_values_the_default_first() -> None:
    known = {option.name: option.values for option in GAME.options().options}
    assert known == {
        "teams": (None, 2, 3),
        "advanced": (False, True),
        "table_talk": ("free", "penalised"),
        "draw": ("auto", "manual"),
    }
    assert GAME.teams(seats=6, options=GAME.options().resolve({}, seats=6)) == (0, 1) * 3
    table = start(4, advanced=True, table_talk="penalised", draw="manual").table
    assert (table.advanced, table.talk_costs, table.manual) == (True, True, True)


def test_rule_10_1_what_is_done_in_a_turn() -> None:
    state = at_turn(start(), "7H 5C JS", chips=(0, mask((4, 4))))
    for action in (place("7H", (4, 8)), {"do": "remove", "card": "JS", "at": [4, 4]}):
        for more in ({}, {"draw": True}, {"draw": False}):
            assert play(state, {**action, **more})[0].turns == 1
    dead = at_turn(start(), "7H", chips=(DEAD, 0))
    assert kinds(play(dead, {"do": "exchange", "card": "7H"})[1]) == ["exchange", "draw"]
    assert kinds(play(at_turn(dead, ""), {"do": "pass"})[1]) == ["pass"]
    with pytest.raises(IllegalActionError, match="Nothing is owed"):
        play(state, {"do": "discard", "card": "7H"})


def test_rule_10_2_a_debt_is_paid_with_a_discard_and_nothing_else() -> None:
    state = at_turn(start(4), "7H 5C", debtors=(0,))
    assert GAME.phase(state) == "penalty"
    assert kinds(play(state, {"do": "discard", "card": "5C"})[1]) == ["discard"]
    for action in (place("7H", (4, 8)), {"do": "pass"}):
        with pytest.raises(IllegalActionError, match='"discard" one of 7H, 5C'):
            play(state, action)


def test_rule_10_3_every_action_may_carry_words_and_no_other_key() -> None:
    for action in (
        place("7H", (4, 8)),
        {"do": "remove", "card": "JS", "at": [4, 4]},
        {"do": "exchange", "card": "5C"},
        {"do": "discard", "card": "5C"},
        {"do": "pass"},
    ):
        assert GAME.parse({**action, "say": "x"}).say == "x"
        with pytest.raises(MalformedActionError, match="does not know 'note'"):
            GAME.parse({**action, "note": "x"})


@pytest.mark.parametrize("draw", ["auto", "manual"])
def test_rule_10_4_the_list_is_without_sequence_and_say(draw: str) -> None:
    state = at_turn(start(draw=draw), "7H JS 5C", chips=(0, mask((4, 4))))
    listed = [GAME.dump(action) for action in GAME.legal(state, 0)]
    assert {action["do"] for action in listed} == {"place", "remove"}
    assert all(action.keys() - {"draw"} == {"do", "card", "at"} for action in listed)
    assert all(action.get("draw", False) == (draw == "manual") for action in listed)


def test_rule_10_5_the_default_is_a_placing_else_a_removal_else_an_exchange_else_a_pass() -> None:
    foe = mask((0, 1))
    state = at_turn(start(), "JS 7H 2S", chips=(0, foe | DEAD))
    assert [GAME.dump(action) for action in GAME.legal(state, 0)] == [
        {"do": "place", "card": "2S", "at": (8, 6)},
        {"do": "remove", "card": "JS", "at": (0, 1)},
        {"do": "remove", "card": "JS", "at": (4, 8)},
        {"do": "remove", "card": "JS", "at": (5, 3)},
        {"do": "exchange", "card": "7H"},
    ]
    assert GAME.legal(at_turn(state, "7H JS"), 0)[0].do == "remove"
    assert [action.do for action in GAME.legal(at_turn(state, "7H"), 0)] == ["exchange"]
    assert [action.do for action in GAME.legal(at_turn(state, ""), 0)] == ["pass"]
    assert GAME.legal(at_turn(state, "JS 7H", debtors=(0,)), 0)[0].card == "JS"
    drawn = play(state, place("2S", (8, 6)))[0].hands[0]
    assert drawn[:2] == ("JS", "7H")
    assert len(drawn) == 3


def test_rule_11_1_words_of_an_exchange_are_paid_for_after_the_play() -> None:
    state = at_turn(start(4, table_talk="penalised"), "7H 5C 2S", chips=(DEAD, 0))
    state, _ = play(state, {"do": "exchange", "card": "7H", "say": "dead"})
    assert (GAME.phase(state), state.turn) == ("turn", 0)
    after, events = play(state, place("5C", (1, 1)))
    assert kinds(events)[-1] == "penalty"
    assert (GAME.phase(after), after.debtors) == ("penalty", (0, 2))
    last, events = play(state._replace(turns=LAST_TURN - 1), place("5C", (1, 1)))
    assert (kinds(events)[-1], last.debtors) == ("undecided", ())


def test_rule_11_2_the_last_turn_draws_its_card() -> None:
    state = at_turn(start(), "5C 2S", turns=LAST_TURN - 1)
    after, events = play(state, place("5C", (1, 1)))
    assert kinds(events) == ["place", "draw", "undecided"]
    assert len(after.hands[0]) == 2
