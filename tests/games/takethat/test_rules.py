"""One example for each numbered sentence of Take That's RULES.md."""

from __future__ import annotations

import pytest

from games.core.dealer import Dealer
from games.core.errors import GameOverError, IllegalActionError, MalformedActionError, OptionsError
from games.takethat import GAME
from games.takethat.actions import CARDS, TOADS, TWIN
from games.takethat.scoring import minus
from tests.games.takethat.positions import TAKE, add, at, kinds, listed, numbers, play, pull, start


def test_rule_1_1_there_are_79_cards() -> None:
    assert len(CARDS) == 79
    assert (min(CARDS), max(CARDS)) == (12, 98)
    assert not {20, 30, 40, 50, 60, 70, 80, 90} & set(CARDS)


def test_rule_1_2_seven_are_toads() -> None:
    assert {22, 33, 44, 55, 66, 77, 88} == TOADS


def test_rule_1_3_every_other_card_has_a_twin() -> None:
    assert (TWIN[13], TWIN[92]) == (31, 29)
    for card in CARDS:
        assert TWIN[card] == (0 if card in TOADS else int(str(card)[::-1]))
        assert card in TOADS or TWIN[card] in CARDS


def test_rule_2_1_two_to_four_play_to_the_left() -> None:
    for seats in (2, 3, 4):
        assert GAME.teams(seats=seats, options=GAME.options().resolve({}, seats=seats)) == tuple(range(seats))
    for seats in (1, 5):
        with pytest.raises(OptionsError):
            start(seats)
    state, _ = play(at("34", "35", "36", "41", pile="12"), add(35))
    assert state.acting == (1,)


def test_rule_2_2_every_round_is_shuffled_anew() -> None:
    state = start(2)
    deck = state.round.deck
    assert sorted(deck) == list(CARDS)
    state, _ = play(at("34", "12", "13", pile="", rounds=2), TAKE)
    assert (state.round.number, sorted(state.round.deck)) == (2, list(CARDS))
    assert state.round.deck != start(2).round.deck


@pytest.mark.parametrize(("seats", "size", "pile"), [(2, 9, 61), (3, 9, 52), (4, 8, 47)])
def test_rule_2_3_nine_cards_or_eight_with_four(seats: int, size: int, pile: int) -> None:
    state = start(seats)
    assert {len(hand) for hand in state.hands} == {size}
    assert GAME.observe(state, 0)["pile"] == pile


def test_rule_2_4_the_deal_moves_to_the_left() -> None:
    assert {start(3, key).round.dealing for key in range(40)} == {0, 1, 2}
    state = at("34", "12", "13", "14", pile="", rounds=3)
    dealing = state.round.dealing
    after, _ = play(state, TAKE)
    assert after.round.dealing == (dealing + 1) % 3


def test_rule_2_5_the_dealers_left_starts() -> None:
    for key in range(5):
        state = start(3, key)
        assert state.acting == ((state.round.dealing + 1) % 3,)


def test_rule_2_6_so_many_rounds_are_played() -> None:
    assert start().setup.rounds == 2
    for rounds in range(1, 11):
        assert start(rounds=rounds).setup.rounds == rounds
    for rounds in (0, 11, True):
        with pytest.raises(OptionsError):
            start(rounds=rounds)


def test_rule_2_7_a_professional_pays_for_a_single_card() -> None:
    state, events = play(at("34", "12", "13", professional=True), TAKE)
    assert (state.unseen[0], state.face_down[0], state.drawn) == ((98,), (34,), 1)
    assert events[1].view(0) == {"event": "unseen", "seat": 0, "pile": 2}
    assert play(at("34 35", "12", "13", professional=True), TAKE)[0].unseen[0] == ()
    assert play(at("34", "12", "13", professional=False), TAKE)[0].unseen[0] == ()
    state, events = play(at("34", "12", "13", pile="", professional=True), TAKE)
    assert (state.unseen[0], kinds(events)) == ((), ["take", "score", "end"])


def test_rule_3_1_a_turn_is_one_of_three() -> None:
    assert listed(at("49 34", "35 94 78", "13")) == [pull(49), add(35), TAKE]
    for data in (
        {"do": "pass"},
        {},
        None,
        {"do": "add"},
        {"do": "add", "card": 20},
        {"do": "add", "card": 34.0},
    ):
        with pytest.raises(MalformedActionError):
            GAME.parse(data)


def test_rule_3_2_at_most_ten_higher_or_lower() -> None:
    """The row ends in 34: 24 to 44 may be added, 45 and 23 may not."""
    state = at("12 34", "24 44 45 23", "13")
    assert listed(state) == [add(24), add(44), TAKE]
    for card in (45, 23):
        with pytest.raises(
            IllegalActionError, match="only cards from 24 to 44 fit: you can add 24, 44 or take"
        ):
            play(state, add(card))
    with pytest.raises(IllegalActionError, match="25 is not in the hand"):
        play(state, add(25))
    assert play(state, add(44))[0].row == (12, 34, 44)


