"""One example for each numbered sentence of RULES.md, sections 1 to 4."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.errors import IllegalActionError, OptionsError
from games.sequence import GAME
from games.sequence.board import CARDS, CELLS_OF, CHIPS, DECK, JACKS, LAYOUT, MASK_OF, STRENGTH
from games.sequence.setup import HAND_SIZES
from tests.games.sequence.census import census
from tests.games.sequence.positions import at_turn, kinds, mask, place, play, row, start


def test_rule_1_1_there_are_two_decks() -> None:
    assert census(start()) == Counter(DECK)
    assert set(Counter(DECK).values()) == {2}
    assert len(DECK) == 104


def test_rule_1_2_each_plain_card_stands_on_two_cells() -> None:
    printed = Counter(card for cards in LAYOUT for card in cards)
    assert printed == Counter({card: 2 for card in CARDS if card not in JACKS} | {"FREE": 4})
    assert CELLS_OF["7H"] == (48, 53)


def test_rule_1_3_no_chip_stands_on_a_corner() -> None:
    state = at_turn(start(), "JC")
    for corner in ((0, 0), (0, 9), (9, 0), (9, 9)):
        with pytest.raises(IllegalActionError, match="no cell for JC"):
            play(state, place("JC", corner))


def test_rule_1_4_jacks_are_not_on_the_board() -> None:
    assert not JACKS & set(CELLS_OF)
    assert {"JC", "JD", "JH", "JS"} == JACKS


@pytest.mark.parametrize(
    ("seats", "sides"), [(2, 2), (3, 3), (4, 2), (6, 2), (8, 2), (9, 3), (10, 2), (12, 2)]
)
def test_rule_1_5_sides_follow_from_the_number_of_players(seats: int, sides: int) -> None:
    options = GAME.options().resolve({}, seats=seats)
    assert len(set(GAME.teams(seats=seats, options=options))) == sides


@pytest.mark.parametrize("seats", [6, 12])
def test_rule_1_5_six_and_twelve_may_choose_three_sides(seats: int) -> None:
    assert len(start(seats, teams=3).chips) == 3


@pytest.mark.parametrize(
    ("seats", "teams"), [(1, None), (5, None), (7, None), (11, None), (4, 3), (3, 2), (9, 2)]
)
def test_rule_1_5_other_numbers_cannot_play(seats: int, teams: int | None) -> None:
    with pytest.raises(OptionsError):
        GAME.options().resolve({"teams": teams}, seats=seats)


def test_rule_1_5_options_must_be_complete() -> None:
    with pytest.raises(OptionsError):
        GAME.deal(seats=2, options={}, dealer=start().dealer)


def test_rule_1_6_sides_sit_in_turn() -> None:
    assert start(6, teams=3).table.sides == (0, 1, 2, 0, 1, 2)


@pytest.mark.parametrize("seats", HAND_SIZES)
def test_rule_2_1_hands_have_their_size(seats: int) -> None:
    expected = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}[seats]
    assert {len(hand) for hand in start(seats).hands} == {expected}


def test_rule_2_2_the_lowest_card_deals_and_equals_draw_again() -> None:
    rounds = set()
    for key in range(60):
        state = start(4, key)
        drawing, again = list(range(4)), 0
        while len(drawing) > 1:
            lots = [STRENGTH[card] for card in state.dealer.shuffle(DECK, "lots", again)[-len(drawing) :]]
            drawing = [seat for seat, lot in zip(drawing, lots, strict=True) if lot == min(lots)]
            again += 1
        rounds.add(again)
        assert state.table.host == drawing[0]
    assert len(rounds) > 1
    assert STRENGTH["AC"] > STRENGTH["KC"] > STRENGTH["JC"] > STRENGTH["10C"] > STRENGTH["2C"]


def test_rule_2_3_cards_go_round_from_the_dealers_left() -> None:
    state = start(3)
    cards = state.dealer.shuffle(DECK, "deal")
    for i, card in enumerate(cards[:18]):
        assert state.hands[(state.table.host + 1 + i) % 3][i // 3] == card
    assert state.pile == cards[18:]


def test_rule_2_4_the_dealers_left_starts_and_play_goes_round() -> None:
    state = start(3)
    order = []
    for _ in range(4):
        order.append(state.turn)
        state = GAME.apply(state, {state.turn: GAME.legal(state, state.turn)[0]}).state
    first = (state.table.host + 1) % 3
    assert order == [first, (first + 1) % 3, (first + 2) % 3, first]


def test_rule_3_1_a_card_with_an_empty_cell_is_not_dead() -> None:
    state = at_turn(start(), "7H", chips=(mask((4, 8)), 0))
    with pytest.raises(IllegalActionError, match=r"not dead; legal is to use it at \[5, 3\]"):
        play(state, {"do": "exchange", "card": "7H"})
    with pytest.raises(IllegalActionError, match="never dead"):
        play(at_turn(state, "JC"), {"do": "exchange", "card": "JC"})


def test_rule_3_2_one_dead_card_a_turn_is_exchanged() -> None:
    state = at_turn(start(), "7H 5C 2S", chips=(MASK_OF["7H"], MASK_OF["5C"]))
    after, events = play(state, {"do": "exchange", "card": "7H"})
    assert kinds(events) == ["exchange", "draw"]
    assert after.hands[0] == ("5C", "2S", state.pile[0])
    assert after.discards[0] == ("7H",)
    assert (after.turn, after.turns) == (0, 0)
    with pytest.raises(IllegalActionError, match="one card a turn"):
        play(after, {"do": "exchange", "card": "5C"})


def test_rule_3_3_a_plain_card_puts_a_chip_on_one_of_its_cells() -> None:
    state = at_turn(start(), "2S 7H 3D")
    after, events = play(state, place("7H", (4, 8)))
    assert after.chips == (mask((4, 8)), 0)
    assert after.discards[0] == ("7H",)
    assert kinds(events) == ["place", "draw"]
    with pytest.raises(IllegalActionError, match="no cell for 7H"):
        play(state, place("7H", (4, 7)))
    with pytest.raises(IllegalActionError, match="occupied"):
        play(at_turn(after, "7H"), place("7H", (4, 8)))
    with pytest.raises(IllegalActionError, match="not in the hand"):
        play(state, place("8H", (3, 8)))


def test_rule_3_4_a_two_eyed_jack_goes_anywhere() -> None:
    state = at_turn(start(), "JD", chips=(0, mask((4, 4))))
    assert len(GAME.legal(state, 0)) == 95
    assert play(state, place("JD", (5, 5)))[0].chips[0] == mask((5, 5))
    with pytest.raises(IllegalActionError, match="occupied"):
        play(state, place("JD", (4, 4)))


def test_rule_3_5_a_one_eyed_jack_removes_an_opposing_chip() -> None:
    state = at_turn(start(), "JS", chips=(mask((5, 5)), mask((4, 4))))
    assert [GAME.dump(a) for a in GAME.legal(state, 0)] == [{"do": "remove", "card": "JS", "at": (4, 4)}]
    after, events = play(state, {"do": "remove", "card": "JS", "at": [4, 4]})
    assert after.chips == (mask((5, 5)), 0)
    assert kinds(events) == ["remove", "draw"]
    for cell in ([5, 5], [0, 0], [6, 6]):
        with pytest.raises(IllegalActionError, match=r"legal is to use it at \[4, 4\]"):
            play(state, {"do": "remove", "card": "JS", "at": cell})
    with pytest.raises(IllegalActionError, match="not place"):
        play(state, place("JS", (6, 6)))
    with pytest.raises(IllegalActionError, match="no one-eyed jack"):
        play(at_turn(state, "JC"), {"do": "remove", "card": "JC", "at": [4, 4]})


@pytest.mark.parametrize("advanced", [False, True])
def test_rule_3_6_sequences_are_locked_unless_advanced(advanced: bool) -> None:
    line = row(4, 0, 1, 2, 3, 4)
    state = at_turn(start(advanced=advanced), "JH", chips=(0, line), sequences=((1, line),))
    assert len([a for a in GAME.legal(state, 0) if a.do == "remove"]) == (5 if advanced else 0)
    if not advanced:
        with pytest.raises(IllegalActionError, match="no cell"):
            play(state, {"do": "remove", "card": "JH", "at": [4, 0]})


def test_rule_3_7_a_card_is_drawn_after_playing() -> None:
    state = at_turn(start(), "2S 7H")
    after, events = play(state, place("2S", (0, 1)))
    assert after.hands[0] == ("7H", state.pile[0])
    assert events[-1].view(0) == {"event": "draw", "seat": 0, "pile": 89, "card": state.pile[0]}
    assert events[-1].view(1) == {"event": "draw", "seat": 0, "pile": 89}


def test_rule_3_8_only_who_can_do_nothing_passes() -> None:
    state = at_turn(start(), "JH")
    after, events = play(state, {"do": "pass"})
    assert kinds(events) == ["pass"]
    assert (after.turns, after.hands[0], after.turn) == (1, ("JH",), 1)
    with pytest.raises(IllegalActionError, match=r"place 2S at \[0, 1\] would be legal"):
        play(at_turn(state, "2S"), {"do": "pass"})
    dead = at_turn(state, "7H", chips=(0, MASK_OF["7H"]))
    with pytest.raises(IllegalActionError, match="exchange 7H would be legal"):
        play(dead, {"do": "pass"})
    assert kinds(play(dead._replace(exchanged=True), {"do": "pass"})[1]) == ["pass"]
    with pytest.raises(IllegalActionError, match="remove JH"):
        play(at_turn(dead, "JH"), {"do": "pass"})
    full = at_turn(state, "JC", chips=(CHIPS, 0))
    assert [a.do for a in GAME.legal(full, 0)] == ["pass"]


def test_rule_3_9_a_pass_and_an_only_card_are_forced() -> None:
    state = at_turn(start(4, table_talk="penalised"), "JH")
    assert GAME.forced(state, 0) == GAME.parse({"do": "pass"})
    assert GAME.forced(state, 1) is None
    assert GAME.forced(at_turn(state, "2S"), 0) is None
    owing = state._replace(debtors=(0, 2))
    assert GAME.forced(owing, 0) == GAME.parse({"do": "discard", "card": "JH"})
    assert GAME.forced(at_turn(owing, "JH 2S"), 0) is None
    assert GAME.forced(state._replace(ending="undecided"), 0) is None


def test_rule_4_1_drawing_is_automatic() -> None:
    state = at_turn(start(), "2S")
    assert play(state, place("2S", (0, 1), draw=True))[0] == play(state, place("2S", (0, 1), draw=False))[0]


def test_rule_4_2_a_forgotten_draw_is_lost() -> None:
    state = at_turn(start(draw="manual"), "2S 7H")
    assert all(action.draw for action in GAME.legal(state, 0))
    after, events = play(state, place("2S", (0, 1)))
    assert kinds(events) == ["place", "forgo"]
    assert after.hands[0] == ("7H",)
    assert after.pile[after.drawn] == state.pile[0]
    assert len(play(state, place("2S", (0, 1), draw=True))[0].hands[0]) == 2
    dead = at_turn(state, "7H", chips=(MASK_OF["7H"], 0))
    assert len(play(dead, {"do": "exchange", "card": "7H"})[0].hands[0]) == 1


@pytest.mark.parametrize("do", ["place", "exchange"])
def test_rule_4_3_discards_are_shuffled_into_a_new_pile(do: str) -> None:
    chips = (MASK_OF["2S"], 0) if do == "exchange" else (0, 0)
    state = at_turn(start(), "2S", pile=(), drawn=0, discards=(("3C", "4C"), ("5C",)), chips=chips)
    action = place("2S", (0, 1)) if do == "place" else {"do": do, "card": "2S"}
    after, events = play(state, action)
    assert kinds(events) == [do, "reshuffle", "draw"]
    expected = state.dealer.shuffle(["3C", "4C", "2S", "5C"], "reshuffle", 0)
    assert (*after.hands[0], *after.pile[after.drawn :]) == expected
    assert after.discards == ((), ())
    assert after.shuffles == 1
