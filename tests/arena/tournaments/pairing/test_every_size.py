"""Every format with every number of entrants from 0 to 130: what is promised of it, whatever the results."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from random import Random

import pytest

from arena.tournaments.pairing.bracket import size_for
from arena.tournaments.pairing.formats import FORMATS, estimate, plan
from arena.tournaments.pairing.plan import Pairing, Plan, Settings, Standing
from arena.tournaments.pairing.swiss import rounds_for
from tests.arena.tournaments.pairing.simulation import (
    EVERY_FORMAT,
    Tournament,
    by_chance,
    by_strength,
    entrants,
    meetings,
    outcomes,
)

SIZES = range(131)
every_format = pytest.mark.parametrize("chosen", EVERY_FORMAT, ids=lambda chosen: chosen.format)

pytestmark = pytest.mark.timeout(1200)  # hundreds of tournaments a test, on a machine that may be busy


def test_every_format_is_covered_here() -> None:
    assert {chosen.format for chosen in EVERY_FORMAT} == set(FORMATS) == set(PROMISES)


@every_format
def test_the_strongest_wins_when_results_follow_strength_whoever_leaves(chosen: Settings) -> None:
    """Results come in any order, and others withdraw or are disqualified between them."""
    for count in SIZES:
        random = Random(count)
        tournament = Tournament(chosen, entrants(count))
        current = tournament.plan()
        while not current.finished:
            assert current.ready, f"{count}: unfinished, and nothing to play"
            decided = outcomes(current)
            for pairing in _some_of(current.ready, random):
                tournament.play(pairing, by_strength)
            _some_leave(tournament, current.round, random)
            current = tournament.plan()
            assert decided.items() <= outcomes(current).items(), count
        assert current.champion == (1 if count else None), count
        the_disqualified_come_last(tournament, current)


def _some_of(ready: tuple[Pairing, ...], random: Random) -> Iterable[Pairing]:
    return ready if random.random() < 0.7 else random.sample(ready, random.randint(0, len(ready)))


def _some_leave(tournament: Tournament, round_under_way: int, random: Random) -> None:
    """Let now and then a few go at once, but not the strongest."""
    here = [entrant.id for entrant in tournament.entrants[1:] if not entrant.is_out]
    if random.random() < 0.3:
        for leaver in random.sample(here, random.randint(0, -(-len(here) // 6))):
            tournament.withdraw(leaver, round_under_way, is_disqualified=random.random() < 0.3)


@every_format
def test_promises_are_kept_whatever_the_results(chosen: Settings) -> None:
    for count in SIZES:
        tournament = Tournament(chosen, entrants(count))
        result = tournament.play_all(by_chance(Random(count)))
        everybody_has_one_seat_a_round(result)
        standings_are_a_total_order(chosen, result, count)
        an_estimate_is_never_too_low(tournament, result)
        if count % 8 == 3:
            the_order_of_results_does_not_matter(tournament, result)
        if count > 1:
            PROMISES[chosen.format](chosen, result, count)


# Laws of every format.


def everybody_has_one_seat_a_round(result: Plan) -> None:
    keys = [pairing.key for pairing in result.pairings]
    assert len(keys) == len(set(keys))
    seats = [(p.round, p.stage, entrant) for p in result.pairings for entrant in p.entrants]
    assert len(seats) == len(set(seats))


def standings_are_a_total_order(chosen: Settings, result: Plan, count: int) -> None:
    assert [line.place for line in result.standings] == list(range(1, count + 1))
    assert {line.entrant for line in result.standings} == set(range(1, count + 1))
    if chosen.format in ("round_robin", "swiss", "tables"):
        keys = [_rule(line) for line in result.standings]
        assert keys == sorted(keys, reverse=True)


def _rule(line: Standing) -> tuple[object, ...]:
    """What counts, in its order: points, each tie-break, the better seed."""
    return (line.points, *(value for _, value in line.tie_breaks), -line.entrant)


def an_estimate_is_never_too_low(tournament: Tournament, result: Plan) -> None:
    expected = estimate(tournament.settings, len(tournament.entrants))
    spare = 1 if tournament.settings.format == "double_elimination" else 0
    assert expected.matches - spare <= len(tournament.results) <= expected.matches
    assert max((pairing.round for pairing in result.pairings), default=0) <= expected.rounds


def the_order_of_results_does_not_matter(tournament: Tournament, result: Plan) -> None:
    random = Random(len(tournament.results))
    field = random.sample(tournament.entrants, len(tournament.entrants))
    results = random.sample(tournament.results, len(tournament.results))
    assert plan(tournament.settings, field, results) == result


def the_disqualified_come_last(tournament: Tournament, result: Plan) -> None:
    out = {entrant.id: entrant.is_disqualified for entrant in tournament.entrants}
    flags = [out.pop(line.entrant) for line in result.standings]
    assert flags == sorted(flags)
    assert not out


# What each format promises.


def losses(result: Plan) -> Counter[int]:
    return Counter(entrant for pairing in result.pairings for entrant in pairing.order[1:])


def single_elimination(chosen: Settings, result: Plan, count: int) -> None:
    """One loss and out; byes only in the first round, and to the best seeds."""
    assert chosen.third_place
    bracket = [pairing for pairing in result.pairings if pairing.stage == "bracket"]
    lost = Counter(entrant for pairing in bracket for entrant in pairing.order[1:])
    assert sorted(lost) == sorted(set(range(1, count + 1)) - {result.champion})
    assert set(lost.values()) == {1}
    byes = {(pairing.round, *pairing.entrants) for pairing in bracket if pairing.is_bye}
    assert byes == {(1, seed) for seed in range(1, size_for(count) - count + 1)}
    third = [p for p in result.pairings if p.stage == "third place" and len(p.entrants) == 2]
    assert len(third) == (count > 3)
    assert all(result.standings[2].entrant == pairing.order[0] for pairing in third)


def double_elimination(chosen: Settings, result: Plan, count: int) -> None:
    """Out by the second loss and not before; nobody has more than one bye among the winners."""
    assert chosen.reset_final
    lost = losses(result)
    assert lost.pop(result.champion or 0, 0) < 2
    assert len(lost) == count - 1
    assert set(lost.values()) == {2}
    assert len(meetings(result)) in (2 * count - 2, 2 * count - 1)
    byes = [p.entrants[0] for p in result.pairings if p.is_bye and p.stage == "winners"]
    assert sorted(byes) == list(range(1, size_for(count) - count + 1))


def round_robin(chosen: Settings, result: Plan, count: int) -> None:
    """Everybody meets everybody once, as often on the one side as on the other."""
    assert not chosen.double_round
    met = meetings(result)
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    assert max(sides(result).values()) <= (count + 1) % 2


def sides(result: Plan) -> Counter[int]:
    """Count for each entrant by how much it had one side more than the other."""
    balance: Counter[int] = Counter()
    for first, second in (pairing.entrants for pairing in result.pairings if len(pairing.entrants) == 2):
        balance[first] += 1
        balance[second] -= 1
    return Counter({entrant: abs(value) for entrant, value in balance.items()})


def swiss(chosen: Settings, result: Plan, count: int) -> None:
    """A match or the only bye in every round, no opponent twice, sides even but for a few."""
    rounds = rounds_for(count, chosen.rounds)
    assert max(Counter(meetings(result)).values()) == 1
    byes = Counter(pairing.entrants[0] for pairing in result.pairings if pairing.is_bye)
    assert set(byes.values()) <= {1}
    assert byes.total() == rounds * (count % 2)
    seats = Counter(entrant for pairing in result.pairings for entrant in pairing.entrants)
    assert seats == dict.fromkeys(range(1, count + 1), rounds)
    uneven = Counter(sides(result).values())
    assert max(uneven) <= 3
    assert uneven[3] <= max(2, count // 10)


def groups(chosen: Settings, result: Plan, count: int) -> None:
    """Even groups in which all meet once, and a knockout of the best of each; nobody twice but there."""
    sizes = [len(lines) for lines in result.tables.values()]
    assert max(sizes) - min(sizes) <= 1
    assert sum(sizes) == count
    assert all(line.played == len(lines) - 1 for lines in result.tables.values() for line in lines)
    in_groups = [pairing for pairing in result.pairings if pairing.stage.startswith("group")]
    assert len(in_groups) == len({frozenset(p.entrants) for p in in_groups})
    best = {line.entrant for lines in result.tables.values() for line in lines[: chosen.advance_per_group]}
    knockout = [pairing for pairing in result.pairings if pairing.stage == "knockout"]
    assert {entrant for pairing in knockout for entrant in pairing.entrants} == best
    assert {line.entrant for line in result.standings[: len(best)]} == best


def heats(chosen: Settings, result: Plan, count: int) -> None:
    """Everybody is in the first round, each table sends on so many, and one table is the final."""
    first = [entrant for p in result.pairings if p.round == 1 for entrant in p.entrants]
    assert sorted(first) == list(range(1, count + 1))
    assert [pairing.stage for pairing in result.pairings].count("final") == 1
    assert max(len(pairing.slots) for pairing in result.pairings) <= chosen.table_size
    seated: dict[int, set[int]] = defaultdict(set)
    for pairing in result.pairings:
        seated[pairing.round].update(pairing.entrants)
    for pairing in result.pairings:
        quota = max(1, min(chosen.advance_per_table, len(pairing.entrants) - 1))
        through = [entrant for entrant in pairing.order if entrant in seated[pairing.round + 1]]
        assert through == ([] if pairing.stage == "final" else list(pairing.order[:quota]))


def tables(chosen: Settings, result: Plan, count: int) -> None:
    """Everybody sits at a table in every round, tables as even as can be, byes shared out."""
    by_round: dict[int, list[int]] = {}
    for pairing in result.pairings:
        by_round.setdefault(pairing.round, []).append(len(pairing.entrants))
    for lengths in by_round.values():
        assert sum(lengths) == count
        assert max(lengths) <= chosen.table_size
        assert max(lengths) - min(lengths) <= 1
    seats = Counter(entrant for pairing in result.pairings for entrant in pairing.entrants)
    assert seats == dict.fromkeys(range(1, count + 1), len(by_round))
    assert max(line.played for line in result.standings) == len(by_round)
    assert min(line.played for line in result.standings) >= len(by_round) - 1


PROMISES: dict[str, Callable[[Settings, Plan, int], None]] = {
    "single_elimination": single_elimination,
    "double_elimination": double_elimination,
    "round_robin": round_robin,
    "swiss": swiss,
    "groups": groups,
    "heats": heats,
    "tables": tables,
}
