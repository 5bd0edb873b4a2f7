"""Round robin, tables, heats, tie-breaks and series of legs."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from arena.tournaments.pairing.formats import plan, preview
from arena.tournaments.pairing.plan import Plan, Ref, Result, Settings
from arena.tournaments.pairing.roundrobin import schedule
from arena.tournaments.pairing.series import legs_to_play, match_ranks
from tests.arena.tournaments.pairing.simulation import Tournament, by_chance, by_strength, entrants, played

ROUND_ROBIN = Settings(format="round_robin")


@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody_with_even_sides(double: bool) -> None:
    for count in range(131):
        pairs = [pair for pairs in schedule(count, double=double) for pair in pairs]
        times = Counter(frozenset(pair) for pair in pairs)
        assert len(times) == count * (count - 1) // 2
        assert set(times.values()) <= {1 + double}
        firsts, seconds = (Counter(pair[side] for pair in pairs) for side in (0, 1))
        uneven = max((abs(firsts[i] - seconds[i]) for i in range(count)), default=0)
        assert uneven <= (0 if double or count % 2 else 1)


def test_nobody_plays_twice_in_a_round_or_sits_out_twice() -> None:
    for count in range(2, 131):
        for pairs in schedule(count):
            assert len({i for pair in pairs for i in pair}) == 2 * len(pairs) == count - count % 2


def test_results_by_strength_rank_a_round_robin_by_strength() -> None:
    result = played(ROUND_ROBIN, 12, by_strength)
    assert [line.entrant for line in result.standings] == list(range(1, 13))
    assert [line.points for line in result.standings] == list(range(11, -1, -1))


def duels(**winners: int) -> Plan:
    """Play a round robin of four from the winner of each duel, 0 for a draw: `ab=1`."""
    names = {"a": 1, "b": 2, "c": 3, "d": 4}
    wanted = {frozenset(names[c] for c in duel): winner for duel, winner in winners.items()}
    results = []
    for pairing in preview(ROUND_ROBIN, 4).pairings:
        winner = wanted[frozenset(pairing.entrants)]
        results.append(Result(pairing.key, {e: 1 if winner in (0, e) else 2 for e in pairing.entrants}))
    return plan(ROUND_ROBIN, entrants(4), results)


def test_direct_encounter_comes_first_in_a_round_robin() -> None:
    result = duels(ab=2, ac=1, ad=1, bc=2, bd=4, cd=3)
    assert [line.entrant for line in result.standings] == [2, 1, 3, 4]
    assert (
        result.standings[1].note
        == "level on points with the line above, behind it on direct encounter: 0 to 1"
    )
    assert result.standings[3].note.endswith("direct encounter: 0 to 1")


def test_the_seed_comes_last() -> None:
    result = duels(ab=0, ac=0, ad=0, bc=0, bd=0, cd=0)
    assert [line.entrant for line in result.standings] == [1, 2, 3, 4]
    assert result.standings[1].note == "level on every tie-break with the line above, so ranked by seed"


def test_points_may_be_chosen() -> None:
    chosen = Settings(format="round_robin", points=(3, 1, 0))
    drawn = Tournament(chosen, entrants(2)).play_all(lambda pairing: dict.fromkeys(pairing.entrants, 1))
    assert [line.points for line in drawn.standings] == [1, 1]
    assert [line.points for line in played(chosen, 2, by_strength).standings] == [3, 0]


@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_tables_seat_everybody_every_round_evenly(size: int) -> None:
    for count in (2, 3, 5, 8, 13, 40, 130):
        result = played(Settings(format="tables", table_size=size, rounds=4), count, by_chance(Random(count)))
        for number in range(1, 5):
            tables = [pairing.entrants for pairing in result.pairings if pairing.round == number]
            assert sorted(e for table in tables for e in table) == list(range(1, count + 1))
            lengths = [len(table) for table in tables]
            assert max(lengths) <= size
            assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize(
    ("count", "size", "rounds"), [(16, 4, 3), (30, 3, 5), (64, 4, 5), (130, 4, 6), (130, 6, 5)]
)
def test_tables_bring_new_opponents(count: int, size: int, rounds: int) -> None:
    chosen = Settings(format="tables", table_size=size, rounds=rounds)
    met: Counter[frozenset[int]] = Counter()
    for pairing in played(chosen, count, by_chance(Random(7))).pairings:
        met.update(frozenset(pair) for pair in combinations(pairing.entrants, 2))
    repeated = sum(times - 1 for times in met.values())
    assert max(met.values()) <= 2
    assert repeated <= 0.05 * sum(met.values())


def test_a_smaller_table_is_worth_as_much() -> None:
    result = played(Settings(format="tables", table_size=4, rounds=1), 7, by_strength)
    assert Counter(line.points for line in result.standings)[Fraction(3)] == 2
    assert Counter(line.points for line in result.standings)[Fraction(0)] == 2


def test_heats_shrink_to_one_final() -> None:
    for count in (*range(2, 28), *range(30, 131, 9), 130):
        for size, advance in ((2, 1), (3, 2), (4, 2), (6, 1)):
            chosen = Settings(format="heats", table_size=size, advance_per_table=advance)
            drawn = preview(chosen, count).pairings
            assert [pairing.stage for pairing in drawn].count("final") == 1
            first = [entrant for pairing in drawn for entrant in pairing.entrants if pairing.round == 1]
            assert sorted(first) == list(range(1, count + 1))
            assert all(len(pairing.slots) <= size for pairing in drawn)


def test_heats_keep_apart_who_met_in_the_last_one() -> None:
    for count in (32, 64, 128):
        drawn = preview(Settings(format="heats", table_size=4, advance_per_table=2), count).pairings
        for pairing in drawn:
            origins = [slot.origin.key for slot in pairing.slots if isinstance(slot.origin, Ref)]
            assert len(set(origins)) == len(origins) or pairing.stage == "final"


BEST_OF_3 = Settings(best_of=3, legs=2, tie_legs=2)
WON, LOST, LEVEL = {1: 1, 2: 2}, {1: 2, 2: 1}, {1: 1, 2: 1}


@pytest.mark.parametrize(
    ("legs", "more", "ranks"),
    [
        ([WON], 1, None),
        ([WON, WON], 2, None),
        ([WON] * 4, 0, {1: 1, 2: 2}),
        ([WON, WON, LOST, LOST], 2, None),
        ([LEVEL] * 6, 2, None),
        ([LEVEL] * 6 + [LOST], 1, None),
        ([LEVEL] * 6 + [LOST, LEVEL], 0, {1: 2, 2: 1}),
        ([LEVEL] * 8, 0, {1: 1, 2: 1}),
    ],
)
def test_a_series_goes_on_until_it_is_decided(
    legs: list[dict[int, int]], more: int, ranks: dict[int, int] | None
) -> None:
    assert legs_to_play(BEST_OF_3, legs, must_decide=True) == more
    assert ranks is None or match_ranks(BEST_OF_3, legs) == ranks


def test_a_series_begins_with_a_game_and_may_end_level() -> None:
    assert legs_to_play(BEST_OF_3, [], must_decide=True) == 2
    assert legs_to_play(BEST_OF_3, [LEVEL] * 6, must_decide=False) == 0


def test_a_table_of_several_adds_up_its_legs() -> None:
    legs = [{1: 1, 2: 2, 3: 3}, {1: 3, 2: 1, 3: 2}]
    assert match_ranks(Settings(legs=2), legs) == {1: 2, 2: 1, 3: 3}
