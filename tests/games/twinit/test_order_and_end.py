"""Rules 4 to 8 and 11 of Twin It: the order inside a tick, who flips next, and how games end."""

from __future__ import annotations

from typing import Any

import pytest

from games.twinit import GAME
from games.twinit.deck import KIND
from games.twinit.table import State
from games.twinit.turns import FLIP_LIMIT, RING_FLIP_LIMIT, WINDOW_LIMIT
from tests.games.twinit.positions import PAIRS, TRIPLES, kinds, lay, owners, slap, start, step

A, B, C, T = PAIRS[0], PAIRS[1], PAIRS[2], TRIPLES[0]
REST = {"do": "rest"}


def hand(card: str) -> dict[str, Any]:
    return {"do": "hand", "card": card}


def no_piles(state: State) -> State:
    """Take the piles away."""
    return state._replace(table=state.table._replace(piles=((),) * len(state.table.piles)))


def all_rest(state: State) -> State:
    after: State = step(state, dict.fromkeys(state.awake, REST))[0]
    return after


def test_rule_4_1_a_slap_names_the_places_of_two_hands() -> None:
    _, events = step(lay({"t0": A, "t1": A}), {1: slap("t1", "t0")})
    assert events[0].data == {"seat": 1, "cards": ("t1", "t0")}
    assert events[1].data["from"] == ["t1", "t0"]


def test_rule_4_11_wins_come_before_mistakes_and_then_sets_are_counted() -> None:
    before = lay({"t0": A, "t1": A, "t2": B, "t3": B, "t4": C})
    _, events = step(before, {0: slap("t0", "t4"), 1: slap("t2", "t3"), 2: slap("t0", "t1")})
    assert kinds(events)[:6] == ["slap", "slap", "slap", "win", "win", "mistake"]
    assert [event.data["seat"] for event in events if event.kind == "win"] == [1, 2]
    four = {f"s{n}": (1, TRIPLES[n + 1], 2) for n in (0, 9, 18, 27)}
    state, _ = step(lay({"t0": A, "t1": A, "t2": B}, sets=four), {1: slap("t0", "t1"), 2: slap("t0", "t2")})
    assert state.ending == "goal"


def test_rule_4_12_a_winner_flips_next_else_one_who_erred_of_several_the_nearest() -> None:
    before = lay({"t0": A, "t1": A, "t2": B, "t3": B, "t4": C})
    state, _ = step(before, {0: slap("t0", "t1"), 2: slap("t2", "t3")})
    assert state.flipper == 2  # seat 0 flipped last, so that seat 2 comes before it
    state, _ = step(before, {0: slap("t0", "t4"), 2: slap("t2", "t4")})
    assert state.flipper == 2
    state, _ = step(before, {1: slap("t0", "t4"), 0: slap("t0", "t1")})
    assert state.flipper == 0
    chain, _ = step(lay({"t0": A, "p1": A}), {2: slap("t0", "p1")})
    assert all_rest(chain).flipper == 2
    tie, _ = step(before, {0: slap("t0", "t1"), 2: slap("t1", "t0")})
    assert all_rest(tie).flipper == 1


def test_rule_5_2_without_cards_most_sets_win_then_most_cards() -> None:
    sets = {"s0": (0, A, 2), "s1": (1, T, 3), "s2": (2, B, 2)}
    state = all_rest(no_piles(lay({}, sets=sets)))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.ending) == ((2, 1, 2), (1, 1, 1), "cards")


@pytest.mark.parametrize(
    ("mode", "limit"), [("rivalry", FLIP_LIMIT), ("teams", FLIP_LIMIT), ("ring", RING_FLIP_LIMIT)]
)
def test_rule_5_3_the_game_ends_after_so_many_flips_or_windows(mode: str, limit: int) -> None:
    assert limit == (600 if mode == "ring" else 400)
    state = lay({}, mode=mode, seats=4)
    assert all_rest(state._replace(flips=limit - 1)).ending == ""
    assert all_rest(state._replace(flips=limit)).ending == "limit"
    late = state._replace(window=state.window._replace(number=WINDOW_LIMIT))
    assert (all_rest(late).ending, WINDOW_LIMIT) == ("limit", 1500)
    won, _ = step(lay({"t0": A, "p1": A})._replace(window=late.window), {2: slap("t0", "p1")})
    assert won.ending == "limit"  # no chain reaction beyond the last window


def test_rule_5_4_winners_then_by_sets_then_by_cards() -> None:
    sets = {f"s{n}": (1, TRIPLES[n + 1], 2) for n in (0, 9, 18, 27)}
    sets |= {"s40": (0, PAIRS[20], 2), "s41": (2, TRIPLES[5], 3)}
    state, _ = step(lay({"t0": PAIRS[40], "t1": PAIRS[40]}, sets=sets), {1: slap("t0", "t1")})
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores) == ((3, 1, 2), (1, 5, 1))


