"""Spread entrants over tables or bracket places so that those who have met are kept apart."""

from collections.abc import Callable

import networkx as nx


def snake(count: int, tables: int) -> list[list[int]]:
    """Deal indices 0..count-1 to tables forwards, then backwards, and so on: sizes differ by at most one."""
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for index in range(count):
        row, column = divmod(index, tables)
        dealt[tables - 1 - column if row % 2 else column].append(index)
    return dealt


def assign(count: int, places: int, cost: Callable[[int, int], int]) -> list[int]:
    """Give each of `count` its own place at the least total cost; of equal ones, close to the order given."""
    if all(cost(i, i) == 0 for i in range(count)):
        return list(range(count))
    scale = count * places * max(count, places) + 1
    costs = {(i, p): cost(i, p) * scale + abs(i - p) for i in range(count) for p in range(places)}
    ceiling = max(costs.values(), default=0)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, count + p, ceiling - value) for (i, p), value in costs.items())
    matching = (sorted(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    return [place - count for _, place in sorted(matching)]
