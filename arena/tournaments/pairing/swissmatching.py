"""Find the best pairing of a Swiss round, as a matching of least cost.

What counts, each before everything after it:
 1. nobody meets twice and nobody has two byes (never broken: without such a pairing there is no round);
 2. the bye goes as low as possible;
 3. as few as possible leave the top score group downwards, then the next, and so on;
 4. those who do, fall as short as possible;
 5. nobody has to take a side when both strongly want the other, then when both want it at all;
 6. nobody floats in the same direction twice running;
 7. within a score group the upper half meets the lower half in order; the lowest float, to the highest below.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise
from typing import Any

import networkx as nx

from arena.tournaments.pairing.swissplayer import DOWN, FIRST, SECOND, UP, Player

NEAR = 11  # places from its ideal partner to which one is looked for at first


Faller = tuple[int | None, ...]  # the wish of the one who falls into the next score group, if anybody does


def _fall_through(
    above: dict[Faller, int], wishes: Counter[int | None], *, is_last: bool
) -> dict[Faller, int]:
    """Bound the conflicts down to a score group, by the wish of the one who falls out of it."""
    fewest: dict[Faller, int] = {}
    for faller, conflicts in above.items():
        for met in _one_of(wishes) if faller else [()]:
            clash = int(bool(faller) and faller == met != (None,))
            for falls in [()] if is_last else _one_of(wishes - Counter(met)):
                left = wishes - Counter(met) - Counter(falls)
                inside = max(0, abs(left[FIRST] - left[SECOND]) - left[None] + 1) // 2
                fewest[falls] = min(fewest.get(falls, inside + clash + conflicts), inside + clash + conflicts)
    return fewest


def _one_of(wishes: Counter[int | None]) -> list[Faller]:
    return [(wish,) for wish in wishes]


class Ranking:
    """The players by rank, their score groups, and the cost of any pair; the bye ranks below everybody."""

    def __init__(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self.size = len(players) + len(players) % 2
        groups = sorted({player.points for player in players}, reverse=True)
        index = {points: level for level, points in enumerate(groups)}
        self.levels = [index[player.points] for player in players] + [len(groups)] * (len(players) % 2)
        self.bottom = len(groups)
        self.counts = [self.levels.count(level) for level in range(self.bottom + 1)]
        starts = [sum(self.counts[:level]) for level in range(self.bottom + 1)]
        self.position = [rank - starts[level] for rank, level in enumerate(self.levels)]
        self.bits = self.size.bit_length()

    def may_meet(self, i: int, j: int) -> bool:
        """Rule 1, for ranks i < j."""
        if j == len(self.players):
            return not self.players[i].had_bye
        return self.players[j].id not in self.players[i].opponents

    def cost(self, i: int, j: int) -> int:
        """Write rules 2 to 7 as one number, each rule in bits of its own that no sum can overflow."""
        high, low = self.levels[i], self.levels[j]
        total = self.bottom - 1 - high if j == len(self.players) else 0
        boundaries = sum(1 << self.bits * (self.bottom - 1 - boundary) for boundary in range(high, low))
        total = (total << self.bits * self.bottom) + boundaries
        total = (total << self.bits + 2 * (self.bottom + 1).bit_length()) + (low - high) ** 2
        for quality in (*self._side_conflicts(i, j), self._floats_again(i, j)):
            total = (total << self.bits + 1) + quality
        return (total << 3 * self.bits + 1) + self._disorder(i, j)

    def _side_conflicts(self, i: int, j: int) -> tuple[int, int]:
        if j == len(self.players):
            return (0, 0)
        one, other = self.players[i], self.players[j]
        is_same = one.wish is not None and one.wish == other.wish
        return (int(is_same and one.is_strong and other.is_strong), int(is_same))

    def _floats_again(self, i: int, j: int) -> int:
        if self.levels[i] == self.levels[j]:
            return 0
        rises = j < len(self.players) and self.players[j].floated == UP
        return int(self.players[i].floated == DOWN) + int(rises)

    def _disorder(self, i: int, j: int) -> int:
        high, low = self.levels[i], self.levels[j]
        if high == low:
            return (self.position[j] - self.position[i] - self.counts[high] // 2) ** 2
        return (self.counts[high] - 1 - self.position[i]) ** 2 + self.position[j] ** 2

    @property
    def sections(self) -> list[range]:
        """Cut the ranks after every score group down to which their number is even."""
        ends = [end for end in accumulate(self.counts) if end % 2 == 0]
        return [range(start, end) for start, end in pairwise([0, *ends]) if start < end]

    def has_least_faults(self, ranks: range, matching: list[tuple[int, int]]) -> bool:
        """Tell whether no pairing of this section can do better by rules 3 to 6."""
        conflicts = [self._side_conflicts(i, j) for i, j in matching]
        return (
            _is_tight(self, ranks, matching)
            and sum(strong for strong, _ in conflicts) == 0
            and sum(same for _, same in conflicts) == self._fewest_conflicts(ranks)
            and sum(self._floats_again(i, j) for i, j in matching) == 0
        )

    def _fewest_conflicts(self, ranks: range) -> int:
        """Bound from below the pairs that want the same side in a tight pairing of a section.

        Group by group, whatever the wish of the one who falls into it and of the one who falls out of it. The
        bye is a group of its own, with one member who wishes nothing.
        """
        groups: dict[int, list[int | None]] = {}
        for rank in ranks:
            wish = self.players[rank].wish if rank < len(self.players) else None
            groups.setdefault(self.levels[rank], []).append(wish)
        fewest: dict[Faller, int] = {(): 0}
        for level, wishes in groups.items():
            fewest = _fall_through(fewest, Counter(wishes), is_last=level == self.levels[ranks.stop - 1])
        return fewest[()]

    def disorder(self, matching: list[tuple[int, int]]) -> int:
        """Add up what rule 7 counts."""
        return sum(self._disorder(i, j) for i, j in matching)

    def near_edges(self, ranks: range) -> Iterator[tuple[int, int]]:
        """List the pairs of neighbouring score groups that rule 7 counts for less than `NEAR` squared."""
        return ((i, j) for i, j in self.edges(ranks, reach=1) if self._disorder(i, j) < NEAR**2)

    def edges(self, ranks: range, *, reach: int) -> Iterator[tuple[int, int]]:
        """List the pairs of these ranks that may meet and lie at most `reach` score groups apart."""
        for i in ranks:
            for j in range(i + 1, ranks.stop):
                if self.levels[j] - self.levels[i] > reach:
                    break
                if self.may_meet(i, j):
                    yield (i, j)


def best_matching(ranking: Ranking) -> list[tuple[int, int]] | None:
    """Find the perfect matching of least cost, or None if there is no perfect matching."""
    everybody = ranking.edges(range(ranking.size), reach=ranking.bottom + 1)
    return _tight_matching(ranking) or _least_cost(ranking, everybody, ranking.size)


def _tight_matching(ranking: Ranking) -> list[tuple[int, int]] | None:
    """Find the best matching quickly, in most rounds; None when the whole field has to be looked at.

    A matching is tight if just one falls across each boundary with an odd number above it, and none across
    the others, to the next score group at most. No other does better by rule 3, and any wider pair would do
    worse by rule 4, so a tight one of least cost is the best of all. Nobody leaves a section: each is matched
    alone, which is far less work.
    """
    found: list[tuple[int, int]] = []
    for ranks in ranking.sections:
        matching = _section_matching(ranking, ranks)
        if matching is None or not _is_tight(ranking, ranks, matching):
            return None
        found += matching
    return found


def _section_matching(ranking: Ranking, ranks: range) -> list[tuple[int, int]] | None:
    """Match a section, at first by the pairs that are near to order alone: they are few.

    If no pairing has fewer faults and all of the disorder is less than one pair that was left out would add,
    then the best of all is among them.
    """
    near = _least_cost(ranking, ranking.near_edges(ranks), len(ranks))
    if near is not None and ranking.disorder(near) < NEAR**2 and ranking.has_least_faults(ranks, near):
        return near
    return _least_cost(ranking, ranking.edges(ranks, reach=1), len(ranks))


def _is_tight(ranking: Ranking, ranks: range, matching: list[tuple[int, int]]) -> bool:
    """Tell whether one crosses each boundary inside a section, where the number above is odd."""
    crossings = Counter(
        boundary for i, j in matching for boundary in range(ranking.levels[i], ranking.levels[j])
    )
    boundaries = range(ranking.levels[ranks.start], ranking.levels[ranks.stop - 1])
    return crossings == dict.fromkeys(boundaries, 1)


class _Graph(nx.Graph):  # type: ignore[type-arg]  # generic only for the type checker
    """Give neighbours as they are: the read-only views of the library take half the time of a matching."""

    def __getitem__(self, node: int) -> Any:
        return self._adj[node]  # type: ignore[attr-defined]


def _least_cost(
    ranking: Ranking, edges: Iterable[tuple[int, int]], size: int
) -> list[tuple[int, int]] | None:
    """Match all `size` ranks by some of these pairs at the least cost; None when they do not suffice."""
    costs = {(i, j): ranking.cost(i, j) for i, j in edges}
    ceiling = max(costs.values(), default=0)
    graph = _Graph()
    graph.add_weighted_edges_from((i, j, ceiling - cost) for (i, j), cost in costs.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < size:
        return None
    return sorted((min(pair), max(pair)) for pair in matching)
