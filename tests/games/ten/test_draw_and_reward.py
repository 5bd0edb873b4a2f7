"""Rules 1 to 4 of TEN: the deck, drawing, fiasco, reward and buying."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.errors import IllegalActionError, MalformedActionError, OptionsError
from games.ten import GAME
from games.ten.components import COLOURS, deck_cards
from tests.games.ten.positions import (
    CURRENCY,
    DRAW,
    NUMBERS,
    PASS,
    at,
    bid,
    buy,
    buying,
    kinds,
    listed,
    owns,
    play,
    start,
)


def test_rule_1_1_cards_are_written_by_colour_and_digit() -> None:
    cards = set(deck_cards(4))
    assert {"B7", "G1", "O9", "P5", "$1", "$5", "*7", "B#", "*#"} <= cards
    assert not {"$6", "B0", "*0", "R1"} & cards


@pytest.mark.parametrize(
    ("players", "low", "middle", "currency", "size"),
    [
        (2, 2, 1, (4, 4, 3, 3, 1), 81),
        (3, 3, 2, (5, 5, 5, 4, 2), 111),
        (4, 3, 3, (6, 6, 6, 6, 3), 129),
        (5, 3, 3, (6, 6, 6, 6, 3), 129),
    ],
)
def test_rule_1_2_the_deck_depends_on_the_players(
    players: int, low: int, middle: int, currency: tuple[int, ...], size: int
) -> None:
    count = Counter(start(players).table.deck)
    assert sum(count.values()) == size
    for colour in COLOURS:
        assert [count[f"{colour}{digit}"] for digit in range(1, 10)] == [low] * 3 + [middle] * 3 + [1] * 3
        assert count[f"{colour}#"] == 2
    assert tuple(count[f"${worth}"] for worth in range(1, 6)) == currency
    assert [count[f"*{digit}"] for digit in range(1, 10)] == [1] * 9
    assert count["*#"] == 1


def test_rule_1_3_two_to_five_play_or_one_alone() -> None:
    assert [len(start(seats).players) for seats in (2, 3, 4, 5)] == [2, 3, 4, 5]
    assert GAME.teams(seats=3, options=GAME.options().resolve({}, seats=3)) == (0, 1, 2)
    assert start(1, solo=4).table.seats == 1
    for seats, solo in ((1, None), (6, None), (2, 7), (1, 3), (1, 11)):
        with pytest.raises(OptionsError):
            start(seats, solo=solo)


def test_rule_1_4_everyone_starts_with_five_tokens_and_the_starter_is_drawn() -> None:
    state = start(4)
    assert {(p.currency, p.fiasco, p.numbers, p.wilds) for p in state.players} == {(5, 0, (), ())}
    assert (state.market, state.discard, state.phase) == ((), (), "draw")
    assert {start(4, key).actor for key in range(40)} == {0, 1, 2, 3}
    assert start(4).table.deck != start(4, 2).table.deck


def test_rule_1_5_nobody_has_more_than_ten_currency_tokens() -> None:
    state, events = play(at("B1 B2", owns(currency=9), owns(), area="$4"), CURRENCY)
    assert state.players[0].currency == 10
    assert events[1].data == {"seat": 0, "amount": 1, "lost": 3}


def test_rule_1_6_fiasco_tokens_have_no_limit_and_no_change() -> None:
    state, _ = play(at("B7 B2", owns(fiasco=20), owns(), area="G9"), DRAW)
    assert state.players[0].fiasco == 21
    state, _ = play(buying(owns(fiasco=1, currency=0), "B2"), buy("B2", fiasco=1))
    assert state.players[0] == owns("B2", currency=0)


def test_rule_2_1_turns_go_round() -> None:
    state = at("B1 B2 B3 B4 B5")
    order = []
    for _ in range(4):
        order.append(state.active)
        state, _ = play(state, DRAW, NUMBERS, PASS)
    assert order == [0, 1, 2, 0]


def test_rule_2_2_the_active_player_must_draw() -> None:
    state = at("B5 $2 B3")
    assert listed(state) == [DRAW]
    assert GAME.forced(state, 0) == GAME.parse(DRAW)
    with pytest.raises(IllegalActionError, match="you can draw"):
        play(state, NUMBERS)
    after, events = play(state, DRAW)
    assert after.numbers == ("B5",)
    assert events[0].data == {"seat": 0, "card": "B5", "total": 5, "currency": 0, "deck": 2}


def test_rule_2_3_currency_is_subtracted_and_the_total_may_be_negative() -> None:
    state, _ = play(at("$4 $5 B3 B9"), DRAW, DRAW)
    assert GAME.observe(state, 0)["total"] == -9
    state, _ = play(state, DRAW)
    assert GAME.observe(state, 0)["total"] == -6


def test_rule_2_4_after_a_card_the_player_draws_on_or_stops() -> None:
    assert listed(at(area="B3")) == [NUMBERS, DRAW]
    assert listed(at(area="$3")) == [NUMBERS, CURRENCY, DRAW]


def test_rule_2_5_a_wild_interrupts_the_draw() -> None:
    state, events = play(at("*7 B1 B2", owns(), owns(), area="B3"), DRAW)
    assert (state.phase, state.actor, kinds(events)) == ("auction", 1, ["draw", "auction"])
    state, _ = play(state, PASS, PASS)
    assert listed(state) == [NUMBERS, DRAW]
    state, _ = play(at("*7 B1 B2", owns(), owns()), DRAW, PASS, PASS)
    assert (state.phase, state.actor, listed(state)) == ("draw", 0, [DRAW])


@pytest.mark.parametrize(
    ("card", "cause"),
    [("G7", "numbers"), ("G9", "numbers"), ("$5", "currency"), ("G6", None), ("$4", None)],
)
def test_rule_3_1_and_3_2_what_is_a_fiasco(card: str, cause: str | None) -> None:
    """Numbers 3, 7 and currency 4, 2 lie: the total is 4."""
    state, events = play(at(f"{card} B1 B2", area="B3 G7 $4 $2"), DRAW)
    assert [event.data["cause"] for event in events if event.kind == "fiasco"] == ([cause] if cause else [])
    assert (state.active, state.phase) == ((1 if cause else 0), "draw")


def test_rule_3_3_numbers_go_to_the_market_and_the_player_takes_a_token() -> None:
    state, events = play(at("G9 B1", owns(), owns(), area="B7", market="P1"), DRAW)
    assert state.market == ("B7", "G9", "P1")
    assert state.players[0].fiasco == 1
    assert kinds(events) == ["draw", "fiasco", "token", "turn"]


def test_rule_3_4_the_others_are_paid_when_a_number_caused_it() -> None:
    state, events = play(at("B7 B1", area="B6 $4 G5"), DRAW)
    assert [player.currency for player in state.players] == [5, 9, 9]
    assert events[1].data["total"] == 14
    state, events = play(at("$5 B1", area="$3 B7 $4"), DRAW)
    assert [player.currency for player in state.players] == [5, 5, 5]
    assert events[1].data["total"] == 12


def test_rule_3_5_currency_is_discarded_and_there_is_no_buying() -> None:
    state, _ = play(at("B7 B1", owns(), owns(), area="B6 $4 G5", market="P1"), DRAW)
    assert (state.discard, state.currency, state.phase, state.active) == (("$4",), (), "draw", 1)


def test_rule_3_6_with_fiasco_buys_a_buy_can_be_chosen_instead() -> None:
    state, events = play(at("B7 B1", owns(), owns(), area="B6 $4 G5", fiasco_buys=True), DRAW)
    assert (state.phase, state.actor, "token" in kinds(events)) == ("fiasco", 0, False)
    assert (state.market, state.discard, state.players[1].currency) == (("B6", "B7", "G5"), ("$4",), 9)
    token, buy_it = listed(state)
    assert play(state, token)[0].players[0].fiasco == 1
    bought, _ = play(state, buy_it, buy("G5", currency=5))
    assert bought.players[0] == owns("G5", currency=0)
    passed, _ = play(state, buy_it, PASS)
    assert (passed.players[0], passed.active) == (owns(), 1)
    with pytest.raises(IllegalActionError, match="fiasco token or fiasco buy"):
        play(state, PASS)


def test_rule_4_1_the_currency_needs_a_card_and_the_numbers_do_not() -> None:
    assert CURRENCY not in listed(at(area="B3"))
    with pytest.raises(IllegalActionError, match="take currency"):
        play(at(area="B3"), CURRENCY)
    state, _ = play(at("B1", owns(), owns(), area="$3", market="B2"), NUMBERS)
    assert (state.phase, state.players[0].numbers) == ("buy", ())


def test_rule_4_2_the_numbers_are_taken_and_the_others_paid() -> None:
    state, events = play(at("B1", area="G3 $2 B3"), NUMBERS)
    assert state.players[0] == owns("B3 G3")
    assert [player.currency for player in state.players] == [5, 7, 7]
    assert (state.discard, state.phase, state.actor) == (("$2",), "buy", 0)
    assert kinds(events) == ["take_numbers", "income", "income"]


def test_rule_4_3_the_currency_is_taken_and_the_numbers_go_to_the_market() -> None:
    state, _ = play(at("B1", area="G3 $2 $1"), CURRENCY)
    assert [player.currency for player in state.players] == [8, 5, 5]
    assert (state.market, state.discard, state.active, state.phase) == (("G3",), ("$2", "$1"), 1, "draw")


def test_rule_4_4_the_others_are_paid_up_to_the_limit() -> None:
    state, _ = play(at("B1", owns(), owns(currency=9), owns(currency=2), area="$4 $2"), NUMBERS)
    assert [player.currency for player in state.players] == [5, 10, 8]


def test_rule_4_5_one_card_of_the_market_at_its_digit() -> None:
    state = buying(owns("B1 B1 G2"), "P5 G9 B4")
    after, events = play(state, buy("P5", currency=2, cards="B1 B1 G2"))
    assert after.players[0] == owns("P5", currency=3)
    assert (after.market, after.discard, after.active) == (("B4", "G9"), ("B1", "B1", "G2"), 1)
    assert kinds(events) == ["buy", "turn"]
    assert kinds(play(state, PASS)[1]) == ["pass_buy", "turn"]
    with pytest.raises(IllegalActionError, match="G9 is more than you can pay: you can buy B4, P5 or pass"):
        play(state, buy("G9", currency=5))
    with pytest.raises(IllegalActionError, match="P1 is not in the market"):
        play(state, buy("P1", currency=1))
    with pytest.raises(IllegalActionError, match="buy B4, P5 or pass"):
        play(state, DRAW)


def test_rule_4_6_an_identical_card_cannot_be_bought() -> None:
    state = buying(owns("B4 *5"), "B4 B5")
    assert {action.get("card") for action in listed(state)} == {None, "B5"}
    with pytest.raises(IllegalActionError, match="B4 is yours already"):
        play(state, buy("B4", currency=3, cards="B4"))
    nothing = buying(owns("B4"), "B4")
    assert (listed(nothing), GAME.forced(nothing, 0)) == ([PASS], GAME.parse(PASS))
    with pytest.raises(IllegalActionError, match="you can only pass"):
        play(nothing, buy("B4", currency=4))


def test_rule_9_1_to_9_4_an_action_of_another_phase_is_refused() -> None:
    with pytest.raises(IllegalActionError, match='"pay" is not possible here: you can draw'):
        play(at(), {"do": "pay", "currency": 1, "fiasco": 0, "cards": []})
    state, _ = play(at("*7 B1"), DRAW)
    with pytest.raises(IllegalActionError, match="bid from 1 to 5, or pass"):
        play(state, DRAW)
    with pytest.raises(IllegalActionError, match="seat 1 that must act now"):
        GAME.check(state, 0, GAME.parse(bid(1)))


@pytest.mark.parametrize(
    "data",
    [
        {"do": "buy", "card": "*7", "currency": 1, "fiasco": 0, "cards": []},
        {"do": "pay", "currency": 1, "fiasco": 0, "cards": ["*7"]},
        {"do": "pay", "currency": 1, "fiasco": 0, "cards": ["B1"] * 1000},
        {"do": "pay", "currency": -1, "fiasco": 0, "cards": []},
        {"do": "pay", "currency": True, "fiasco": 0, "cards": []},
        {"do": "pay", "currency": 1, "cards": []},
        {"do": "bid", "amount": 0},
        {"do": "bid", "amount": 1.0},
        {"do": "draw", "card": "B1"},
        {"do": "draw", "say": 5},
        {"do": "take", "what": "all"},
        {"do": "steal"},
        {"do": ["draw"]},
        ["draw"],
        "draw",
        None,
    ],
)
def test_rule_9_8_keys_are_required_and_no_others_known(data: object) -> None:
    with pytest.raises(MalformedActionError):
        GAME.parse(data)


def test_rule_9_8_talk_is_dropped() -> None:
    assert GAME.parse({"do": "draw", "say": "hello"}) == GAME.parse(DRAW)
