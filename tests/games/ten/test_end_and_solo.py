"""Rules 7.1, 7.2, 8 and 11 of TEN: how the game ends, and the automaton."""

from __future__ import annotations

from pathlib import Path

import pytest

import games.ten.components
from games.core.errors import GameOverError, IllegalActionError
from games.ten import GAME
from games.ten.solo import closing_bid, opening_bid, payment
from games.ten.state import State
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
    pay,
    paying,
    play,
    start,
)


def solo(deck: str, *players: object, boundary: int = 7, **more: object) -> State:
    """Set a solo table."""
    held = players or (owns(), owns())
    return at(deck, *held, solo=boundary, **more)  # type: ignore[arg-type]


def test_rule_7_1_after_the_last_card_the_turn_is_finished_without_drawing() -> None:
    state, _ = play(at("B5"), DRAW)
    assert listed(state) == [NUMBERS]
    assert listed(play(at("$5"), DRAW)[0]) == [NUMBERS, CURRENCY]
    state, events = play(at("*5"), DRAW, PASS, PASS, PASS)
    assert (state.phase, state.last_buys, kinds(events)[-2:]) == ("buy", (1, 2, 0), ["unsold", "last_buys"])
    state, _ = play(at("*5", area="B1"), DRAW, PASS, PASS, PASS)
    assert (state.phase, listed(state)) == ("draw", [NUMBERS])
    state, events = play(at("B9", area="B8"), DRAW)
    assert (kinds(events)[-1], state.actor) == ("last_buys", 1)


def test_rule_7_2_everyone_has_one_last_buy_the_active_player_last() -> None:
    state, _ = play(at("B5", active=1, market="B1 G1 O1 P1"), DRAW, NUMBERS)
    assert (state.phase, state.last_buys) == ("buy", None)  # still the turn of seat 1
    state, _ = play(state, buy("B1", currency=1))
    order = []
    for card in ("G1", "O1", "P1"):
        order.append(state.actor)
        state, events = play(state, buy(card, currency=1))
    assert order == [2, 0, 1]
    assert (GAME.to_act(state), kinds(events)) == ((), ["buy", "score", "score", "score"])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.ending) == ((1, 2, 1), (2, 1, 2), "runs")
    assert outcome.detail["tokens"] == [4, 3, 4]
    with pytest.raises(GameOverError):
        GAME.apply(state, {})
    with pytest.raises(IllegalActionError, match="over"):
        GAME.check(state, 0, GAME.parse(PASS))


def test_rule_8_1_one_seat_plays_against_ten_and_starts() -> None:
    for boundary in range(4, 11):
        state = start(1, boundary, solo=boundary)
        assert (state.active, len(state.players), len(state.table.deck)) == (0, 2, 81)
        assert {player.currency for player in state.players} == {5}
    state, _ = play(solo("B9 B8", area="B5", fiasco_buys=True), DRAW)
    assert state.phase == "fiasco"
    state, events = play(solo("$4 $4 B1 B2", area="B5", boundary=7, fiasco_buys=True), NUMBERS, PASS)
    assert ("token" in kinds(events), state.players[1].fiasco) == (True, 1)


def test_rule_8_2_ten_reveals_until_the_boundary() -> None:
    state, events = play(solo("B3 $2 G4 G2 G1 B1", area="O1"), NUMBERS, PASS)
    assert [event.data["card"] for event in events if event.kind == "draw"] == ["B3", "$2", "G4", "G2"]
    assert state.players[1].numbers == ("B3", "G2", "G4")
    assert (state.active, state.actor, state.phase) == (0, 0, "draw")


def test_rule_8_3_too_much_currency_is_tens_only_fiasco() -> None:
    state, events = play(solo("B3 $5 $3 B1", area="O1"), NUMBERS, PASS)
    assert [event.data["total"] for event in events if event.kind == "fiasco"] == [8]
    assert state.players == (owns("O1"), owns("B3", fiasco=1))
    assert state.discard == ("$5", "$3")
    _, events = play(solo("B6 B9 B1", area="O1"), NUMBERS, PASS)
    assert "fiasco" not in kinds(events)


def test_rule_8_4_ten_takes_the_numbers_and_pays_and_is_paid() -> None:
    state, _ = play(solo("$2 B9 B1", area="O1 $3"), NUMBERS, PASS)
    assert state.players == (owns("O1", currency=7), owns("B9", currency=8))
    state, _ = play(solo("B1 B9 B2", area="O9 $1 O3"), DRAW)
    assert state.players[1].currency == 6
    state, events = play(solo("$2 B1", area="O1"), NUMBERS, PASS)
    assert state.players == (owns("O1", currency=7), owns("B1"))
    assert kinds(events)[-1] == "last_buys"


