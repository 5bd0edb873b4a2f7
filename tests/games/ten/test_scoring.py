"""Rule 7 of TEN: wilds, runs and ranks, held against a search that tries everything."""

from __future__ import annotations

from math import prod
from random import Random

import pytest

from games.ten.components import NUMBER_CARDS, WILDS, deck_cards
from games.ten.scoring import Run, ranks, score
from games.ten.spending import spending_order
from tests.games.ten.oracle import best, least_missed, stands_for
from tests.games.ten.positions import owns

RUN = "B1 B2 B3 B4 B5 B6"
GREEN = " ".join(f"G{digit}" for digit in range(1, 10))


def hand(rng: Random, ways: int) -> tuple[list[str], list[str]]:
    """Draw a hand whose wilds can be assigned in at most so many ways."""
    deck = list(deck_cards(rng.choice((2, 3, 4))))
    rng.shuffle(deck)
    colours = rng.sample("BGOP", rng.randint(1, 4))
    numbers = [card for card in deck if card in NUMBER_CARDS and card[0] in colours]
    numbers = numbers[: rng.randrange(26)]
    wilds: list[str] = []
    for card in deck:
        if card in WILDS and prod(len(stands_for(wild)) for wild in (*wilds, card)) <= ways:
            wilds.append(card)
    return numbers, wilds[: rng.randrange(len(wilds) + 1)]


@pytest.mark.parametrize(("ways", "hands"), [(160, 2000), (4000, 60), (30000, 12)])
def test_rule_7_3_the_assignment_of_wilds_equals_a_search_that_tries_all(ways: int, hands: int) -> None:
    rng = Random(ways)
    for _ in range(hands):
        numbers, wilds = hand(rng, ways)
        found = score(owns(" ".join(numbers + wilds)))
        assert (found.points, found.cards) == best(numbers, wilds), (numbers, wilds)
        check_runs(found.runs, numbers, wilds)


def check_runs(runs: dict[str, Run], numbers: list[str], wilds: list[str]) -> None:
    """Every digit of a run is a card that is owned or a wild that can be it, and no wild is used twice."""
    unused = list(wilds)
    for colour, run in runs.items():
        standing = {digit: wild for wild, digit in run.wilds}
        for digit in range(run.first, run.first + run.length):
            if digit in standing:
                assert f"{colour}{digit}" in stands_for(standing[digit])
                unused.remove(standing[digit])
            else:
                assert f"{colour}{digit}" in numbers


def test_rule_7_3_a_wild_is_used_once() -> None:
    assert score(owns("B1 B3 G1 G3 *2")).points == 4
    assert score(owns("B1 B3 G1 G3 *2 B#")).points == 6


def test_rule_7_4_a_point_a_card_and_ten_for_a_full_run() -> None:
    found = score(owns(f"{RUN} B8 {GREEN} P3 P4 P5 P6 P7 O1 O2 O3 O5"))
    assert (found.points, found.cards) == (24, 23)
    assert [found.runs[colour].length for colour in "BGPO"] == [6, 9, 5, 3]
    assert score(owns()).points == 0


def test_rule_7_5_points_then_tokens_then_fewer_cards() -> None:
    full = owns(GREEN, currency=1)
    ten_cards = owns(f"{RUN} O1 O2 O3 O4", currency=1)
    players = (owns("B1"), full, ten_cards, owns(GREEN, currency=1), owns(GREEN, currency=0, fiasco=1))
    scores = tuple(map(score, players))
    assert [found.points for found in scores] == [1, 10, 10, 10, 10]
    assert ranks(players, scores) == (5, 2, 4, 2, 1)


def test_rule_7_5_of_equal_points_the_fewest_cards_are_taken() -> None:
    """The full wild makes a full run of the green cards (ten points, nine cards) or lengthens two runs."""
    numbers = GREEN.replace("G9", "") + " B1 B2 B3"
    found = score(owns(f"{numbers} *9 *#"))
    assert (found.points, found.cards) == best(numbers.split(), ["*9", "*#"])


def test_rule_9_5_the_cards_of_the_list_are_those_least_missed() -> None:
    rng = Random(95)
    for _ in range(120):
        numbers, wilds = hand(rng, 36)
        count = rng.randint(0, min(len(numbers), 6))
        found = spending_order(owns(" ".join(numbers + wilds)), count)
        assert found == least_missed(numbers, wilds, count), (numbers, wilds, count)