def test_rule_3_3_on_an_empty_row_any_card_may_be_put_and_nothing_else() -> None:
    state = at("", "24 88 45", "13")
    assert listed(state) == [add(24), add(45), add(88)]
    with pytest.raises(IllegalActionError, match="no row to take"):
        play(state, TAKE)


def test_rule_3_4_a_pull_takes_the_twin_out_of_the_row() -> None:
    state, events = play(at("12 49 34", "94 35", "13"), pull(49))
    assert (state.row, state.face_up[0], state.hands[0]) == ((12, 34), (94, 49), (35, 98))
    assert kinds(events) == ["pull", "draw"]
    with pytest.raises(IllegalActionError, match="14 is not in the row"):
        play(at("49", "41", "13"), pull(14))
    with pytest.raises(IllegalActionError, match="takes its twin 94"):
        play(at("49", "41", "13"), pull(49))


def test_rule_3_5_toads_cannot_be_pulled() -> None:
    assert listed(at("33", "35", "13")) == [add(35), TAKE]
    with pytest.raises(MalformedActionError, match="toad"):
        GAME.parse(pull(33))


def test_rule_3_6_the_last_card_may_be_pulled_and_the_next_opens() -> None:
    state, _ = play(at("49", "94", "13 14"), pull(49))
    assert (state.row, state.acting, GAME.phase(state)) == ((), (1,), "open")
    assert listed(state) == [add(13), add(14)]


def test_rule_3_7_the_row_is_taken_face_down() -> None:
    state, events = play(at("33 34", "35", "13", down="12"), TAKE)
    assert (state.face_down[0], state.row) == ((12, 33, 34), ())
    assert events[0].data == {"seat": 0, "cards": (33, 34), "cost": 6}


def test_rule_3_8_the_taker_opens_a_new_row_at_once() -> None:
    state, _ = play(at("33 34", "35 78", "13"), TAKE)
    assert (state.acting, listed(state)) == ((0,), [add(35), add(78)])
    assert play(state, add(78))[0].acting == (1,)


def test_rule_3_9_a_card_is_drawn_after_an_add_or_a_pull_but_not_after_a_take() -> None:
    state, events = play(at("34", "35 94", "13"), add(35))
    assert (state.hands[0], kinds(events)) == ((94, 98), ["add", "draw"])
    assert events[1].view(1) == {"event": "draw", "seat": 0, "pile": 2}
    assert events[1].view(0) == {"event": "draw", "seat": 0, "pile": 2, "card": 98}
    state, events = play(at("34", "35 94", "13"), TAKE)
    assert (kinds(events), state.hands[0]) == (["take"], (35, 94))
    assert kinds(play(state, add(94))[1]) == ["add", "draw"]
    assert kinds(play(at("34", "35", "13", pile=""), add(35))[1]) == ["add"]


def test_rule_3_10_without_cards_one_can_only_take() -> None:
    state = at("34", "", "13", pile="")
    assert (listed(state), GAME.forced(state, 0)) == ([TAKE], GAME.parse(TAKE))


def test_rule_4_1_with_an_empty_pile_the_round_ends_when_the_row_is_gone() -> None:
    state, events = play(at("49", "94 12", "13", pile=""), pull(49))
    assert kinds(events) == ["pull", "score", "end"]
    assert GAME.to_act(state) == ()
    assert kinds(play(at("49 50", "12", "13", pile=""), TAKE)[1]) == ["take", "score", "end"]
    assert kinds(play(at("49 51", "94 12", "13", pile=""), pull(49))[1]) == ["pull"]


def test_rule_4_2_what_counts_is_the_pile_before_the_action() -> None:
    state, events = play(at("49", "94 12", "13", pile="98"), pull(49))
    assert (kinds(events), state.acting, state.row) == (["pull", "draw"], (1,), ())
    state, _ = play(at("49", "94 12", "13", pile="98", professional=True), TAKE)
    assert (state.acting, state.row, state.unseen[0]) == ((0,), (), (98,))


def test_rule_4_3_hands_and_unseen_cards_are_shown_when_the_round_is_scored() -> None:
    before = at("49", "12", "13", pile="", rounds=2)._replace(unseen=((33,), ()))
    state, events = play(before, TAKE)
    report = next(event for event in events if event.kind == "score").data
    assert (report["hands"], report["unseen"]) == (((12,), (13,)), ((33,), ()))
    assert GAME.observe(state, 1)["last_round"] == report


def test_rule_4_4_what_cards_are_worth() -> None:
    """Twelve cards face up and minus cards worth 17: the score is -5."""
    up, down = "13 14 15 16 17 18 31 41 51 61 71 81", "22 33 44 12"
    before = at("48", "23", "24", pile="", up=up, down=down)
    state, _ = play(before, TAKE)
    assert minus(numbers(f"{down} 48")) == 17
    assert state.round.points[-1][0] == -5


def test_rule_4_4_a_pull_gives_two_points() -> None:
    """94 in the hand and 49 in the row."""
    before = at("49", "94", "13", pile="")
    state, _ = play(before, pull(49))
    assert state.round.points[-1][0] == 2


