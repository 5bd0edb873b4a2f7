"""Rules 1 to 3, 10 and 11 of Twin It: cards and places, windows, the deal, and what is seen."""

from __future__ import annotations

import pytest

from games.twinit import GAME
from games.twinit.deck import CARDS, KIND, PICTURES, SHOWS
from games.twinit.perception import _ORDERS, _orders, perceive
from games.twinit.table import State, shuffled
from tests.games.twinit.positions import PAIRS, TRIPLES, kinds, lay, owners, slap, start, step

A, B, T = PAIRS[0], PAIRS[1], TRIPLES[0]
REST = {"do": "rest"}


def all_rest(state: State) -> tuple[State, list[str]]:
    """Let everybody rest: the window is over."""
    after, events = step(state, dict.fromkeys(state.awake, REST))
    return after, kinds(events)


def test_rule_1_3_a_picture_is_six_features() -> None:
    assert all(len(picture) == 6 and set(picture) <= {0, 1, 2, 3} for picture in PICTURES)


def test_rule_1_6_names_are_never_used_again() -> None:
    state, _ = step(lay({"t0": A, "t1": A, "t2": B}), {1: slap("t0", "t1")})
    assert [won.place for won in state.table.sets] == ["s50"]
    assert [place for place, _ in state.table.loose] == ["t2", "t50"]
    state, _ = step(state, {2: slap("t2", "t50")})
    assert (state.table.laid, state.table.named) == (52, 51)
    tied, _ = step(lay({"t3": A, "t4": A}), {0: slap("t3", "t4"), 1: slap("t4", "t3")})
    assert [place for place, _ in tied.table.loose] == ["t3", "t4"]
    stolen, _ = step(lay({"t0": T}, sets={"s0": (1, T, 2)}), {2: slap("t0", "s0")})
    assert owners(stolen) == {"s0": (2, 3)}


def test_rule_2_1_when_a_window_ends_its_faces_are_known_to_all() -> None:
    state = start()
    fresh = dict(state.window.fresh)
    after, _ = all_rest(state)
    for seat in range(3):
        known = dict(GAME.observe(after, seat)["known"])
        assert all(known[place] == SHOWS[face] for place, face in fresh.items() if place[0] == "t")


def test_rule_2_4_each_seat_has_an_order_of_its_own_for_each_face() -> None:
    keys = start().setup.eyes
    assert len(set(keys)) == 3
    sights = {perceive(key, face, 3) for key in keys for face in (0,)}
    assert len(sights) > 1
    assert perceive(keys[0], 5, 2) == perceive(keys[0], 5, 2)
    assert start().setup.eyes == keys  # whatever is played: derived by name


def test_rule_2_5_all_who_take_part_act_at_once() -> None:
    state = start()
    assert GAME.to_act(state) == (0, 1, 2)
    state, _ = step(state, {1: REST})
    assert (GAME.to_act(state), state.tick) == ((0, 2), 2)


def test_rule_2_6_a_window_ends_when_all_rest_after_tick_7_or_with_a_slap() -> None:
    state = start()
    assert all_rest(state)[0].flips == state.flips + 1
    waiting = state
    for tick in range(1, 8):
        assert (waiting.tick, waiting.flips) == (tick, state.flips)
        waiting, _ = step(waiting, {})
    assert waiting.flips == state.flips + 1
    assert step(state, {0: slap("t0", "t0")})[0].flips == state.flips + 1


def test_rule_3_1_the_cards_are_shuffled_with_a_random_side_up() -> None:
    faces = shuffled(start().setup.dealer)
    assert sorted(face >> 1 for face in faces) == list(range(CARDS))
    assert 40 < sum(face & 1 for face in faces) < 95
    assert [len(start(seats=seats).awake) for seats in range(2, 7)] == [2, 3, 4, 5, 6]


