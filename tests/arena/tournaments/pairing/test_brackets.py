"""Single and double elimination, and groups that lead into a knockout."""

from itertools import pairwise
from random import Random

import pytest

from arena.tournaments.pairing.bracket import seed_order, size_for
from arena.tournaments.pairing.double import drop_masks
from arena.tournaments.pairing.formats import preview
from arena.tournaments.pairing.groups import qualifiers
from arena.tournaments.pairing.plan import Decision, Entrant, Pairing, Plan, Result, Settings
from tests.arena.tournaments.pairing.simulation import (
    Tournament,
    by_chance,
    by_strength,
    entrants,
    played,
)

SINGLE = Settings(format="single_elimination")
DOUBLE = Settings(format="double_elimination")


@pytest.mark.parametrize("size", [2, 4, 8, 64, 256])
def test_seeds_of_a_full_round_add_up_to_the_same(size: int) -> None:
    order = seed_order(size)
    assert sorted(order) == list(range(size))
    assert all(order[i] + order[i + 1] == size - 1 for i in range(0, size, 2))


def test_seeds_that_hold_finish_in_order_of_their_round() -> None:
    result = played(Settings(third_place=True), 16, by_strength)
    assert [line.entrant for line in result.standings] == list(range(1, 17))
    assert result.pairing("B1.1").entrants == (4, 3)


def test_a_level_knockout_match_goes_to_the_better_seed_and_says_so() -> None:
    tournament = Tournament(SINGLE, entrants(2), [Result("W1.1", {1: 1, 2: 1})])
    result = tournament.plan()
    assert result.champion == 1
    assert result.pairing("W1.1").decision is Decision.SEED
    assert result.notes == ("W1.1 was level after every leg, so the order is by seed.",)


def test_a_bracket_is_drawn_before_it_is_known() -> None:
    final = preview(SINGLE, 4).pairing("W2.1")
    assert [(slot.entrant, slot.origin and slot.origin.key) for slot in final.slots] == [
        (None, "W1.1"),
        (None, "W1.2"),
    ]


def test_who_has_lost_nothing_stands_before_who_has_lost_once() -> None:
    tournament = Tournament(DOUBLE, entrants(8))
    for pairing in tournament.plan().ready:
        tournament.play(pairing, lambda one: {one.entrants[0]: 2, one.entrants[1]: 1})  # the seeds fall
    assert [line.entrant for line in tournament.plan().standings] == [5, 6, 7, 8, 1, 2, 3, 4]
    for pairing in tournament.plan().ready:
        tournament.play(pairing, by_strength)
    assert [line.entrant for line in tournament.plan().standings] == [5, 6, 1, 2, 7, 8, 3, 4]


def test_a_disqualified_finalist_is_ranked_last() -> None:
    tournament = Tournament(SINGLE, entrants(4))
    tournament.play_all(by_strength)
    tournament.withdraw(1, is_disqualified=True)
    result = tournament.plan()
    assert [line.entrant for line in result.standings] == [2, 3, 4, 1]
    assert result.standings[-1].note == "disqualified"


def upset_in_final(pairing: Pairing) -> dict[int, int]:
    ranks = by_strength(pairing)
    return {entrant: 3 - rank for entrant, rank in ranks.items()} if pairing.key == "F1.1" else ranks


def test_the_final_is_played_again_only_if_the_unbeaten_loses_it() -> None:
    assert "F2.1" not in {p.key for p in played(DOUBLE, 8, by_strength).pairings}
    again = played(DOUBLE, 8, upset_in_final)
    assert again.pairing("F2.1").order == (1, 2)
    once = played(Settings(format="double_elimination", reset_final=False), 8, upset_in_final)
    assert once.champion == 2


def rematch_rounds(result: Plan) -> list[int]:
    """List the losers' rounds in which two met again."""
    seen: set[frozenset[int]] = set()
    found = []
    for pairing in sorted(result.pairings, key=lambda pairing: pairing.round):
        pair = frozenset(pairing.entrants)
        if len(pair) == 2 and pair in seen and pairing.stage == "losers":
            found.append(int(pairing.key[1:].split(".")[0]))
        seen.add(pair)
    return found


@pytest.mark.parametrize(("count", "earliest"), [(8, 3), (16, 4), (32, 5), (64, 6), (128, 6)])
def test_losers_meet_again_only_late(count: int, earliest: int) -> None:
    # With eight, the halves of the losers' bracket come together in round 3: nothing can be later than that.
    found = [
        n
        for seed in range(2400 // count)
        for n in rematch_rounds(played(DOUBLE, count, by_chance(Random(seed))))
    ]
    assert min(found, default=earliest) >= earliest


def test_drops_are_spread_better_than_straight_ones() -> None:
    for depth in range(3, 9):
        masks = drop_masks(depth)
        assert len(masks) == depth
        assert all((high ^ (low >> 1)) > 0 for low, high in pairwise(masks) if high or low > 1)


def test_who_advances_ranks_before_who_does_not() -> None:
    result = played(Settings(format="groups", groups=4), 16, by_chance(Random(1)))
    through = {e for p in result.pairings if p.stage == "knockout" for e in p.entrants}
    assert {line.entrant for line in result.standings[:8]} == through
    assert through == {line.entrant for lines in result.tables.values() for line in lines[:2]}


def test_who_stays_in_the_groups_is_told_what_counts_between_groups() -> None:
    """A note compares with the line above in the whole standings, not with the one above in the group."""
    result = played(Settings(format="groups", groups=2, advance_per_group=1), 8, by_strength)
    rest = result.standings[2:]
    seed = "as far in the group, and with as many points a match, as the line above, so ranked by seed"
    assert [(line.group, line.note) for line in rest] == [
        ("B", ""), ("A", seed), ("A", ""), ("B", seed), ("B", ""), ("A", seed),
    ]  # fmt: skip


@pytest.mark.parametrize("groups", range(2, 33))
def test_no_group_meets_again_in_the_first_knockout_round(groups: int) -> None:
    order = seed_order(size_for(2 * groups))
    listed = qualifiers((4,) * groups, 2)
    assert sorted(listed) == [(group, place) for group in range(groups) for place in (1, 2)]
    for i in range(0, len(order), 2):
        pair = [listed[seed] for seed in order[i : i + 2] if seed < len(listed)]
        assert len({group for group, _ in pair}) == len(pair)


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_two_of_a_group_can_meet_again_only_in_the_final(groups: int) -> None:
    order = seed_order(2 * groups)
    listed = qualifiers((4,) * groups, 2)
    halves = [{listed[seed][0] for seed in half} for half in (order[:groups], order[groups:])]
    assert halves == [set(range(groups))] * 2


def test_a_walkover_lets_the_bracket_go_on() -> None:
    tournament = Tournament(SINGLE, [Entrant(1, 1), Entrant(2, 2), Entrant(3, 3), Entrant(4, 4)])
    tournament.withdraw(1)
    result = tournament.plan()
    assert result.pairing("W1.1").order == (4, 1)
    assert [pairing.key for pairing in result.ready] == ["W1.2"]
