"""One example for each numbered sentence of RULES.md, sections 6 to 8."""

from __future__ import annotations

from random import Random

import pytest

from games.core.dealer import Dealer
from games.core.errors import GameOverError, IllegalActionError, MalformedActionError
from games.core.game import Json
from games.sequence import GAME
from games.sequence.board import AT, MASK_OF
from games.sequence.state import State
from games.sequence.turns import LAST_TURN
from tests.games.sequence.positions import at_turn, kinds, mask, place, play, row, start

LINE, OTHER = row(4, 0, 1, 2, 3, 4), row(8, 0, 1, 2, 3, 4)


def four_of_five(seats: int = 2, **options: Json) -> State:
    """Let side 0 be one chip short of a sequence, having one already if it needs two."""
    state = start(seats, **options)
    chips = [0] * len(state.chips)
    chips[0] = LINE & ~mask((4, 4)) | OTHER
    return at_turn(
        state, "JC JC", chips=tuple(chips), sequences=((0, OTHER),) if state.table.needed == 2 else ()
    )


def test_rule_6_1_the_side_with_its_sequences_wins_at_once() -> None:
    state, events = play(four_of_five(4, table_talk="penalised"), place("JC", (4, 4), say="mine"))
    assert kinds(events) == ["say", "place", "sequence", "win"]
    assert (GAME.to_act(state), len(state.hands[0]), state.debtors) == ((), 1, ())
    with pytest.raises(GameOverError):
        GAME.apply(state, {})
    with pytest.raises(IllegalActionError, match="over"):
        GAME.check(state, 0, GAME.parse({"do": "pass"}))
    one = four_of_five()._replace(sequences=())
    assert GAME.outcome(play(one, place("JC", (4, 4)))[0]) is None
    three = four_of_five(3)._replace(chips=(LINE & ~mask((4, 4)), 0, 0))
    assert GAME.outcome(play(three, place("JC", (4, 4)))[0]) is not None


def test_rule_6_2_the_other_sides_share_rank_2() -> None:
    state = four_of_five(6, teams=3)._replace(chips=(LINE & ~mask((4, 4)), OTHER & ~mask((8, 4)), 0))
    outcome = GAME.outcome(play(state, place("JC", (4, 4)))[0])
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.ending) == ((1, 2, 2) * 2, (1, 0, 0) * 2, "sequences")


def test_rule_6_3_it_ends_when_all_have_passed_in_succession() -> None:
    state = start()._replace(turn=0, hands=(("JH",), ("JS",)))
    state, _ = play(state, {"do": "pass"})
    state, events = play(state, {"do": "pass"})
    assert (kinds(events), state.ending) == (["pass", "undecided"], "undecided")
    assert events[1].data == {"reason": "passes"}


def test_rule_6_3_a_pass_after_an_exchange_does_not_count() -> None:
    state = start()._replace(turn=0, hands=(("JH",), ("JS",)), passes=1)
    state, events = play(state._replace(exchanged=True), {"do": "pass"})
    assert (kinds(events), state.passes, state.ending) == (["pass"], 0, "")


def test_rule_6_3_it_ends_after_600_turns() -> None:
    state = at_turn(start(), "2S 7H", turns=LAST_TURN - 1)
    after, events = play(state, place("2S", (0, 1)))
    assert (kinds(events), after.ending) == (["place", "draw", "undecided"], "undecided")
    assert events[-1].data == {"reason": "turns"}
    assert LAST_TURN == 600


@pytest.mark.parametrize(
    ("chips", "sequences", "ranks", "lines"),
    [
        ((LINE | row(2, 0), row(6, 0, 1, 2, 3)), ((0, LINE),), (1, 2), (3, 4)),
        ((row(2, 1, 2, 3), row(6, 1, 2, 3, 4)), (), (2, 1), (3, 4)),
        ((row(2, 1, 2, 3), row(6, 1, 2, 3)), (), (1, 1), (3, 3)),
        ((row(0, 1, 2, 3), row(6, 1, 2, 3)), (), (1, 2), (4, 3)),
    ],
)
def test_rule_6_4_undecided_sides_rank_by_sequences_then_by_the_longest_open_line(
    chips: tuple[int, int],
    sequences: tuple[tuple[int, int], ...],
    ranks: tuple[int, int],
    lines: tuple[int, int],
) -> None:
    outcome = GAME.outcome(start()._replace(chips=chips, sequences=sequences, ending="undecided"))
    assert outcome is not None
    assert (outcome.ranks, outcome.detail["open_lines"], outcome.ending) == (ranks, lines, "undecided")


def test_rule_6_5_scores_are_sequences_and_it_is_rated_by_rank() -> None:
    outcome = GAME.outcome(start(4)._replace(chips=(LINE, 0), sequences=((0, LINE),), ending="undecided"))
    assert outcome is not None
    assert (outcome.scores, GAME.rated_by) == ((1, 0, 1, 0), "rank")


def test_rule_7_1_everyone_sees_what_is_said() -> None:
    state, events = play(at_turn(start(), "2S 7H"), place("2S", (0, 1), say="hello"))
    assert events[0].view(1) == {"event": "say", "seat": 0, "text": "hello"}
    assert GAME.observe(state, 1)["said"] == [{"turn": 0, "seat": 0, "text": "hello"}]
    state, _ = play(at_turn(state, "7H"), place("7H", (4, 8), say="again"))
    assert [words["text"] for words in GAME.observe(state, 1)["said"]] == ["again"]
    silent, events = play(at_turn(start(), "2S 7H"), place("2S", (0, 1), say=""))
    assert (kinds(events), silent.said) == (["place", "draw"], ())
    for text in ("x" * 81, "\ud800", "nul\0", 5):
        with pytest.raises(MalformedActionError):
            GAME.parse(place("2S", (0, 1), say=text))