def test_rule_8_5_the_least_bid_is_five_and_only_duplicates_are_spent() -> None:
    state, _ = play(solo("*5 B1", owns("B1 B1 B1 G1 *3", currency=5), owns(currency=0)), DRAW)
    assert listed(state) == [PASS, bid(5), bid(6), bid(7)]
    state, _ = play(state, bid(7))
    assert listed(state) == [{**pay(5), "cards": ("B1", "B1")}]
    with pytest.raises(IllegalActionError, match="these cards only"):
        play(state, pay(5, cards="B1 G1"))
    state = buying(owns("B1 G1", currency=0), "P2", solo=7)
    assert play(state, buy("P2", cards="B1 G1"))[0].players[0] == owns("P2", currency=0)
    state, _ = play(solo("*5 B1", owns(currency=4), owns(currency=0)), DRAW)
    assert listed(state) == [PASS]


@pytest.mark.parametrize(
    ("ten", "seat", "amount"),
    [
        (owns(currency=10), owns(currency=7), 7),
        (owns(currency=6), owns(currency=10), 6),
        (owns(currency=10), owns(currency=1), 5),
        (owns(currency=4), owns(currency=10), None),
        (owns("B1 B1 *2", currency=1, fiasco=1), owns("G1 G1 G1", currency=3), 5),
        (owns("B1 G1", currency=4), owns(), None),
    ],
)
def test_rule_8_6_ten_bids_first_in_the_seats_turn(ten: object, seat: object, amount: int | None) -> None:
    assert opening_bid(ten, seat) == amount  # type: ignore[arg-type]
    state, events = play(solo("*5 B1", seat, ten), DRAW)
    assert (events[-1].data.get("amount"), state.actor) == (amount, 0)


@pytest.mark.parametrize(
    ("means", "against", "amount"), [(10, 7, 8), (10, None, 5), (7, 7, None), (4, None, None)]
)
def test_rule_8_7_ten_bids_second_in_its_own_turn(
    means: int, against: int | None, amount: int | None
) -> None:
    assert closing_bid(owns(currency=means), against) == amount
    state, _ = play(solo("*5 B9 B1", owns(currency=10), owns(currency=means), area="O1"), NUMBERS, PASS)
    assert (state.phase, state.active) == ("auction", 1)
    assert [GAME.observe(state, 0)[key] for key in ("active", "turn")] == [None, 0]
    state, events = play(state, PASS if against is None else bid(against))
    assert [event.data.get("amount") for event in events if event.kind in ("bid", "pass_bid")][1] == amount


@pytest.mark.parametrize(
    ("ten", "price", "paid"),
    [
        (owns(currency=10, fiasco=3), 7, (7, 0, ())),
        (owns(currency=5, fiasco=3), 7, (5, 1, ())),
        (owns("B1 B1 G2 G2 O1", currency=1, fiasco=1), 6, (1, 1, ("B1", "G2"))),
        (owns("B1 B1", currency=0, fiasco=2), 5, (0, 2, ())),
    ],
)
def test_rule_8_8_how_ten_pays(ten: object, price: int, paid: object) -> None:
    assert payment(ten, price) == paid  # type: ignore[arg-type]


def test_rule_8_8_ten_gets_the_wild_it_has_won() -> None:
    state, events = play(solo("*5 B1 B2", owns(), owns(currency=10)), DRAW, PASS)
    assert state.players[1] == owns("*5", currency=5)
    assert (kinds(events)[-1], state.phase) == ("won", "draw")


def test_rule_8_9_the_last_buy_is_the_seats_and_it_wins_with_more_points() -> None:
    for mine, theirs, ahead, rank in (("B1 B2 B3", "G1", 2, 1), ("B1", "G1", 0, 2), ("B1", "G1 G2", -1, 2)):
        state, _ = play(solo("*5", owns(mine), owns(theirs, currency=0)), DRAW, PASS)
        assert state.last_buys == (0,)
        state, _ = play(state, PASS)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.ranks, outcome.scores) == ((rank,), (ahead,))
        assert outcome.detail["ten"] == len(theirs.split())


def test_rule_8_9_the_seat_can_pay_for_a_wild_in_tens_turn() -> None:
    state, _ = play(solo("*5 B9", owns(currency=10), owns(currency=5), area="O1"), NUMBERS, PASS, bid(6))
    assert (state.phase, state.actor) == ("pay", 0)
    state, events = play(state, pay(6))
    assert (state.players[0].wilds, kinds(events)[-1]) == (("*5",), "last_buys")
    assert paying(owns(), 5, solo=7).table.boundary == 7


def test_rule_11_1_reconstructed_figures_are_marked() -> None:
    source = Path(games.ten.components.__file__).read_text()
    assert source.count("# RECONSTRUCTED") == 5
