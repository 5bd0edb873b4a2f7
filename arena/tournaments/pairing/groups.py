"""Groups, then a knockout of the best of each."""

from collections.abc import Sequence
from functools import lru_cache
from string import ascii_uppercase

from arena.tournaments.pairing.bracket import (
    Node,
    Places,
    Source,
    decision_notes,
    ranking,
    resolve,
    seed_order,
    size_for,
    tree,
)
from arena.tournaments.pairing.mixing import assign, snake
from arena.tournaments.pairing.plan import Field, Pairing, Plan, Ref, Standing
from arena.tournaments.pairing.roundrobin import TIE_BREAKS, play_off
from arena.tournaments.pairing.scoring import last_disqualified, table
from arena.tournaments.pairing.single import with_third_place


def plan(field: Field) -> Plan:
    """Plan the groups, and the bracket by the places that lead into it."""
    sizes = tuple(len(group) for group in _groups(field))
    played = {_label(i): _group_pairings(field, i, ids) for i, ids in enumerate(_groups(field))}
    tables = {
        label: table(field, ids, played[label], TIE_BREAKS, group=label)
        for label, ids in zip(played, _groups(field), strict=True)
    }
    in_groups = tuple(pairing for pairings in played.values() for pairing in pairings)
    last_round = max((pairing.round for pairing in in_groups), default=0)
    nodes = _bracket(field, sizes, last_round + 1)
    knockout = resolve(field, nodes, _places(played, tables))
    pairings = in_groups + knockout
    return Plan(
        pairings=pairings,
        ready=tuple(pairing for pairing in pairings if pairing.is_ready),
        standings=last_disqualified(field, _ranked(field, tables, nodes, knockout)),
        tables=tables,
        finished=all(pairing.decision is not None for pairing in pairings),
        notes=decision_notes(pairings),
    )


def _groups(field: Field) -> list[list[int]]:
    """Deal the entrants to groups of at least two, the best seeds apart."""
    count = min(field.settings.groups, max(1, len(field.ids) // 2))
    return [[field.ids[i] for i in group] for group in snake(len(field.ids), count) if group]


def _label(index: int) -> str:
    """Name groups A to Z, then AA, AB and so on."""
    high, low = divmod(index, len(ascii_uppercase))
    return (_label(high - 1) if high else "") + ascii_uppercase[low]


def _group_pairings(field: Field, index: int, ids: Sequence[int]) -> tuple[Pairing, ...]:
    label = _label(index)
    double = field.settings.double_round
    return play_off(field, ids, double=double, prefix=f"G{label}", stage=f"group {label}")


def _places(played: dict[str, tuple[Pairing, ...]], tables: dict[str, tuple[Standing, ...]]) -> Places:
    """Publish the places of the groups that have ended."""
    ended = [label for label, pairings in played.items() if all(p.decision is not None for p in pairings)]
    return {Ref(f"G{label}", line.place): line.entrant for label in ended for line in tables[label]}


def _bracket(field: Field, sizes: tuple[int, ...], first_round: int) -> list[Node]:
    qualified = qualifiers(sizes, field.settings.advance_per_group)
    refs = [Ref(f"G{_label(group)}", place) for group, place in qualified]
    order = seed_order(size_for(len(refs)))
    sources: list[Source] = [refs[seed] if seed < len(refs) else None for seed in order]
    nodes = tree(sources, stage="knockout", first_round=first_round)
    return with_third_place(nodes) if field.settings.third_place else nodes


@lru_cache(maxsize=64)
def qualifiers(sizes: tuple[int, ...], advance: int) -> tuple[tuple[int, int], ...]:
    """List (group, place) by bracket seed: first places before second ones, a group's members far apart."""
    total = sum(min(size, advance) for size in sizes)
    position = {seed: index for index, seed in enumerate(seed_order(size_for(total)))}
    listed: list[tuple[int, int]] = []
    for place in range(1, min(advance, max(sizes, default=0)) + 1):
        groups = [group for group, size in enumerate(sizes) if size >= place]
        listed += _tier(groups, place, listed, position)
    return tuple(listed)


def _tier(
    groups: list[int], place: int, listed: list[tuple[int, int]], position: dict[int, int]
) -> list[tuple[int, int]]:
    """Give the next seeds to one place of each group, so that members of a group meet as late as can be."""
    depth = len(position).bit_length()

    def closeness(index: int, step: int) -> int:
        here = position[len(listed) + step]
        theirs = (position[seed] for seed, (group, _) in enumerate(listed) if group == groups[index])
        return sum(4 ** (depth - (here ^ there).bit_length()) for there in theirs)

    chosen = assign(len(groups), len(groups), closeness)
    by_seed = sorted(zip(chosen, groups, strict=True))
    return [(group, place) for _, group in by_seed]


def _ranked(
    field: Field, tables: dict[str, tuple[Standing, ...]], nodes: Sequence[Node], knockout: Sequence[Pairing]
) -> list[Standing]:
    """Rank who reached the bracket by it, the others by place in the group, points a match and seed."""
    through = {entrant for pairing in knockout for entrant in pairing.entrants}
    by_bracket = [line for line in ranking(field, nodes, knockout) if line.entrant in through]
    lines = {line.entrant: line for group in tables.values() for line in group}
    rest = [line for entrant, line in lines.items() if entrant not in through]
    rest.sort(key=lambda line: (line.place, -_rate(tables, line), field.seeds[line.entrant]))
    through_lines = [_with_table(line, lines[line.entrant], line.note) for line in by_bracket]
    return through_lines + [
        _with_table(line, line, _note(tables, before, line))
        for before, line in zip([None, *rest], rest, strict=False)
    ]


def _note(tables: dict[str, tuple[Standing, ...]], before: Standing | None, line: Standing) -> str:
    """Say when only the seed put one who went no further behind the line above."""
    if before is None or before.place != line.place or _rate(tables, before) != _rate(tables, line):
        return ""
    return "as far in the group, and with as many points a match, as the line above, so ranked by seed"


def _rate(tables: dict[str, tuple[Standing, ...]], line: Standing) -> float:
    """Divide points by the size of the group, since groups differ by one."""
    return float(line.points or 0) / max(1, len(tables[line.group]) - 1)


def _with_table(line: Standing, group: Standing, note: str) -> Standing:
    return Standing(line.place, line.entrant, group.points, group.tie_breaks, group.played, group.group, note)
