"""Draw one Swiss round: the best pairing of all, found as a matching of least cost.

What counts, each before everything after it:
 1. nobody meets twice and nobody has two byes (never broken: without such a pairing there is no round);
 2. the bye goes as low as possible;
 3. as few as possible leave the top score group downwards, then the next, and so on;
 4. those who do, fall as short as possible;
 5. nobody has to take a side when both strongly want the other, then when both want it at all;
 6. nobody floats in the same direction twice running;
 7. within a score group the upper half meets the lower half in order; the lowest float, to the highest below.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Protocol

import networkx as nx

FIRST, SECOND = 0, 1
DOWN, UP = -1, 1


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant as the draw sees it; players are listed by points and then by seed."""

    id: int
    points: Fraction = Fraction(0)
    opponents: frozenset[int] = frozenset()
    sides: tuple[int, ...] = ()
    had_bye: bool = False
    floated: int = 0

    @property
    def balance(self) -> int:
        """Count how often the first side was had more than the second."""
        return len(self.sides) - 2 * sum(self.sides)

    @property
    def wish(self) -> int | None:
        """Name the side that evens out the past, or the other than last time; None before any match."""
        if not self.sides:
            return None
        if self.balance:
            return SECOND if self.balance > 0 else FIRST
        return 1 - self.sides[-1]

    @property
    def is_strong(self) -> bool:
        """Tell whether the wish is strong: two sides behind, or the same side twice running."""
        return abs(self.balance) > 1 or (len(self.sides) > 1 and self.sides[-1] == self.sides[-2])


Pair = tuple[int, int | None]


class Memory(Protocol):
    """Where draws are kept beyond this process, so that a large one is made only once."""

    def get(self, key: str) -> tuple[Pair, ...] | None:
        """Find a draw; None when it is not known."""

    def put(self, key: str, drawn: tuple[Pair, ...]) -> None:
        """Keep a draw."""


class _NoMemory:
    """Forgets everything."""

    def get(self, key: str) -> tuple[Pair, ...] | None:  # noqa: ARG002 it knows nothing
        return None

    def put(self, key: str, drawn: tuple[Pair, ...]) -> None:
        """Keep nothing."""


_memory: Memory = _NoMemory()


def remember_in(memory: Memory) -> None:
    """Keep draws there from now on; what is drawn stays the same, it only comes sooner."""
    global _memory  # noqa: PLW0603 one for the process, like the cache below
    _memory = memory


def fingerprint(players: tuple[Player, ...]) -> str:
    """Name all that a draw depends on; the number grows when the rules of the draw change."""
    facts = [
        (one.id, str(one.points), sorted(one.opponents), one.sides, one.had_bye, one.floated)
        for one in players
    ]
    return sha256(f"1/{facts}".encode()).hexdigest()


@lru_cache(maxsize=512)
def draw(players: tuple[Player, ...]) -> tuple[Pair, ...] | None:
    """Pair all players, first side first and a bye last; None when no pairing keeps rule 1."""
    key = fingerprint(players)
    drawn = _memory.get(key)
    if drawn is None:
        drawn = _drawn(players)
        if drawn is not None:
            _memory.put(key, drawn)
    return drawn


def _drawn(players: tuple[Player, ...]) -> tuple[Pair, ...] | None:
    ranking = Ranking(players)
    matching = best_matching(ranking)
    if matching is None:
        return None
    pairs = [(players[i], players[j]) for i, j in matching if j < len(players)]
    seated = [_seated(board, *pair) for board, pair in enumerate(pairs)]
    return (*seated, *((players[i].id, None) for i, j in matching if j == len(players)))


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

    def edges(self, reach: int) -> Iterator[tuple[int, int]]:
        """List the pairs that may meet and lie at most `reach` score groups apart."""
        for i in range(self.size):
            for j in range(i + 1, self.size):
                if self.levels[j] - self.levels[i] > reach:
                    break
                if self.may_meet(i, j):
                    yield (i, j)


def best_matching(ranking: Ranking) -> list[tuple[int, int]] | None:
    """Find the perfect matching of least cost, or None if there is no perfect matching.

    Most rounds need only pairs from neighbouring score groups, which is a far smaller graph. If the best of
    those lets just one fall across each boundary with an odd number above it, and none across the others, no
    pairing does better by rule 3 and any wider pair would do worse by rule 4: it is the best of all.
    """
    near = _least_cost(ranking, reach=1)
    if near is not None and _is_tight(ranking, near):
        return near
    return _least_cost(ranking, reach=ranking.bottom + 1)


def _is_tight(ranking: Ranking, matching: list[tuple[int, int]]) -> bool:
    crossings = [0] * (ranking.bottom + 1)
    for i, j in matching:
        for boundary in range(ranking.levels[i], ranking.levels[j]):
            crossings[boundary] += 1
    return all(crossings[b] == sum(ranking.counts[: b + 1]) % 2 for b in range(ranking.bottom))


def _least_cost(ranking: Ranking, *, reach: int) -> list[tuple[int, int]] | None:
    costs = {(i, j): ranking.cost(i, j) for i, j in ranking.edges(reach)}
    ceiling = max(costs.values(), default=0)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, j, ceiling - cost) for (i, j), cost in costs.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < ranking.size:
        return None
    return sorted((min(pair), max(pair)) for pair in matching)


def _seated(board: int, high: Player, low: Player) -> Pair:
    """Give the sides: by wish, else by the greater need, else as they last differed, else by rank."""
    side = _side_of_higher(board, high, low)
    return (high.id, low.id) if side == FIRST else (low.id, high.id)


def _side_of_higher(board: int, high: Player, low: Player) -> int:
    if high.wish is None and low.wish is None:
        return board % 2
    if high.wish is None or low.wish is None:
        return high.wish if high.wish is not None else 1 - (low.wish or FIRST)
    if high.wish != low.wish:
        return high.wish
    needs = [(player.is_strong, abs(player.balance)) for player in (high, low)]
    if needs[0] != needs[1]:
        return high.wish if needs[0] > needs[1] else 1 - low.wish
    for mine, theirs in zip(reversed(high.sides), reversed(low.sides), strict=False):
        if mine != theirs:
            return 1 - mine
    return high.wish
