"""Rules 2 to 5: rivalry."""

from __future__ import annotations

from games.twinit import GAME
from games.twinit.deck import KIND
from tests.games.twinit.positions import PAIRS, TRIPLES, kinds, lay, owners, slap, start, step

A, B, T = PAIRS[0], PAIRS[1], TRIPLES[0]


def test_rule_2_2_and_2_3_a_tick_shows_a_feature_and_the_flipper_sees_one_less() -> None:
    state = start()
    for tick in range(1, 8):
        for seat in GAME.to_act(state):
            for place, sight in GAME.observe(state, seat)["fresh"]:
                held = seat == state.flipper and place[0] == "t"
                assert sum(value is not None for value in sight) == min(6, tick - held)
        flips = state.flips
        state, _ = step(state, {})
    assert state.flips == flips + 1  # rule 2.6: the window ended after tick 7


def test_rule_3_2_the_deal_is_even() -> None:
    state = start(seats=4)
    piles = GAME.observe(state, 0)["piles"]
    piles[state.flipper] += 1  # the starter has flipped a card
    assert piles == [34, 34, 34, 33]


def test_rule_4_2_a_pair_is_won_and_the_winner_flips_next() -> None:
    state, events = step(lay({"t0": A, "t1": A}), {2: slap("t0", "t1")})
    assert owners(state) == {"s50": (2, 2)}
    assert (state.flipper, kinds(events)) == (2, ["slap", "win", "flip"])


def test_rule_4_3_a_thief_takes_a_won_pair_with_the_third_card() -> None:
    state, events = step(lay({"t0": T}, sets={"s0": (1, T, 2)}), {2: slap("t0", "s0")})
    assert owners(state) == {"s0": (2, 3)}
    assert "steal" in kinds(events)


def test_rule_4_4_a_mistake_costs_the_last_set_and_the_one_who_erred_flips() -> None:
    before = lay({"t0": A, "t1": B}, sets={"s0": (2, T, 2), "s1": (2, TRIPLES[1], 3)})
    lost = before.table.sets[1].faces
    state, _ = step(before, {2: slap("t0", "t1")})
    assert owners(state) == {"s0": (2, 2)}
    assert (state.flipper, state.table.piles[2][:3]) == (2, lost[::-1])


def test_rule_4_4_a_player_without_sets_loses_nothing_but_the_initiative() -> None:
    for cards in (("t0", "t1"), ("t0", "t0"), ("t0", "t99")):
        state, events = step(lay({"t0": A, "t1": B}), {2: slap(*cards)})
        assert kinds(events) == ["slap", "mistake", "flip"]
        assert state.flipper == 2


def test_rule_4_5_a_chain_reaction_comes_before_the_next_flip() -> None:
    before = lay({"t0": A, "p1": A})
    state, events = step(before, {2: slap("t0", "p1")})
    assert [place for place, _ in state.window.fresh] == ["p1"]
    assert (state.flips, state.due, kinds(events)[-1]) == (before.flips, 2, "window")


def test_rule_4_5_a_pair_with_the_new_top_is_won_before_anyone_flips() -> None:
    before = lay({"t0": A, "t1": B, "p1": A})
    below = next(face for face, kind in enumerate(KIND) if kind == B and face != before.table.loose[1][1])
    piles = [tuple(face for face in pile if face >> 1 != below >> 1) for pile in before.table.piles]
    piles[1] = (*piles[1][:-1], below, piles[1][-1])
    before = before._replace(table=before.table._replace(piles=tuple(piles)))
    chain, _ = step(before, {2: slap("t0", "p1")})
    state, events = step(chain, {1: slap("p1", "t1")})
    assert (chain.flips, owners(state)) == (before.flips, {"s50": (2, 2), "s51": (1, 2)})
    assert kinds(events) == ["slap", "win", "window"]


def test_rule_4_6_the_third_of_triplets_is_turned_over() -> None:
    before = lay({"t0": T, "t1": T, "p1": T})
    state, _ = step(before, {0: slap("t0", "t1")})
    assert owners(state) == {"s50": (0, 2)}
    assert dict(state.table.loose)["t50"] == before.table.piles[1][-1] ^ 1
    assert [place for place, _ in state.window.fresh] == ["t50", "p1"]


def test_rule_4_7_the_lower_hand_wins_and_the_same_at_every_replay() -> None:
    runs = [step(lay({"t3": A, "p0": A}), {0: slap("t3", "p0"), 1: slap("t3", "p0")})[0] for _ in range(3)]
    assert len({run.table.sets[0].side for run in runs}) == 1
    assert len(runs[0].table.sets) == 1


def test_rule_4_8_first_hands_on_different_cards_are_a_tie() -> None:
    before = lay({"t3": A, "p0": A})
    state, _ = step(before, {0: slap("t3", "p0"), 1: slap("p0", "t3")})
    loose, old = dict(state.table.loose), dict(before.table.loose)
    assert (loose["t3"], loose["t50"]) == (old["t3"] ^ 1, before.table.piles[0][-1] ^ 1)
    assert (owners(state), state.window.tied, state.due) == ({}, True, 1)


def test_rule_4_9_in_a_window_that_a_tie_opened_the_lower_hand_decides() -> None:
    before = lay({"t3": A, "t4": A})
    tied = before._replace(window=before.window._replace(tied=True))
    state, _ = step(tied, {0: slap("t3", "t4"), 1: slap("t4", "t3")})
    assert len(owners(state)) == 1


def test_rule_4_10_right_and_wrong_slaps_in_one_tick() -> None:
    before = lay({"t0": A, "t1": A, "t2": B}, sets={"s0": (1, T, 2)})
    state, _ = step(before, {1: slap("t0", "t2"), 2: slap("t0", "t1")})
    assert (owners(state), state.flipper) == ({"s50": (2, 2)}, 2)


def test_rule_5_1_the_fifth_set_wins_at_once() -> None:
    sets = {f"s{n}": (1, TRIPLES[n + 1], 2) for n in (0, 9, 18, 27)}
    state, _ = step(lay({"t0": PAIRS[40], "t1": PAIRS[40]}, sets=sets), {1: slap("t0", "t1")})
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.ending) == ((2, 1, 2), (0, 5, 0), "goal")
    assert GAME.to_act(state) == ()
