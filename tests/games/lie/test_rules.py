"""One example for each numbered sentence of LIE's RULES.md."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from games.core.dealer import Dealer
from games.core.errors import GameOverError, IllegalActionError, MalformedActionError, OptionsError
from games.lie import GAME
from games.lie.settle import consequence, final_ranks, next_starter
from games.lie.state import CARDS
from tests.games.lie.positions import CHALLENGE, at, bid, kinds, lowest, play, set_all, standing, start


def winner_and_loser(*shown: str, bids: tuple[dict[str, object], ...], **options: object) -> tuple[int, int]:
    """Let bids be made in turn and the last be challenged; give the winner and the loser of the round."""
    _, events = play(at(*shown, **options), *bids, CHALLENGE)  # type: ignore[arg-type]
    reveal = next(event for event in events if event.kind == "reveal")
    return reveal.data["seat_winner"], reveal.data["seat_loser"]


def test_rule_1_1_a_card_has_two_different_values() -> None:
    assert len(CARDS) == 30
    assert all(1 <= low < high <= 6 for low, high in CARDS)


def test_rule_1_2_every_pair_is_on_two_cards() -> None:
    assert set(Counter(CARDS).values()) == {2}
    assert len(set(CARDS)) == 15
    assert all(sum(value in card for card in CARDS) == 10 for value in range(1, 7))


def test_rule_2_1_two_to_six_play_each_for_themselves() -> None:
    for seats in range(2, 7):
        options = GAME.options().resolve({}, seats=seats)
        assert GAME.teams(seats=seats, options=options) == tuple(range(seats))
    for seats in (1, 7):
        with pytest.raises(OptionsError):
            start(seats)


def test_rule_2_2_to_2_5_each_option_is_off_unless_chosen() -> None:
    assert [option.default for option in GAME.options().options] == [False] * 4
    state = start(wild_ones=True, directions=True, shrinking=True, long=True)
    assert state.setup[1:5] == (True, True, True, True)
    with pytest.raises(OptionsError):
        GAME.deal(seats=3, options={"long": True}, dealer=Dealer(bytes(32)))


@pytest.mark.parametrize("chosen", list(product((False, True), repeat=4)))
def test_rule_2_6_the_options_go_together_in_every_combination(chosen: tuple[bool, ...]) -> None:
    names = ("wild_ones", "directions", "shrinking", "long")
    state = start(4, **dict(zip(names, chosen, strict=True)))
    for _ in range(3000):
        if not state.acting:
            break
        state = GAME.apply(state, {seat: GAME.legal(state, seat)[-1] for seat in state.acting}).state
    assert GAME.outcome(state) is not None


def test_rule_3_1_everyone_draws_as_many_cards_as_their_count_says() -> None:
    assert [len(hand) for hand in start().round.hands] == [1, 1, 1]
    state = start(shrinking=True)
    assert [len(hand) for hand in state.round.hands] == [5, 5, 5]
    assert all(list(hand) == sorted(hand) for hand in state.round.hands)
    after, events = play(at("22", "2", "2"), bid(4, 2), CHALLENGE)
    assert [len(hand) for hand in after.round.hands] == [2, 2, 1]
    assert after.round.number == 2  # which names the shuffle: no round is dealt as the one before
    first = next(event for event in events if event.kind == "hand")
    assert first.view(1) == {
        "event": "hand",
        "seat": 0,
        "count": 2,
    }


def test_rule_3_2_the_first_starter_is_drawn() -> None:
    assert {start(4, key).round.starter for key in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("clockwise", [True, False])
def test_rule_3_3_the_starter_declares_the_direction(clockwise: bool) -> None:
    state = start(directions=True)
    starter = state.round.starter
    assert (state.phase, state.acting, GAME.observe(state, starter)["clockwise"]) == (
        "direction",
        (starter,),
        None,
    )
    with pytest.raises(IllegalActionError, match="first declares"):
        play(state, bid(1, 1))
    state, events = play(state, {"do": "direction", "clockwise": clockwise})
    assert (state.phase, events[0].data) == ("set", {"seat": starter, "clockwise": clockwise})
    state, _ = play(set_all(state), bid(1, 1))
    assert state.acting == ((starter + (1 if clockwise else -1)) % 3,)
    assert start(2, directions=True).phase == "direction"
    assert (start().phase, start().clockwise) == ("set", True)


def test_rule_3_4_everyone_sets_at_once_and_in_secret() -> None:
    state = start(3, shrinking=True)
    assert state.acting == (0, 1, 2)
    assert len(GAME.legal(state, 0)) == 32
    with pytest.raises(IllegalActionError, match="seats must act: 0, 1, 2"):
        GAME.apply(state, {0: GAME.parse(lowest(state.round.hands[0]))})
    with pytest.raises(IllegalActionError, match="one value of each card"):
        GAME.check(state, 0, GAME.parse({"do": "set", "up": [1]}))
    with pytest.raises(IllegalActionError, match="time to set"):
        GAME.check(state, 0, GAME.parse(CHALLENGE))
    after = set_all(state)
    assert (after.phase, after.ups) == (
        "bid",
        tuple(tuple(low for low, _ in hand) for hand in state.round.hands),
    )
    with pytest.raises(IllegalActionError, match=r"time to bid\. Legal is a bid of 1 to 15"):
        play(after, lowest(state.round.hands[after.acting[0]]))


def test_rule_3_5_the_starter_must_bid() -> None:
    state = at("14", "2", "3")
    assert GAME.forced(state, 0) is None
    with pytest.raises(IllegalActionError, match="the starter must bid"):
        play(state, CHALLENGE)


def test_rule_3_6_then_each_raises_or_challenges_in_turn() -> None:
    state, events = play(at("14", "2", "3"), bid(1, 1), bid(2, 1), bid(1, 2))
    assert (state.acting, kinds(events)) == ((0,), ["bid"] * 3)
    assert state.bids == ((0, 1, 1), (1, 2, 1), (2, 1, 2))


def test_rule_3_7_a_bid_is_a_count_and_a_value() -> None:
    assert len(GAME.legal(at("14", "2", "3"), 0)) == 4 * 6


@pytest.mark.parametrize(
    ("count", "value", "is_raise"), [(4, 4, True), (1, 5, True), (3, 3, False), (4, 3, False), (3, 4, False)]
)
def test_rule_3_8_what_is_a_raise_after_3_x_4(count: int, value: int, is_raise: bool) -> None:
    state, _ = play(at("14", "24", "34"), bid(3, 4))
    if is_raise:
        assert play(state, bid(count, value))[0].bids[-1] == (1, count, value)
    else:
        with pytest.raises(
            IllegalActionError, match="to beat is 3 x 4; legal is 4 to 6 x 4, or any count of"
        ):
            play(state, bid(count, value))


def test_rule_3_9_only_the_bid_just_before_is_challenged() -> None:
    assert winner_and_loser("2", "2", "3", bids=(bid(3, 1), bid(1, 2))) == (1, 2)


def test_rule_3_10_above_the_top_bid_there_is_only_the_challenge() -> None:
    state, _ = play(at("14", "2", "3"), bid(4, 6))
    assert list(GAME.legal(state, 1)) == [GAME.parse(CHALLENGE)]
    with pytest.raises(IllegalActionError, match="legal is a challenge"):
        play(state, bid(4, 6))
    with pytest.raises(IllegalActionError, match="only 4 cards"):
        play(at("14", "2", "3"), bid(5, 1))


def test_rule_4_1_all_hands_are_revealed() -> None:
    before = at("14", "2", "3")
    after, events = play(before, bid(1, 1), CHALLENGE)
    hands = before.round.hands
    expected = tuple(
        tuple(10 * up + sum(card) - up for card, up in zip(hand, ups, strict=True))
        for hand, ups in zip(hands, before.ups or (), strict=True)
    )
    assert events[2].data["hands"] == expected
    assert after.round.history[0]["hands"] == expected


def test_rule_4_2_and_4_3_a_true_bid_is_won_by_the_bidder() -> None:
    """Bid 5 x 5, and exactly five fives are shown."""
    after, events = play(at("55", "5", "55"), bid(5, 5), CHALLENGE)
    assert events[2].data["shown"] == 5
    assert after.round.standing.counts == (2, 2, 2)
    assert after.round.starter == 0


def test_rule_4_4_a_false_bid_is_won_by_the_challenger() -> None:
    assert winner_and_loser("55", "5", "35", bids=(bid(5, 5),)) == (1, 0)


def test_rule_4_5_wild_ones_count_as_every_value() -> None:
    assert winner_and_loser("11", "4", bids=(bid(2, 4), bid(3, 4)), wild_ones=True) == (1, 0)
    assert winner_and_loser("11", "4", bids=(bid(2, 4), bid(3, 4)), wild_ones=False) == (0, 1)
    assert winner_and_loser("11", "4", bids=(bid(2, 2), bid(3, 2)), wild_ones=True) == (0, 1)


def test_rule_4_6_unless_the_first_bid_was_on_ones() -> None:
    assert winner_and_loser("11", "4", bids=(bid(1, 1), bid(3, 4)), wild_ones=True) == (0, 1)
    state = at("11", "4", wild_ones=True)
    assert GAME.observe(state, 0)["ones_wild"]
    assert not GAME.observe(play(state, bid(1, 1))[0], 0)["ones_wild"]


def test_rule_4_7_the_winner_starts_the_next_round() -> None:
    assert play(at("2", "2", "2"), bid(3, 2), CHALLENGE)[0].round.starter == 0
    assert play(at("2", "2", "3"), bid(3, 2), CHALLENGE)[0].round.starter == 1


def test_rule_4_8_the_losers_count_changes_by_one() -> None:
    assert play(at("2", "2"), bid(2, 3), CHALLENGE)[0].round.standing.counts == (2, 1)
    state, _ = play(at("22", "22", shrinking=True), bid(4, 3), CHALLENGE)
    assert state.round.standing.counts == (1, 2)


def test_rule_5_1_at_six_the_game_ends_and_the_fewest_cards_win() -> None:
    """Bid 6 x 2, and five twos are shown: the bidder goes from 5 to 6 cards and is last."""
    state, events = play(at("22333", "22", "2", counts=(5, 2, 1)), bid(6, 2), CHALLENGE)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.ending) == ((3, 2, 1), (6, 2, 1), "cards")
    assert (GAME.to_act(state), kinds(events)[-1]) == ((), "end")
    with pytest.raises(GameOverError):
        GAME.apply(state, {})


def test_rule_5_2_with_shrinking_it_ends_at_zero_and_the_most_cards_win() -> None:
    state, _ = play(at("2", "22", "222", shrinking=True), bid(6, 3), CHALLENGE)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores) == ((3, 2, 1), (0, 2, 3))


def test_rule_5_3_those_who_share_the_best_count_play_extra_rounds() -> None:
    state, events = play(at("33333", "2", "2", "22"), bid(9, 3), CHALLENGE)
    stands = state.round.standing
    assert (stands.playing, stands.extra, stands.counts) == ((1, 2), True, (6, 1, 1, 2))
    assert [len(hand) for hand in state.round.hands] == [0, 1, 1, 0]
    assert next(event.data for event in events if event.kind == "tie") == {"leaders": (1, 2), "count": 1}
    assert set(GAME.to_act(state)) == {1, 2}
    state = set_all(state)
    state, _ = play(state, bid(2, 6), CHALLENGE)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == (6, 1, 1, 2)


def test_rule_5_4_the_loser_of_an_extra_round_is_out_at_once() -> None:
    state = at("2", "2", "2", extra=True)
    state, events = play(state, bid(3, 3), CHALLENGE)
    assert (state.round.standing.playing, state.round.standing.out) == ((1, 2), (0,))
    assert kinds(events)[3] == "out"
    state, _ = play(set_all(state), bid(2, 6), CHALLENGE)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.ending) == ((3, 2, 1), "extra_rounds")


@pytest.mark.parametrize(
    ("playing", "winner", "starter"), [((0, 2), 2, 2), ((0, 2), 1, 2), ((0, 1), 3, 0), ((1, 3), 0, 1)]
)
def test_rule_5_5_who_starts_the_first_extra_round(
    playing: tuple[int, ...], winner: int, starter: int
) -> None:
    assert next_starter(playing, winner, 4) == starter


def test_rule_5_6_with_long_the_others_play_on() -> None:
    state, _ = play(at("22222", "2", "2", long=True), bid(7, 3), CHALLENGE)
    assert (state.round.standing.playing, state.round.standing.out, state.phase) == ((1, 2), (0,), "set")
    shrinking = start(3, long=True, shrinking=True).setup
    stands, _ = consequence(shrinking, standing((1, 3, 3)), 0)
    assert (stands.playing, stands.out) == ((1, 2), (0,))
    state, _ = play(
        at("", "22222", "2", counts=(6, 5, 1), playing=(1, 2), out=(0,), starter=1, long=True),
        bid(6, 3),
        CHALLENGE,
    )
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.ending) == ((3, 2, 1), "last_left")


def test_rule_5_7_the_last_to_leave_ranks_before_those_who_left_earlier() -> None:
    assert final_ranks(standing((6, 1, 1, 1), (2,), out=(3, 1)), shrinking=False) == (4, 2, 1, 3)


def test_rule_5_8_all_others_rank_by_their_cards_and_share() -> None:
    assert final_ranks(standing((6, 3, 1, 3), (2,)), shrinking=False) == (4, 2, 1, 2)
    assert final_ranks(standing((0, 3, 5, 3), (2,)), shrinking=True) == (4, 2, 1, 2)


def test_rule_5_9_ranks_decide() -> None:
    assert GAME.rated_by == "rank"


@pytest.mark.parametrize(
    "data",
    [
        {"do": "direction", "clockwise": 1},
        {"do": "direction"},
        {"do": "set", "up": []},
        {"do": "set", "up": [7]},
        {"do": "set", "up": [True]},
        {"do": "set", "up": [1] * 6},
        {"do": "set", "up": "1"},
        {"do": "bid", "count": 31, "value": 4},
        {"do": "bid", "count": 0, "value": 4},
        {"do": "bid", "count": 1, "value": 7},
        {"do": "bid", "count": True, "value": 4},
        {"do": "challenge", "count": 1},
        {"do": "challenge", "say": 1},
        {"do": "lie"},
        {"do": {}},
        [],
    ],
)
def test_rule_6_1_to_6_4_anything_else_is_malformed(data: object) -> None:
    with pytest.raises(MalformedActionError):
        GAME.parse(data)


def test_rule_6_4_talk_is_dropped() -> None:
    assert GAME.parse({**CHALLENGE, "say": "liar"}) == GAME.parse(CHALLENGE)


def test_rule_6_5_the_default_action_comes_first() -> None:
    assert GAME.dump(
        GAME.legal(start(directions=True, seats=2), start(2, directions=True).round.starter)[0]
    ) == {
        "do": "direction",
        "clockwise": True,
    }
    state = start(shrinking=True)
    assert GAME.legal(state, 0)[0] == GAME.parse(lowest(state.round.hands[0]))
    state = at("1", "2")
    assert GAME.dump(GAME.legal(state, 0)[0]) == bid(1, 1)
    assert GAME.dump(GAME.legal(play(state, bid(1, 1))[0], 1)[0]) == CHALLENGE


def test_rule_6_6_only_above_the_top_bid_is_a_player_forced() -> None:
    state, _ = play(at("1", "2"), bid(2, 6))
    assert GAME.forced(state, 1) == GAME.parse(CHALLENGE)
    assert GAME.forced(state, 0) is None
    assert GAME.forced(play(at("1", "2"), bid(1, 6))[0], 1) is None


def test_rule_7_1_what_everyone_sees() -> None:
    state, _ = play(at("14", "2", "3"), bid(1, 2))
    view = GAME.observe(state, 2)
    assert (view["phase"], view["round"], view["starter"], view["to_act"]) == ("bid", 1, 0, (1,))
    assert (view["playing"], view["counts"], view["out"], view["extra"]) == ((0, 1, 2), (2, 1, 1), (), False)
    assert (view["clockwise"], view["total"], view["bids"]) == (True, 4, ((0, 1, 2),))


def test_rule_7_2_the_history_has_every_finished_round() -> None:
    state, _ = play(at("1", "2"), bid(1, 2), CHALLENGE)
    (past,) = GAME.observe(state, 0)["history"]
    assert (past["starter"], past["bid"], past["challenger"], past["shown"], past["loser"]) == (
        0,
        (0, 1, 2),
        1,
        1,
        1,
    )
    assert past["hands"] == ((12,), (21,))


def test_rule_7_3_a_seat_sees_its_own_hand_and_setting() -> None:
    state = at("14", "2", "3")
    view = GAME.observe(state, 0)
    assert (view["hand"], view["up"]) == (state.round.hands[0], (1, 4))
    assert not {"hands", "ups"} & set(view)
    assert GAME.observe(start(), 0)["up"] is None


def test_rule_7_4_the_open_table_shows_all() -> None:
    state = at("14", "2", "3")
    view = GAME.observe(state, None)
    assert (view["hands"], view["ups"]) == (state.round.hands, state.ups)


def test_rule_8_1_covered_values_are_seen_too() -> None:
    _, events = play(at("1", "2"), bid(1, 2), CHALLENGE)
    assert events[2].view(0) == events[2].view(None)
    assert {code % 10 for hand in events[2].data["hands"] for code in hand} == {1, 2}


def test_rule_8_2_an_extra_round_has_its_direction_and_wild_ones() -> None:
    state = at("2", "2", "2", extra=True, directions=True, wild_ones=True)
    after, _ = play(state, bid(3, 3), CHALLENGE)
    assert (after.phase, GAME.observe(after, 0)["ones_wild"]) == ("direction", True)


def test_rule_8_3_with_long_one_player_leaves_at_a_time() -> None:
    stands, _ = consequence(start(3, long=True).setup, standing((5, 5, 1)), 0)
    assert (stands.playing, stands.extra) == ((1, 2), False)