def test_rule_5_5_matches_count_by_score() -> None:
    assert GAME.rated_by == "score"


def test_rule_6_1_two_teams_sit_in_turn() -> None:
    assert [start("teams", seats).setup.sides for seats in (4, 5, 6)] == [
        (0, 1, 0, 1),
        (0, 1, 0, 1, 0),
        (0, 1) * 3,
    ]


def test_rule_6_3_a_lone_hand_and_two_mates_on_one_card_are_no_mistake() -> None:
    before = lay({"t0": A, "t1": B}, mode="teams", seats=4)
    for acts in ({0: hand("t0")}, {0: hand("t99")}, {0: hand("t0"), 2: hand("t0")}):
        state, events = step(before, acts)
        assert ("mistake" in kinds(events), state.tick) == (False, 2)
    once, _ = step(before, {0: hand("t0")})
    again, events = step(once, {0: hand("t0")})
    assert (len(again.hands), kinds(events)) == (1, [])


def test_rule_6_5_of_three_mates_on_triplets_the_first_two_hands_count() -> None:
    before = lay({"t0": T, "t1": T, "t2": T}, mode="teams", seats=6)
    state, events = step(before, {0: hand("t0"), 2: hand("t1"), 4: hand("t2")})
    won = next(event for event in events if event.kind == "win")
    assert won.data["from"] == ["t0", "t1"]
    lone, _ = step(before, {4: hand("t2")})
    _, events = step(lone, {0: hand("t0"), 2: hand("t1")})
    assert next(event for event in events if event.kind == "win").data["from"] == ["t2", "t0"]
    assert owners(state) == {"s50": (0, 2)}


def test_rule_6_6_pairs_come_before_ties_and_mistakes() -> None:
    before = lay({"t0": A, "t1": A, "t2": B, "t3": C}, mode="teams", seats=4, sets={"s0": (1, T, 2)})
    state, events = step(before, {0: hand("t0"), 2: hand("t1"), 1: hand("t2"), 3: hand("t3")})
    told = [kind for kind in kinds(events) if kind in ("win", "mistake", "lose")]
    assert (told, owners(state)) == (["win", "mistake", "lose"], {"s50": (0, 2)})


def test_rule_6_7_in_a_window_that_a_tie_opened_the_lower_hand_wins() -> None:
    before = lay({"t0": A, "t1": A}, mode="teams", seats=4)
    tied = before._replace(window=before.window._replace(tied=True))
    state, events = step(tied, {0: hand("t0"), 1: hand("t1")})
    assert ("lower" in kinds(events), len(owners(state))) == (True, 1)


def test_rule_6_8_everyone_sees_the_hands_and_the_next_seat_flips() -> None:
    state, _ = step(lay({"t0": A}, mode="teams", seats=4), {0: hand("t0"), 3: REST})
    view = GAME.observe(state, 1)
    assert view["hands"] == [{"seat": 0, "card": "t0", "tick": 1}]
    assert view["resting"] == [3]
    won, _ = step(lay({"t0": A, "t1": A}, mode="teams", seats=4), {1: hand("t0"), 3: hand("t1")})
    assert won.flipper == 1


def test_rule_7_1_five_piles_for_all() -> None:
    for seats in (2, 6):
        assert GAME.observe(start("ring", seats), 0)["piles"] == [27] * 5


def test_rule_7_6_on_the_same_card_or_the_middle_the_lower_hand_wins() -> None:
    before = lay({"t0": A, "t1": A}, mode="ring")
    state, events = step(before, {1: slap("t0", "t1"), 2: slap("t0", "t1")})
    assert ("lower" in kinds(events), [size for _, size in owners(state).values()]) == (True, [2])
    before = lay({"t0": T, "t1": T, "p1": T}, mode="ring")
    state, events = step(before, {1: slap("t0", "t1"), 2: slap("t1", "p1", middle=True)})
    assert ("lower" in kinds(events), [size for _, size in owners(state).values()]) == (True, [3])
    same = lay({"t0": T, "t1": T, "t2": T}, mode="ring")
    state, events = step(same, {0: slap("t0", "t1"), 1: slap("t0", "t2"), 2: slap("t1", "t0")})
    assert ("lower" in kinds(events), sorted(size for _, size in owners(state).values())) == (True, [1, 1])


