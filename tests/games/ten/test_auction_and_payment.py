"""Rules 5, 6, 9 and 10 of TEN: auctions, payments, how they are listed, and what is seen."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from games.core.dealer import Dealer
from games.core.errors import IllegalActionError
from games.ten import GAME
from games.ten.payment import make_ups
from games.ten.state import Player
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


def test_rule_5_1_each_bids_once_the_active_player_last() -> None:
    state, _ = play(at("*7 B1", active=1), DRAW)
    order = []
    for action in (bid(1), PASS, bid(2)):
        order.append(state.actor)
        state, events = play(state, action)
    assert order == [2, 0, 1]
    assert (state.phase, state.actor, kinds(events)) == ("pay", 1, ["bid"])


def test_rule_5_2_a_bid_is_more_than_the_highest_so_far() -> None:
    state, _ = play(at("*7 B1"), DRAW)
    assert listed(state) == [PASS, *(bid(amount) for amount in range(1, 6))]
    state, _ = play(state, bid(3))
    assert listed(state) == [PASS, bid(4), bid(5)]
    with pytest.raises(
        IllegalActionError, match="A bid of 3 is not possible: you can bid from 4 to 5, or pass"
    ):
        play(state, bid(3))


def test_rule_5_3_nobody_bids_more_than_they_can_pay() -> None:
    state, _ = play(at("*7 B1", owns(), owns("B1 B1 G2 *3", currency=2, fiasco=2)), DRAW)
    assert listed(state)[-1] == bid(11)
    with pytest.raises(IllegalActionError, match="from 1 to 11"):
        play(state, bid(12))
    state, _ = play(at("*7 B1", owns(), owns(currency=0)), DRAW)
    assert (listed(state), GAME.forced(state, 1)) == ([PASS], GAME.parse(PASS))
    with pytest.raises(IllegalActionError, match="you can only pass"):
        play(state, bid(1))


def test_rule_5_4_the_highest_bidder_pays_and_gets_the_wild() -> None:
    state, _ = play(at("*7 B1 B2", owns(), owns("B1")), DRAW, bid(3), PASS)
    assert (state.phase, state.actor) == ("pay", 1)
    state, events = play(state, pay(currency=2, cards="B1"))
    assert state.players[1] == owns("*7", currency=3)
    assert (state.discard, state.auction, state.actor, state.phase) == (("B1",), None, 0, "draw")
    assert events[0].data["price"] == 3
    with pytest.raises(IllegalActionError, match="must pay"):
        play(paying(owns(), 3), PASS)


def test_rule_5_5_a_wild_nobody_wants_is_discarded() -> None:
    state, events = play(at("*7 B1 B2"), DRAW, PASS, PASS, PASS)
    assert (state.discard, kinds(events)[-1], state.phase) == (("*7",), "unsold", "draw")


def test_rule_6_1_what_the_pieces_pay() -> None:
    state, _ = play(paying(owns("B9 G1", currency=2, fiasco=1), 7), pay(currency=2, fiasco=1, cards="B9 G1"))
    assert state.players[0] == owns("*5", currency=0)
    assert state.discard == ("B9", "G1")
    state, _ = play(buying(owns(fiasco=1), "G3"), buy("G3", fiasco=1))
    assert state.players[0] == owns("G3")


def test_rule_6_1_a_pink_5_for_three_cards_and_two_currency_tokens() -> None:
    rich = owns("B1 G2 G2 O4", currency=2)
    state, _ = play(buying(rich, "P5"), buy("P5", currency=2, cards="B1 G2 G2"))
    assert state.players[0] == owns("O4 P5", currency=0)
    assert state.discard == ("B1", "G2", "G2")


def test_rule_6_1_nobody_spends_what_they_have_not() -> None:
    state = paying(owns("B1 B1", currency=2, fiasco=1), 3)
    for wrong in (pay(currency=3), pay(fiasco=2), pay(cards="B1 B1 B1"), pay(currency=2, cards="G1")):
        with pytest.raises(IllegalActionError, match="for example 2 currency, 0 fiasco tokens and 1 cards"):
            play(state, wrong)
    with pytest.raises(IllegalActionError, match="This payment is 2 short"):
        play(state, pay(currency=1))


def test_rule_6_2_wilds_cannot_be_spent() -> None:
    state = paying(owns("B1 *3 G#", currency=1), 2)
    assert listed(state) == [{**pay(1, 0, "B1"), "cards": ("B1",)}]


def test_rule_6_3_what_is_paid_too_much_is_lost() -> None:
    state, _ = play(buying(owns(fiasco=1), "B2"), buy("B2", fiasco=1))
    assert state.players[0] == owns("B2")


@pytest.mark.parametrize(
    ("payment", "fair"),
    [
        (pay(fiasco=2), True),
        (pay(currency=1, fiasco=1), True),
        (pay(currency=4), True),
        (pay(currency=2, fiasco=1), False),
        (pay(currency=1, fiasco=2), False),
        (pay(fiasco=2, cards="B1"), False),
        (pay(fiasco=3), False),
        (pay(currency=4, cards="B1"), False),
    ],
)
def test_rule_6_4_no_piece_could_be_left_out(payment: dict[str, object], fair: bool) -> None:
    state = paying(owns("B1", currency=5, fiasco=3), 4)
    if fair:
        assert play(state, payment)[0].players[0].wilds == ("*5",)
    else:
        with pytest.raises(IllegalActionError, match="a piece could be left out"):
            play(state, payment)


def fair(price: int, coins: int, tokens: int, cards: int) -> bool:
    """Rule 6.4 as it is written: enough, and without any one piece no longer enough."""
    worth = coins + 3 * tokens + cards
    spare = [1] * bool(coins) + [3] * bool(tokens) + [1] * bool(cards)
    return worth >= price and all(worth - piece < price for piece in spare)


def test_rule_9_5_every_make_up_is_listed_in_order() -> None:
    for price, currency, fiasco, cards in product(range(1, 13), (0, 1, 4, 10), (0, 1, 2, 5), (0, 1, 3)):
        ways = [
            (coins, tokens, spent)
            for coins, tokens, spent in product(range(currency + 1), range(fiasco + 1), range(cards + 1))
            if fair(price, coins, tokens, spent)
        ]
        ways.sort(key=lambda way: (-way[0], -way[1]))
        assert list(make_ups(price, currency, fiasco, cards)) == ways


def test_rule_9_5_any_choice_of_cards_is_accepted() -> None:
    player = owns("B1 B1 G2 O3 P4", currency=1, fiasco=1)
    state = paying(player, 4)
    by_make_up = {(a["currency"], a["fiasco"], len(a["cards"])): a for a in listed(state)}
    assert len(by_make_up) == len(listed(state))
    for (_, _, count), action in by_make_up.items():
        for cards in combinations(player.numbers, count):
            play(state, {**action, "cards": list(cards)})
    assert by_make_up[0, 0, 4]["cards"] == ("B1", "B1", "G2", "O3")


def test_rule_9_5_a_list_can_be_read_like_any_other() -> None:
    legal = GAME.legal(paying(owns("B1 G2", currency=3, fiasco=1), 3), 0)
    actions = list(legal)
    assert [legal[place] for place in range(len(legal))] == actions
    assert (legal[-1], legal[1:], legal[:0]) == (actions[-1], actions[1:], [])
    assert actions[1] in legal
    with pytest.raises(IndexError):
        legal[len(legal)]


@pytest.mark.parametrize(
    ("state", "first"),
    [
        (at(area="B1 $2"), NUMBERS),
        (at(area="$2"), NUMBERS),
        (at(), DRAW),
        (buying(owns(), "B1"), PASS),
        (paying(owns(fiasco=1), 3), pay(currency=3)),
        (at(fiasco_buys=True)._replace(phase="fiasco"), {"do": "fiasco", "choose": "token"}),
    ],
)
def test_rule_9_6_the_default_action_comes_first(state: object, first: dict[str, object]) -> None:
    assert GAME.legal(state, 0)[0] == GAME.parse(first)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("player", "price", "forced"),
    [
        (owns(currency=3), 3, True),
        (owns("B1", currency=2), 3, True),
        (owns("B1 B1 B1", currency=2), 3, False),
        (owns("B1 B1 B1", currency=0), 2, True),
        (owns("B1 G1", currency=0), 1, False),
        (owns("B1 G1", currency=0), 2, True),
        (owns(currency=3, fiasco=1), 3, False),
    ],
)
def test_rule_9_7_forced_is_who_cannot_choose_even_the_cards(
    player: Player, price: int, forced: bool
) -> None:
    assert (GAME.forced(paying(player, price), 0) is not None) == forced


def test_rule_9_7_of_several_actions_none_is_forced() -> None:
    assert GAME.forced(at(area="B1"), 0) is None
    assert GAME.forced(buying(owns(), "B1"), 0) is None
    assert GAME.forced(at(), 1) is None


def test_rule_10_1_all_but_the_order_of_the_deck_is_open() -> None:
    state, _ = play(start(3), DRAW)
    views = [GAME.observe(state, seat) for seat in (None, 0, 1, 2)]
    assert all(view == views[0] for view in views)
    other = GAME.redeal(state, 0, Dealer(bytes(32)))
    assert other.table.deck != state.table.deck
    assert (other.table.deck[:1], GAME.observe(other, 0)) == (state.table.deck[:1], views[0])


def test_rule_10_2_the_observation() -> None:
    state, _ = play(at("*7 B1", owns("B1 *3"), owns(), area="B3 $2", market="G5"), DRAW, bid(2))
    view = GAME.observe(state, 0)
    assert (view["phase"], view["turn"], view["active"], view["deck"]) == ("auction", 0, 0, 1)
    assert (view["numbers"], view["currency"], view["total"]) == (("B3",), ("$2",), 1)
    assert view["auction"] == {"card": "*7", "bids": [{"seat": 1, "amount": 2}], "high": 2}
    assert view["players"][0] == {"numbers": ("B1",), "wilds": ("*3",), "currency": 5, "fiasco": 0}
    assert (view["market"], view["ten"], view["boundary"], view["last_buys"]) == (("G5",), None, None, None)


def test_rule_11_2_the_others_are_paid_in_the_order_of_play() -> None:
    _, events = play(at("B1", area="$2", active=1), NUMBERS)
    assert [event.data["seat"] for event in events if event.kind == "income"] == [2, 0]
    _, events = play(at("B1", area="$2", active=1), CURRENCY)
    assert [event.data["seat"] for event in events if event.kind == "income"] == [1]
