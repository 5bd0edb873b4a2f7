"""Double elimination: out after the second loss.

The winners' bracket is that of a single elimination. Whoever loses in it drops into the losers' bracket,
whose even rounds take the newly dropped and whose odd rounds halve it. Where a dropped loser lands is chosen
so that two who have met are kept apart for as long as the shape allows.
"""

from arena.tournaments.pairing.bracket import Node, Source, bracket_plan, seeded, tree
from arena.tournaments.pairing.plan import Field, Plan, Ref


def plan(field: Field) -> Plan:
    """Plan a double elimination with its final, and a second one if the unbeaten side loses the first."""
    return bracket_plan(field, double_tree(seeded(field.ids), reset_final=field.settings.reset_final))


def double_tree(sources: list[Source], *, reset_final: bool) -> list[Node]:
    """Build both brackets and the finals over a power of two of sources."""
    depth = (len(sources) - 1).bit_length()
    if len(sources) < 2:
        return []
    winners = [_timed(node) for node in tree(sources, stage="winners")]
    losers = _losers(depth)
    nodes = sorted([*winners, *losers], key=lambda node: (node.round, node.stage != "winners"))
    last = losers[-1].key if losers else None
    finalists = (Ref(f"W{depth}.1", 1), Ref(last, 1) if last else Ref("W1.1", 2))
    nodes.append(Node("F1.1", 2 * depth, "final", finalists, 2 * depth))
    if reset_final:
        again = (Ref("F1.1", 1), Ref("F1.1", 2))
        nodes.append(Node("F2.1", 2 * depth + 1, "final", again, 2 * depth + 1, reset_of="F1.1"))
    return nodes


def _timed(node: Node) -> Node:
    """Number a winners' round so that its losers drop into the round after it."""
    return Node(node.key, max(1, 2 * node.round - 2), node.stage, node.sources, 0)


def _losers(depth: int) -> list[Node]:
    """Build the losers' bracket: rounds 2j-1 halve it, rounds 2j take the losers of winners' round j+1."""
    masks = drop_masks(depth)
    nodes: list[Node] = []
    survivors: list[Source] = [Ref(f"W1.{i + 1}", 2) for i in range(1 << (depth - 1))]
    for step in range(1, depth):
        halved = [(survivors[i], survivors[i + 1]) for i in range(0, len(survivors), 2)]
        survivors = _round(nodes, 2 * step - 1, halved)
        dropped = [Ref(f"W{step + 1}.{(i ^ masks[step]) + 1}", 2) for i in range(len(survivors))]
        survivors = _round(nodes, 2 * step, list(zip(survivors, dropped, strict=True)))
    return nodes


def _round(nodes: list[Node], number: int, pairs: list[tuple[Source, Source]]) -> list[Source]:
    """Append a losers' round and return its winners."""
    fresh = [
        Node(f"L{number}.{i}", number + 1, "losers", pair, number + 1)
        for i, pair in enumerate(pairs, start=1)
    ]
    nodes += fresh
    return [Ref(node.key, 1) for node in fresh]


def drop_masks(depth: int) -> list[int]:
    """Choose for each winners' round (from 0) the mask by which the places of its losers are exchanged.

    Two who met in winners' round r, of whom one lost there and the other in a later round, can meet again
    only where their masks, brought to the same scale, agree in all higher bits: so each round takes the mask
    that differs highest up from those of all rounds before.
    """
    masks = [0]
    for step in range(1, depth):
        width = 1 << (depth - 1 - step)
        masks.append(max(range(width), key=lambda mask: (_delays(masks, mask), -mask)))
    return masks


def _delays(masks: list[int], mask: int) -> list[int]:
    """List the halvings until each earlier round's losers can be met again, soonest first."""
    step = len(masks)
    return sorted((mask ^ (earlier >> (step - index))).bit_length() for index, earlier in enumerate(masks))