def test_rule_7_2_talk_costs_a_team_once_a_turn() -> None:
    state = at_turn(start(4, table_talk="penalised"), "7H 2S 3D", chips=(MASK_OF["7H"], 0))
    talked, events = play(state, {"do": "exchange", "card": "7H", "say": "dead"})
    assert "penalty" not in kinds(events)
    talked, events = play(talked, place("2S", (0, 1), say="and more"))
    assert (talked.debtors, GAME.phase(talked), kinds(events)[-1]) == ((0, 2), "penalty", "penalty")
    for free in (start(4), start(3, table_talk="penalised"), start(2, table_talk="penalised")):
        after, _ = play(at_turn(free, "2S"), place("2S", (0, 1), say="hi"))
        assert after.debtors == ()


def test_rule_7_3_each_member_discards_a_card_by_ascending_seat() -> None:
    state = at_turn(start(4, table_talk="penalised"), "2S 3D", turn=2)
    state, _ = play(state, place("2S", (0, 1), say="hi"))
    assert GAME.to_act(state) == (0,)
    with pytest.raises(IllegalActionError, match="paid for first"):
        play(state, {"do": "pass"})
    first = state.hands[0][0]
    assert GAME.dump(GAME.legal(state, 0)[0]) == {"do": "discard", "card": first}
    state, events = play(state, {"do": "discard", "card": first, "say": "sorry"})
    assert (kinds(events), len(state.hands[0]), GAME.to_act(state)) == (["say", "discard"], 5, (2,))
    state, _ = play(state, {"do": "discard", "card": "3D"})
    assert (GAME.to_act(state), GAME.phase(state), len(state.hands[2])) == ((3,), "turn", 1)
    with pytest.raises(IllegalActionError, match="Nothing is owed"):
        play(state, {"do": "discard", "card": state.hands[3][0]})
    empty = at_turn(start(4, table_talk="penalised", draw="manual"), "2S", turn=2)
    empty, _ = play(empty, place("2S", (0, 1), say="hi"))
    assert empty.debtors == (0,)


def test_rule_8_1_what_everyone_sees() -> None:
    state, _ = play(at_turn(start(), "2S 7H"), place("2S", (0, 1)))
    view = GAME.observe(state, 1)
    assert view["board"][0] == "*0.......*"
    assert (view["turn"], view["turns"], view["phase"], view["pile"]) == (1, 1, "turn", 89)
    assert (view["discards"], view["hand_sizes"], view["sides"]) == ((("2S",), ()), [2, 7], (0, 1))
    three = start(3)._replace(chips=(row(1, 0), row(1, 1), row(1, 2)), sequences=((1, LINE),))
    assert GAME.observe(three, 0)["board"][1] == "012......."
    assert GAME.observe(three, 0)["sequences"][0]["side"] == 1


def test_rule_8_1_any_board_is_written_cell_by_cell_and_jacks_go_by_it() -> None:
    rng = Random(1)
    for _ in range(40):
        signs = {at: "*" if at in ((0, 0), (0, 9), (9, 0), (9, 9)) else rng.choice("..012") for at in AT}
        chips = tuple(mask(*(at for at in AT if signs[at] == side)) for side in "012")
        state = at_turn(start(3), "JC JH", chips=chips)
        assert GAME.observe(state, 0)["board"] == ["".join(signs[r, c] for c in range(10)) for r in range(10)]
        empty = [("JC", at) for at in AT if signs[at] == "."]
        opposing = [("JH", at) for at in AT if signs[at] in "12"]
        assert [(action.card, AT[action.cell]) for action in GAME.legal(state, 0)] == empty + opposing


def test_rule_8_2_a_seat_sees_its_own_hand_alone() -> None:
    state = start(4)
    for seat in range(4):
        view = GAME.observe(state, seat)
        assert (view["hand"], "hands" in view) == (state.hands[seat], False)
        assert (
            GAME.redeal(state, seat, Dealer(bytes(32))).hands[(seat + 2) % 4] != state.hands[(seat + 2) % 4]
        )
    assert GAME.observe(state, None)["hands"] == state.hands
    with pytest.raises(IllegalActionError, match="for seat"):
        GAME.check(state, (state.turn + 1) % 4, GAME.legal(state, state.turn)[0])


def test_rows_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.sequence import view

    monkeypatch.setattr(view, "_MOST_ROWS", 2)
    rows = view._Rows()
    assert [rows[chips] for chips in (1, 2, 4, 1)] == ["0.........", ".0........", "..0.......", "0........."]
    assert len(rows) <= 2


@pytest.mark.parametrize(
    "data",
    [
        {"do": "place", "card": "7H"},
        {"do": "place", "at": [4, 8]},
        {"do": "place", "card": "1H", "at": [4, 8]},
        {"do": "place", "card": "7H", "at": [4, 10]},
        {"do": "place", "card": "7H", "at": [4, True]},
        {"do": "place", "card": "7H", "at": [4]},
        {"do": "place", "card": "7H", "at": [4, 8], "draw": 1},
        {"do": "place", "card": "7H", "at": [4, 8], "sequence": [[4, 8]]},
        {"do": "place", "card": "7H", "at": [4, 8], "sequence": [[4, 8]] * 5},
        {"do": "pass", "card": "7H"},
        {"do": "pass", 5: "7H"},
        {"do": "jump"},
        {"do": None},
        [],
    ],
)
def test_anything_else_is_malformed(data: object) -> None:
    with pytest.raises(MalformedActionError):
        GAME.parse(data)
