"""Brackets: matches whose entrants are seeds or come from earlier matches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arena.tournaments.pairing.outcome import decide
from arena.tournaments.pairing.plan import Decision, Field, Pairing, Plan, Ref, Slot, Standing

Source = int | Ref | None
Places = dict[Ref, int | None]


@dataclass(frozen=True, slots=True)
class Node:
    """A match of a bracket before anything is played; listed after all that it draws from.

    `level` orders exits: who goes out at a higher level is placed higher. A node with `reset_of` is played
    only if the first slot of that final was beaten.
    """

    key: str
    round: int
    stage: str
    sources: tuple[Source, ...]
    level: int
    reset_of: str | None = None


def seed_order(size: int) -> list[int]:
    """List the seeds (from 0) down a bracket of 2^k places; the best two can meet only in the final."""
    order = [0]
    while len(order) < size:
        order = [seed for high in order for seed in (high, 2 * len(order) - 1 - high)]
    return order


def size_for(count: int) -> int:
    """Round up to a power of two."""
    return 1 << max(count - 1, 0).bit_length()


def tree(
    sources: Sequence[Source], *, prefix: str = "W", stage: str = "bracket", first_round: int = 1
) -> list[Node]:
    """Build a single-elimination tree over a power of two of sources, listed down the first round."""
    nodes: list[Node] = []
    layer: Sequence[Source] = sources
    number = 0
    while len(layer) > 1:
        number += 1
        fresh = [
            Node(
                f"{prefix}{number}.{i // 2 + 1}",
                first_round + number - 1,
                stage,
                (layer[i], layer[i + 1]),
                2 * number,
            )
            for i in range(0, len(layer), 2)
        ]
        nodes += fresh
        layer = [Ref(node.key, 1) for node in fresh]
    return nodes


def seeded(sources: Sequence[Source]) -> list[Source]:
    """Place sources, best first, down a bracket; the best have the byes."""
    return [sources[i] if i < len(sources) else None for i in seed_order(size_for(len(sources)))]


def resolve(
    field: Field, nodes: Iterable[Node], known: Mapping[Ref, int | None] | None = None
) -> tuple[Pairing, ...]:
    """Fill in who has come through; matches that can have nobody in them are left out."""
    places: Places = dict(known or {})
    pairings: dict[str, Pairing] = {}
    for node in nodes:
        if node.reset_of is not None and not _may_reset(pairings[node.reset_of]):
            continue
        slots = tuple(_slot(source, places) for source in node.sources)
        pairing = Pairing(node.key, node.round, node.stage, slots, if_needed=node.reset_of is not None)
        pairing = decide(field, pairing)
        _record(pairing, places)
        if any(slot != Slot() for slot in slots):
            pairings[node.key] = pairing
    return tuple(pairings.values())


def _may_reset(final: Pairing) -> bool:
    """Tell whether a final may still have to be played again: open, or lost by the side without a defeat."""
    if final.decision is None:
        return True
    return len(final.order) == 2 and final.order[0] != final.slots[0].entrant


def _slot(source: Source, places: Places) -> Slot:
    if not isinstance(source, Ref):
        return Slot(source)
    if source not in places:
        return Slot(None, source)
    entrant = places[source]
    return Slot() if entrant is None else Slot(entrant, source)


def _record(pairing: Pairing, places: Places) -> None:
    """Publish who takes which place; empty slots take the last places before anything is played."""
    filled = sum(slot != Slot() for slot in pairing.slots)
    for place in range(1, len(pairing.slots) + 1):
        if place > filled:
            places[Ref(pairing.key, place)] = None
        elif pairing.decision is not None:
            places[Ref(pairing.key, place)] = pairing.order[place - 1]


@dataclass(frozen=True, slots=True)
class Exit:
    """Where an entrant's way through a bracket ended."""

    level: int
    place: int
    round: int


def exits(nodes: Iterable[Node], pairings: Sequence[Pairing]) -> dict[int, Exit]:
    """Find where each entrant left: a place in a decided match from which no slot draws."""
    level = {node.key: node.level for node in nodes}
    drawn = {slot.origin for pairing in pairings for slot in pairing.slots}
    found: dict[int, Exit] = {}
    for pairing in pairings:
        for place, entrant in enumerate(pairing.order, start=1):
            if Ref(pairing.key, place) not in drawn:
                found[entrant] = Exit(level[pairing.key], place, pairing.round)
    return found


def ranking(field: Field, nodes: Sequence[Node], pairings: Sequence[Pairing]) -> tuple[Standing, ...]:
    """Rank by how far each came, then place in the last match, then seed; the disqualified come last.

    Who is still in comes before who is out, by where a loss in the next match would end the way.
    """
    left = exits(nodes, pairings)
    safe = _safe_levels(nodes, pairings)

    def order(entrant: int) -> tuple[bool, bool, int, int, int]:
        way = left.get(entrant) or Exit(safe.get(entrant, 0), 1, 0)
        is_out = entrant in left
        return (entrant in field.disqualified, is_out, -way.level, way.place, field.seeds[entrant])

    ranked = sorted(field.ids, key=order)
    return tuple(
        Standing(place, entrant, note=_note(field, left, ranked, place - 1))
        for place, entrant in enumerate(ranked, 1)
    )


def _safe_levels(nodes: Iterable[Node], pairings: Iterable[Pairing]) -> dict[int, int]:
    """Map who waits for a match to the level at which its loser is out: its own, or the one dropped to."""
    listed = list(nodes)
    levels = {node.key: node.level for node in listed}
    drops = {source: node.level for node in listed for source in node.sources if isinstance(source, Ref)}
    return {
        entrant: drops.get(Ref(pairing.key, len(pairing.slots)), levels[pairing.key])
        for pairing in pairings
        if pairing.decision is None
        for entrant in pairing.entrants
    }


def _note(field: Field, left: Mapping[int, Exit], ranked: Sequence[int], index: int) -> str:
    """Say what put an entrant behind the line above, where that is not the bracket itself."""
    entrant = ranked[index]
    if entrant in field.disqualified:
        return "disqualified"
    same = (
        index > 0
        and left.get(entrant) == left.get(ranked[index - 1])
        and ranked[index - 1] not in field.disqualified
    )
    return "out in the same round as the line above, so ranked by seed" if same and entrant in left else ""


def bracket_plan(field: Field, nodes: Sequence[Node]) -> Plan:
    """Make the whole plan of a tournament that is one bracket."""
    pairings = resolve(field, nodes)
    return Plan(
        pairings=pairings,
        ready=tuple(pairing for pairing in pairings if pairing.is_ready),
        standings=ranking(field, nodes, pairings),
        finished=all(pairing.decision is not None for pairing in pairings),
        notes=decision_notes(pairings),
    )


def decision_notes(pairings: Iterable[Pairing]) -> tuple[str, ...]:
    """Explain the matches that were not decided by play."""
    sentences = {
        Decision.SEED: "{key} was level after every leg, so the order is by seed.",
        Decision.WALKOVER: "{key} was decided by walkover.",
    }
    return tuple(sentences[p.decision].format(key=p.key) for p in pairings if p.decision in sentences)
