"""Single elimination: who loses is out."""

from arena.tournaments.pairing.bracket import Node, bracket_plan, seeded, tree
from arena.tournaments.pairing.plan import Field, Plan, Ref


def plan(field: Field) -> Plan:
    """Plan a knockout in which the best seeds have the byes and meet as late as can be."""
    nodes = tree(seeded(field.ids))
    if field.settings.third_place:
        nodes = with_third_place(nodes)
    return bracket_plan(field, nodes)


def with_third_place(nodes: list[Node]) -> list[Node]:
    """Add a match of the losing semifinalists just before the final."""
    if len(nodes) < 3:
        return nodes
    *rest, final = nodes
    losers = tuple(Ref(node.key, 2) for node in rest[-2:])
    return [*rest, Node("B1.1", final.round, "third place", losers, final.level - 1), final]