def test_rule_7_8_seven_sets_win_and_without_cards_it_ends_as_rivalry() -> None:
    sets = {f"s{n}": (1, PAIRS[n], 1) for n in range(30, 36)}
    state, _ = step(lay({"t0": A, "t1": A}, mode="ring", sets=sets), {1: slap("t0", "t1")})
    assert (state.ending, GAME.observe(state, 0)["counts"]) == ("goal", [0, 7, 0])
    assert all_rest(no_piles(lay({}, mode="ring"))).ending == "cards"


def test_rule_8_1_all_cards_lie_loose_and_nobody_knows_a_face() -> None:
    for seats, ticks in ((1, 60), (2, 30), (6, 30)):
        state = start("coop", seats)
        assert (state.ticks, state.loose[0], state.loose[-1]) == (ticks, "t0", "t134")
        for _ in range(ticks):
            assert GAME.phase(state) == "tick"
            state, events = step(state, {})
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.ending, outcome.detail["grade"], kinds(events)) == ("time", "rookies", ["time"])


def test_rule_8_2_actions_are_done_in_seat_order_and_reaching_for_nothing_costs_the_tick() -> None:
    state, events = step(start("coop", 2), {0: {"do": "flip", "card": "t1"}, 1: {"do": "look", "card": "t1"}})
    assert kinds(events) == ["over", "look"]
    assert GAME.observe(state, 0)["known"] == GAME.observe(state, 1)["known"]
    acts = {0: {"do": "look", "card": "t999"}, 1: {"do": "flip", "card": "p0"}}
    _, events = step(state, acts)
    assert kinds(events) == ["miss", "miss"]


def test_rule_8_4_a_face_once_seen_is_shown_whenever_it_is_up() -> None:
    state, _ = step(start("coop", 2), {0: {"do": "look", "card": "t1"}})
    seen = GAME.observe(state, 0)["known"]
    state, _ = step(state, {1: {"do": "flip", "card": "t1"}})
    assert GAME.observe(state, 0)["known"] == ()
    state, _ = step(state, {1: {"do": "flip", "card": "t1"}})
    assert GAME.observe(state, 0)["known"] == seen


def test_rule_8_5_a_third_card_can_be_added_to_a_set() -> None:
    state = start("coop", 1)
    same = [face for face, kind in enumerate(KIND) if kind == T]
    places = [next(n for n, up in enumerate(state.faces) if up >> 1 == face >> 1) for face in same]
    faces = list(state.faces)
    for place, face in zip(places, same, strict=True):
        faces[place] = face
    one, other, third = (f"t{place}" for place in places)
    state, _ = step(state._replace(faces=tuple(faces)), {0: {"do": "match", "cards": [one, other]}})
    state, events = step(state, {0: {"do": "match", "cards": [third], "set": "s0"}})
    assert (kinds(events), GAME.observe(state, 0)["points"]) == (["match"], 2)
    _, events = step(state, {0: {"do": "match", "cards": [third], "set": "s9"}})
    assert kinds(events) == ["mismatch"]


def test_rule_8_8_what_is_said_is_seen_by_all_at_the_next_tick() -> None:
    state, _ = step(start("coop", 2), {0: {"do": "wait", "say": "x" * 200}})
    assert GAME.observe(state, 1)["said"] == [{"seat": 0, "say": "x" * 200}]
    state, _ = step(state, {})
    assert GAME.observe(state, 1)["said"] == []


def test_rule_11_1_in_ring_one_who_erred_flips_next_when_nobody_won() -> None:
    state, _ = step(lay({"t0": A, "t1": B}, mode="ring"), {2: slap("t0", "t1")})
    while state.tick:
        state, _ = step(state, {})
    assert state.awake == (2,)


def test_rule_11_2_when_a_team_completes_a_pair_there_is_no_tie_in_that_tick() -> None:
    before = lay({"t0": A, "t1": A, "t2": B, "t3": B}, mode="teams", seats=6)
    acts = {0: hand("t0"), 2: hand("t1"), 4: hand("t2"), 1: hand("t3")}
    state, events = step(before, acts)
    assert ("tie" in kinds(events), owners(state)) == (False, {"s50": (0, 2)})


def test_rule_11_3_faces_uncovered_in_a_tick_take_no_part_in_it() -> None:
    before = lay({"t0": A, "p1": A, "t1": T, "t2": T})
    third = next(f for f, kind in enumerate(KIND) if kind == T and f not in dict(before.table.loose).values())
    piles = [[face for face in pile if face >> 1 != third >> 1] for pile in before.table.piles]
    piles[1].insert(-1, third)
    table = before.table._replace(piles=tuple(map(tuple, piles)))
    state, events = step(before._replace(table=table), {1: slap("t0", "p1"), 2: slap("t1", "t2")})
    assert state.window.fresh == (("p1", third),)
    assert ("turn" in kinds(events), len(owners(state))) == (False, 2)