def test_rule_3_3_turns_pass_clockwise_and_empty_piles_are_passed_over() -> None:
    assert {start(seats=4, key=key).flipper for key in range(40)} == {0, 1, 2, 3}
    state = lay({})
    assert all_rest(state)[0].flipper == 1
    piles = (state.table.piles[0], (), state.table.piles[2])
    empty = state._replace(table=state.table._replace(piles=piles))
    after, _ = all_rest(empty)
    assert (after.flipper, after.due) == (2, 0)


def test_rule_3_4_a_flip_turns_the_top_card_over_onto_the_table() -> None:
    before = lay({})
    after, told = all_rest(before)
    top, below = before.table.piles[1][-1], before.table.piles[1][-2]
    assert after.window.fresh == (("t50", top ^ 1), ("p1", below))
    assert told == ["flip"]
    last = before._replace(table=before.table._replace(piles=((), (top,), ())))
    assert all_rest(last)[0].window.fresh == (("t50", top ^ 1),)


def test_rule_3_5_in_play_are_loose_cards_pile_tops_and_won_sets() -> None:
    view = GAME.observe(lay({"t0": A, "p1": B}, sets={"s0": (1, T, 2)}), 0)
    assert {place for place, _ in view["known"]} == {"t0", "p0", "p1", "p2"}
    assert [won["place"] for won in view["sets"]] == ["s0"]


def test_rule_10_1_nobody_sees_the_other_side_or_below_a_top() -> None:
    state = start()
    view = GAME.observe(state, 0)
    assert (len(view["known"]), len(view["fresh"]), sum(view["piles"])) == (2, 2, 134)
    open_view = GAME.observe(state, None)
    assert all(None not in picture for _, picture in open_view["fresh"])
    seats = range(len(state.setup.sides))
    seen = [[sight for _, sight in GAME.observe(state, seat)["fresh"]] for seat in seats]
    assert open_view["sights"] == seen
    assert any(None in sight for sights in seen for sight in sights)


@pytest.mark.parametrize(
    ("mode", "more"), [("rivalry", set()), ("teams", {"hands", "resting", "said"}), ("ring", {"owing"})]
)
def test_rule_10_2_the_observation_with_piles(mode: str, more: set[str]) -> None:
    common = {
        "mode",
        "tick",
        "turn",
        "flipper",
        "flips",
        "windows",
        "lower_hand",
        "piles",
        "known",
        "fresh",
        "sets",
    }
    state = start(mode, 4)
    view = GAME.observe(state, 1)
    assert set(view) == common | {"counts", "goal"} | more
    if mode == "ring":
        assert (view["tick"], view["turn"], view["flipper"]) == (0, state.due, None)
    else:
        assert (view["tick"], view["turn"], view["flipper"]) == (1, None, state.flipper)


def test_rule_10_3_the_observation_in_co_operation() -> None:
    view = GAME.observe(start("coop", 2), 1)
    assert set(view) == {"mode", "tick", "ticks", "loose", "known", "sets", "points", "said"}
    assert (view["tick"], view["ticks"], len(view["loose"]), view["known"]) == (1, 30, 135, ())


def test_rule_11_4_the_orders_are_one_shuffle_of_all_720() -> None:
    orders = _orders(start().setup.eyes[0])
    assert (len(_ORDERS), len(orders), len(set(orders))) == (720, 270, 270)


def test_rule_11_5_a_face_that_was_visible_before_is_not_fresh() -> None:
    """A lost set goes under an empty pile and is its top at once."""
    before = lay({"t0": A, "t1": A, "t2": B}, mode="ring", sets={"s0": (1, T, 2)})
    piles = (*before.table.piles[:2], (), *before.table.piles[3:])
    state, _ = step(before._replace(table=before.table._replace(piles=piles)), {1: slap("t0", "t2", pile=2)})
    state, _ = step(state, {2: slap("t0", "t1")})
    assert KIND[state.table.piles[2][-1]] == T
    assert (state.window.fresh, GAME.phase(state), state.awake) == ((), "flip", (2,))
