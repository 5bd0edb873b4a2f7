"""Heats: tables of several seats whose best go on to new tables, until one table is left."""

from collections.abc import Sequence

from arena.tournaments.pairing.bracket import Node, Source, bracket_plan
from arena.tournaments.pairing.mixing import assign
from arena.tournaments.pairing.plan import Field, Plan, Ref


def plan(field: Field) -> Plan:
    """Plan the heats as a bracket whose matches have several seats."""
    settings = field.settings
    return bracket_plan(field, heat_tree(field.ids, settings.table_size, settings.advance_per_table))


def heat_tree(ids: Sequence[int], table_size: int, advance: int) -> list[Node]:
    """Build all heats; a table always loses somebody, so that the field shrinks to a final."""
    nodes: list[Node] = []
    sources: list[Source] = list(ids)
    number = 1
    while len(sources) > 1:
        is_final = len(sources) <= table_size
        tables = seat(sources, -(-len(sources) // table_size))
        fresh = [
            Node(f"H{number}.{i}", number, "final" if is_final else "heats", tuple(table), number)
            for i, table in enumerate(tables, start=1)
        ]
        nodes += fresh
        sources = [] if is_final else _through(fresh, advance)
        number += 1
    return nodes


def _through(heats: Sequence[Node], advance: int) -> list[Source]:
    """List who goes on: all winners, then all second places, and so on."""
    quota = [max(1, min(advance, len(heat.sources) - 1)) for heat in heats]
    return [
        Ref(heat.key, place)
        for place in range(1, max(quota) + 1)
        for heat, limit in zip(heats, quota, strict=True)
        if place <= limit
    ]


def seat(sources: Sequence[Source], count: int) -> list[list[Source]]:
    """Deal sources, best first, over tables row by row, avoiding tables with somebody from the same heat."""
    tables: list[list[Source]] = [[] for _ in range(count)]
    for start in range(0, len(sources), count):
        row = sources[start : start + count]
        order = list(range(count)) if (start // count) % 2 == 0 else list(range(count - 1, -1, -1))
        _seat_row(row, [tables[i] for i in order])
    return tables


def _seat_row(row: Sequence[Source], tables: Sequence[list[Source]]) -> None:
    """Give each of a row a table of its own."""
    chosen = assign(len(row), len(tables), lambda i, step: _clashes(row[i], tables[step]))
    for source, step in zip(row, chosen, strict=True):
        tables[step].append(source)


def _clashes(source: Source, table: list[Source]) -> int:
    if not isinstance(source, Ref):
        return 0
    return sum(isinstance(other, Ref) and other.key == source.key for other in table)