def test_rule_4_5_the_points_of_all_rounds_add_up() -> None:
    state = start(2, rounds=3)
    while state.acting:
        state = GAME.apply(state, {state.acting[0]: GAME.legal(state, state.acting[0])[-1]}).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert len(state.round.points) == 3
    assert outcome.scores == tuple(map(sum, zip(*state.round.points, strict=True)))


def test_rule_4_6_the_highest_sum_wins_and_equal_sums_share() -> None:
    state = at("48", "23", "24", "25", pile="")
    level = state._replace(face_up=((31, 32, 34), (12, 21, 13), (14, 41)), face_down=((), (), ()))
    after, _ = play(level, TAKE)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.ending) == ((2, 3, 2), (2, 1, 2), "rounds")
    with pytest.raises(GameOverError):
        GAME.apply(after, {0: GAME.parse(TAKE)})
    with pytest.raises(IllegalActionError, match="nobody, the game is over"):
        GAME.check(after, 0, GAME.parse(TAKE))


def test_rule_5_1_actions_survive_json() -> None:
    for data in (add(34), pull(49), TAKE):
        assert GAME.dump(GAME.parse(data)) == data


def test_rule_5_2_talk_is_dropped_and_other_keys_refused() -> None:
    assert GAME.parse({**TAKE, "say": "ha"}) == GAME.parse(TAKE)
    wrong: list[object] = [{**TAKE, "say": 1}, {**TAKE, "card": 34}, {**add(34), "pull": 1}, {"do": []}]
    for data in wrong:
        with pytest.raises(MalformedActionError):
            GAME.parse(data)


def test_rule_5_3_the_default_action_comes_first() -> None:
    assert listed(at("94 49 34", "35 94 49 33", "13"))[0] == pull(49)
    assert listed(at("34", "35 33", "13"))[0] == add(33)
    assert listed(at("34", "78", "13"))[0] == TAKE


def test_rule_5_4_a_player_with_one_action_is_forced() -> None:
    assert GAME.forced(at("34", "78", "13"), 0) == GAME.parse(TAKE)
    assert GAME.forced(at("", "78", "13"), 0) == GAME.parse(add(78))
    assert GAME.forced(at("34", "35", "13"), 0) is None


def test_rule_5_5_the_phase() -> None:
    assert (GAME.phase(at("", "78", "13")), GAME.phase(at("34", "78", "13"))) == ("open", "turn")


def test_rule_6_1_what_everyone_sees() -> None:
    state = at("34", "78", "13", up="12", down="33", rounds=2)
    view = GAME.observe(state, 1)
    assert (view["phase"], view["round"], view["rounds"], view["to_act"]) == ("turn", 1, 2, (0,))
    assert (view["row"], view["pile"], view["hand_sizes"]) == ((34,), 3, (1, 1))
    assert (view["face_up"][0], view["face_down"][0], view["unseen"]) == ((12,), (33,), (0, 0))
    assert (view["points"], view["last_round"], view["dealer"]) == ((), None, state.round.dealing)


def test_rule_6_2_the_last_round_is_told() -> None:
    state, _ = play(at("34", "78", "13", pile="", rounds=2), TAKE)
    view = GAME.observe(state, 0)
    assert (view["last_round"]["round"], view["last_round"]["points"]) == (1, view["points"][0])


def test_rule_6_3_a_seat_sees_its_own_hand() -> None:
    state = at("34", "78", "13")
    assert [GAME.observe(state, seat)["hand"] for seat in (0, 1)] == [(78,), (13,)]
    assert "hands" not in GAME.observe(state, 0)


def test_rule_6_4_an_unseen_card_is_hidden_from_its_owner_too() -> None:
    state, _ = play(at("34", "12", "13", professional=True), TAKE)
    for seat in (0, 1):
        assert "98" not in str(GAME.observe(state, seat))
        hidden = {GAME.redeal(state, seat, Dealer(bytes([key]) * 32)).unseen[0] for key in range(20)}
        assert len(hidden) > 1


def test_rule_6_5_the_open_table_shows_all() -> None:
    state, _ = play(at("34", "12", "13", professional=True), TAKE)
    view = GAME.observe(state, None)
    assert (view["hands"], view["unseen_cards"], view["pile_cards"]) == (
        ((12,), (13,)),
        ((98,), ()),
        (97, 96),
    )


def test_rule_7_1_face_down_cards_stay_known() -> None:
    state, _ = play(at("34 35", "12", "13"), TAKE)
    assert GAME.observe(state, 1)["face_down"][0] == (34, 35)


def test_rule_7_2_the_round_goes_on_after_the_last_card_is_laid_aside() -> None:
    state, _ = play(at("34", "12", "13", pile="98", professional=True), TAKE, add(12))
    assert (state.row, state.acting, state.hands[0]) == ((12,), (1,), ())
    _, events = play(state, TAKE)
    assert kinds(events) == ["take", "score", "end"]
