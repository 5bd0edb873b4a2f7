"""Swiss: promises over whole tournaments, and the draw against every possible one and another program."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from arena.tournaments.pairing.plan import Field, Pairing, Plan, Settings
from arena.tournaments.pairing.scoring import BUCHHOLZ, SONNEBORN_BERGER
from arena.tournaments.pairing.swiss import add_round, newcomers, ranked, rounds_for
from arena.tournaments.pairing.swissdraw import draw
from arena.tournaments.pairing.swissmatching import Ranking, best_matching
from arena.tournaments.pairing.swissplayer import DOWN, UP, Player
from tests.arena.tournaments.pairing.simulation import (
    Tournament,
    by_chance,
    by_strength,
    entrants,
    meetings,
    played,
)

Matching = tuple[tuple[int, ...], ...]


def swiss(rounds: int | None) -> Settings:
    return Settings(format="swiss", rounds=rounds)


def check_promises(result: Plan, count: int, rounds: int) -> None:
    times = Counter(meetings(result))
    assert max(times.values()) == 1
    byes = Counter(pairing.entrants[0] for pairing in result.pairings if pairing.is_bye)
    assert set(byes.values()) <= {1}
    for number in range(1, rounds + 1):
        drawn = [entrant for p in result.pairings if p.round == number for entrant in p.entrants]
        assert sorted(drawn) == list(range(1, count + 1))
        assert sum(p.is_bye for p in result.pairings if p.round == number) == count % 2


@pytest.mark.parametrize("count", [100, 129])
def test_nine_rounds_of_a_large_field_keep_their_promises(count: int) -> None:
    check_promises(played(swiss(9), count, by_chance(Random(count))), count, 9)


def test_a_field_too_small_for_its_rounds_ends_early_and_says_so() -> None:
    for count in range(2, 9):
        result = played(swiss(9), count, by_chance(Random(count)))
        assert max(Counter(meetings(result)).values()) == 1
        last = max(pairing.round for pairing in result.pairings)
        assert last == rounds_for(count, 9) or result.notes[-1].startswith(
            f"Round {last + 1} cannot be drawn"
        )


def test_sides_stay_even() -> None:
    uneven: Counter[int] = Counter()
    for seed in range(6):
        balance: Counter[int] = Counter()
        for pairing in played(swiss(7), 40, by_chance(Random(seed))).pairings:
            balance[pairing.entrants[0]] += 1
            balance[pairing.entrants[1]] -= 1
        uneven.update(abs(value) for value in balance.values())
    assert max(uneven) <= 3
    assert uneven[3] <= 0.05 * uneven.total()


def test_tie_breaks_are_the_sums_they_are_said_to_be() -> None:
    result = played(swiss(4), 11, by_chance(Random(2)))
    points = {line.entrant: line.points or Fraction(0) for line in result.standings}
    for line in result.standings:
        met = [(p, next(e for e in p.entrants if e != line.entrant)) for p in duels_of(result, line.entrant)]
        values = dict(line.tie_breaks)
        assert values[BUCHHOLZ] == sum(points[other] for _, other in met)
        assert values[SONNEBORN_BERGER] == sum(points[other] * taken(p, line.entrant) for p, other in met)
    keys = [(line.points, *(value for _, value in line.tie_breaks)) for line in result.standings]
    assert keys == sorted(keys, reverse=True)


def duels_of(result: Plan, entrant: int) -> list[Pairing]:
    return [p for p in result.pairings if entrant in p.entrants and not p.is_bye]


def taken(pairing: Pairing, entrant: int) -> Fraction:
    mine = pairing.ranks[pairing.entrants.index(entrant)]
    return Fraction(sum((2 if rank > mine else 1) for rank in pairing.ranks if rank >= mine) - 1, 2)


def test_who_leaves_is_drawn_no_more() -> None:
    tournament = Tournament(swiss(4), entrants(8))
    for pairing in tournament.plan().ready:
        tournament.play(pairing, by_strength)
    tournament.withdraw(3)
    result = tournament.play_all(by_strength)
    assert {p.round for p in result.pairings if 3 in p.entrants} == {1, 2}
    assert next(p for p in result.pairings if p.round == 2 and 3 in p.entrants).absent == (3,)


# Every possible draw, judged by the rules as they are written down and not as the code adds them up.


def matchings(ranks: tuple[int, ...]) -> Iterator[Matching]:
    if not ranks:
        yield ()
        return
    for partner in ranks[1:]:
        rest = tuple(rank for rank in ranks[1:] if rank != partner)
        for others in matchings(rest):
            yield ((ranks[0], partner), *others)


def is_legal(field: tuple[Player, ...], matching: Matching) -> bool:
    for i, j in matching:
        if j == len(field):
            if field[i].had_bye:
                return False
        elif field[j].id in field[i].opponents:
            return False
    return True


def levels_of(field: tuple[Player, ...]) -> list[int]:
    groups = sorted({player.points for player in field}, reverse=True)
    return [groups.index(player.points) for player in field] + [len(groups)]


def structure(field: tuple[Player, ...], matching: Matching) -> tuple[int, ...]:
    """Rules 2 to 4: how high the bye goes, how many fall across each boundary, how far."""
    level = levels_of(field)
    bye = sum(-level[i] for i, j in matching if j == len(field))
    falls = [sum(level[i] <= edge < level[j] for i, j in matching) for edge in range(level[-1])]
    return (bye, *falls, sum((level[j] - level[i]) ** 2 for i, j in matching))


def quality(field: tuple[Player, ...], matching: Matching) -> tuple[int, ...]:
    """Rules 5 to 7."""
    level = levels_of(field)
    duels = [(field[i], field[j]) for i, j in matching if j < len(field)]
    same = [(a, b) for a, b in duels if a.wish is not None and a.wish == b.wish]
    strong = sum(a.is_strong and b.is_strong for a, b in same)
    downs = sum(field[i].floated == DOWN for i, j in matching if level[i] != level[j])
    ups = sum(field[j].floated == UP for i, j in matching if level[i] != level[j] and j < len(field))
    return (strong, len(same), downs + ups, sum(disorder(level, len(field), i, j) for i, j in matching))


def disorder(level: list[int], size: int, i: int, j: int) -> int:
    group = [rank for rank in range(size) if level[rank] == level[i]]
    if level[i] == level[j]:
        return (j - i - len(group) // 2) ** 2
    below = [rank for rank in range(size) if level[rank] == level[j]]
    return (group[-1] - i) ** 2 + (j - below[0] if below else 0) ** 2


def as_matching(field: tuple[Player, ...], pairs: list[tuple[int, int | None]]) -> Matching:
    rank = {player.id: index for index, player in enumerate(field)}
    found = [(rank[a], len(field) if b is None else rank[b]) for a, b in pairs]
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def listed(field: Field, result: Plan) -> tuple[Player, ...]:
    """Describe the players to the draw of the next round."""
    histories = newcomers(field)
    add_round(field, histories, result.pairings)
    return ranked(field, histories, field.ids)


def field_after(rounds: int, count: int, seed: int) -> tuple[Player, ...]:
    """Describe the players of a tournament to the draw of its next round."""
    tournament = Tournament(swiss(rounds), entrants(count))
    result = tournament.play_all(by_chance(Random(seed), draws=0.3))
    given_field = Field.of(tournament.settings, tournament.entrants, tournament.results)
    return listed(given_field, result)


@settings(max_examples=120)
@given(count=st.integers(2, 9), rounds=st.integers(1, 5), seed=st.integers(0, 10**6))
def test_no_other_draw_is_better(count: int, rounds: int, seed: int) -> None:
    field = field_after(rounds, count, seed)
    every = matchings(tuple(range(count + count % 2)))
    legal = [(structure(field, m), quality(field, m)) for m in every if is_legal(field, m)]
    drawn = draw(field)
    if drawn is None:
        assert not legal
        return
    chosen = as_matching(field, list(drawn))
    assert is_legal(field, chosen)
    assert (structure(field, chosen), quality(field, chosen)) == min(legal)


def test_a_far_fall_is_found_where_neighbours_would_do_worse() -> None:
    """The top two can meet, if the next two, barred from each other and the group below, fall past it."""
    barred = {3: {4, 5, 6}, 4: {3, 5, 6}, 5: {3, 4}, 6: {3, 4}}
    field = tuple(
        Player(number, Fraction(4 - (number - 1) // 2), frozenset(barred.get(number, ())))
        for number in range(1, 9)
    )
    chosen = as_matching(field, list(draw(field) or ()))
    legal = [m for m in matchings(tuple(range(8))) if is_legal(field, m)]
    assert (0, 1) in chosen
    assert structure(field, chosen) == min(structure(field, m) for m in legal)


@pytest.mark.parametrize("count", [24, 33, 46, 60])
def test_looking_at_few_pairs_first_finds_the_same_cost(count: int) -> None:
    for rounds in range(1, 8):
        ranking = Ranking(field_after(rounds, count, seed=count + rounds))
        graph: nx.Graph[int] = nx.Graph()
        for pair in combinations(range(ranking.size), 2):
            if ranking.may_meet(*pair):
                graph.add_edge(*pair, weight=-ranking.cost(*pair))
        whole = [sorted(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
        found = best_matching(ranking) or []
        assert 2 * len(found) == ranking.size
        assert sum(ranking.cost(*pair) for pair in found) == sum(ranking.cost(*pair) for pair in whole)


# Another program: the Dutch system as py4swiss draws it.


def peer_result(pairing: Pairing, entrant: int) -> RoundResult:
    if pairing.is_bye:
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
    side = pairing.entrants.index(entrant)
    mine, theirs = pairing.ranks[side], pairing.ranks[1 - side]
    token = ResultToken.DRAW if mine == theirs else ResultToken.WIN if mine < theirs else ResultToken.LOSS
    color = ColorToken.BLACK if side else ColorToken.WHITE
    return RoundResult(id=pairing.entrants[1 - side], color=color, result=token)


def peer_draw(result: Plan, count: int, rounds: int) -> list[tuple[int, int | None]]:
    points = Counter({line.entrant: line.points or Fraction(0) for line in result.standings})
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=int(points[number] * 10),
            rank=number,
            results=[peer_result(p, number) for p in result.pairings if number in p.entrants],
        )
        for number in range(1, count + 1)
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    trf.validate_contents()
    return [(pair.white, pair.black or None) for pair in DutchEngine.generate_pairings(trf)]


@pytest.mark.parametrize("count", [2, 3, 8, 9, 20, 33, 64])
def test_the_first_round_is_the_one_another_program_draws(count: int) -> None:
    ours = draw(tuple(Player(number) for number in range(1, count + 1)))
    assert ours is not None
    assert list(ours) == peer_draw(Plan(), count, 3)


def test_another_program_never_draws_better_and_crosses_score_groups_alike() -> None:
    same = total = 0
    for count, rounds, seed in [(n, r, n + r) for n in (10, 15, 20, 27, 40) for r in (1, 2, 3, 4)]:
        tournament = Tournament(swiss(rounds), entrants(count))
        result = tournament.play_all(by_chance(Random(seed), draws=0.3))
        given_field = Field.of(tournament.settings, tournament.entrants, tournament.results)
        field = listed(given_field, result)
        theirs = as_matching(field, peer_draw(result, count, rounds + 5))
        ours = as_matching(field, list(draw(field) or ()))
        assert is_legal(field, theirs)
        assert (structure(field, ours), quality(field, ours)) <= (
            structure(field, theirs),
            quality(field, theirs),
        )
        same += structure(field, ours) == structure(field, theirs)
        total += 1
    assert same == total
