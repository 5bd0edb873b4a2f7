"""Rules 6 to 8: teams, ring and co-operation."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import IllegalActionError
from games.twinit import GAME
from games.twinit.coop import GRADES, grade
from games.twinit.deck import KIND
from tests.games.twinit.positions import PAIRS, TRIPLES, kinds, lay, owners, slap, start, step

A, B, T = PAIRS[0], PAIRS[1], TRIPLES[0]


def hand(card: str) -> dict[str, Any]:
    return {"do": "hand", "card": card}


def test_rule_6_2_two_mates_complete_a_pair() -> None:
    state, _ = step(lay({"t0": A, "t1": A}, mode="teams", seats=4), {0: hand("t0")})
    assert (owners(state), state.tick) == ({}, 2)
    state, _ = step(state, {2: hand("t1")})
    assert (owners(state), state.flipper) == ({"s50": (0, 2)}, 1)


def test_rule_6_3_hands_that_make_no_pair_are_a_mistake_of_the_team() -> None:
    before = lay({"t0": A, "t1": B, "t2": A}, mode="teams", seats=4, sets={"s0": (0, T, 2)})
    for acts in ({0: hand("t0"), 2: hand("t1")},):
        state, events = step(before, acts)
        assert ("mistake" in kinds(events), owners(state)) == (True, {})
    alone, _ = step(before, {0: hand("t0")})
    state, events = step(alone, {0: hand("t2")})
    assert ("mistake" in kinds(events), owners(state)) == (True, {})


def test_rule_6_4_the_lower_hands_win_when_both_teams_complete() -> None:
    acts = {0: hand("t0"), 2: hand("t1"), 1: hand("t0"), 3: hand("t1")}
    state, events = step(lay({"t0": A, "t1": A}, mode="teams", seats=4), acts)
    assert ("lower" in kinds(events), len(owners(state))) == (True, 1)


def test_rule_6_7_hands_of_both_teams_on_the_two_cards_are_a_tie() -> None:
    state, events = step(lay({"t0": A, "t1": A}, mode="teams", seats=4), {0: hand("t0"), 1: hand("t1")})
    assert ("tie" in kinds(events), state.window.tied) == (True, True)


def test_rule_6_9_only_the_team_hears() -> None:
    state, _ = step(start("teams", 4), {0: {"do": "wait", "say": "left"}})
    assert [len(GAME.observe(state, seat)["said"]) for seat in range(4)] == [1, 0, 1, 0]
    with pytest.raises(IllegalActionError):
        step(state, {0: {"do": "wait", "say": "x" * 81}})


def test_rule_7_2_a_pile_is_chosen() -> None:
    state = start("ring", 3)
    (seat,) = GAME.to_act(state)
    assert (GAME.phase(state), len(GAME.legal(state, seat))) == ("flip", 5)
    state, _ = step(state, {seat: {"do": "flip", "pile": 3}})
    assert [place for place, _ in state.window.fresh] == ["t0", "p3"]


@pytest.mark.parametrize(("cards", "middle"), [(("t0", "t1"), False), (("t0", "p1"), True)])
def test_rule_7_3_the_form_depends_on_where_the_cards_are(cards: tuple[str, str], middle: bool) -> None:
    before = lay(dict.fromkeys(cards, A), mode="ring")
    state, _ = step(before, {1: slap(*cards, middle=middle)})
    assert owners(state) == {"s50": (1, 2)}
    state, events = step(before, {1: slap(*cards, middle=not middle)})
    assert (kinds(events), state.tick, state.debts) == (["slap", "mistake"], 2, ((1, 4),))


def test_rule_7_4_the_fastest_wins_all_equal_faces_and_completes_singles() -> None:
    state, _ = step(lay({"t0": T, "t1": T, "p1": T}, mode="ring"), {1: slap("t0", "t1")})
    assert owners(state) == {"s50": (1, 3)}
    before = lay({"t0": T, "t1": T}, mode="ring", sets={"s0": (2, T, 1)})
    state, _ = step(before, {1: slap("t0", "s0", middle=True)})
    assert owners(state) == {"s0": (1, 3)}


def test_rule_7_5_first_hands_on_different_cards_win_one_card_each() -> None:
    state, _ = step(lay({"t0": A, "t1": A}, mode="ring"), {1: slap("t0", "t1"), 2: slap("t1", "t0")})
    assert owners(state) == {"s50": (1, 1), "s51": (2, 1)}


def test_rule_7_5_and_7_3_have_sentences_of_their_own() -> None:
    _, split = step(lay({"t0": A, "t1": A}, mode="ring"), {1: slap("t0", "t1"), 2: slap("t1", "t0")})
    _, middle = step(lay({"t0": A, "p1": A}, mode="ring"), {1: slap("t0", "p1", middle=True)})
    told = [GAME.describe(event.view(None) or {}) for event in (*split, *middle)]
    sentences = [template.format(**filling) for template, filling in told]
    assert "1 wins s50, a single card." in sentences
    assert "1 slaps the middle for t0 and p1." in sentences


def test_rule_7_7_a_mistake_is_paid_when_the_window_ends() -> None:
    before = lay({"t0": A, "t1": A, "t2": B}, mode="ring", sets={"s0": (1, T, 2)})
    state, _ = step(before, {1: slap("t0", "t2", pile=2)})
    assert owners(state) == {"s0": (1, 2)}
    state, _ = step(state, {1: slap("t0", "t1")})
    assert (owners(state), KIND[state.table.piles[2][0]]) == ({"s0": (1, 2)}, A)


def test_rule_8_3_to_8_7_look_flip_and_match() -> None:
    state = start("coop", 2)
    state, _ = step(state, {0: {"do": "look", "card": "t1"}, 1: {"do": "flip", "card": "t2"}})
    assert [[place for place, _ in GAME.observe(state, seat)["known"]] for seat in range(2)] == [
        ["t1"],
        ["t2"],
    ]
    up = [KIND[face] for face in state.faces]
    one, other = next([n for n, kind in enumerate(up) if kind == k][:2] for k in up if up.count(k) == 2)
    state, _ = step(state, {0: {"do": "match", "cards": [f"t{one}", f"t{other}"], "say": "done"}})
    view = GAME.observe(state, 1)
    assert (view["points"], len(view["loose"]), view["said"]) == (1, 133, [{"seat": 0, "say": "done"}])
    _, events = step(state, {0: {"do": "match", "cards": [f"t{one}", f"t{other}"]}})
    assert "mismatch" in kinds(events)


def test_rule_8_9_the_grades() -> None:
    table = {1: (4, 6, 9), 2: (9, 12, 17), 3: (14, 18, 26), 4: (19, 24, 35), 5: (24, 30, 44), 6: (29, 36, 53)}
    for seats, limits in table.items():
        for place, limit in enumerate(limits):
            assert (grade(seats, limit), grade(seats, limit + 1)) == (GRADES[place], GRADES[place + 1])
