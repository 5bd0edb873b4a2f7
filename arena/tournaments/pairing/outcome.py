"""Decide one pairing: by its result, by a bye or by a walkover."""

from dataclasses import replace

from arena.tournaments.pairing.plan import Decision, Field, Pairing, Result


def decide(field: Field, pairing: Pairing, *, ties_stand: bool = False) -> Pairing:
    """Fill in the order of a pairing as far as the results tell; leave an open one open.

    A result stands before a walkover, so that leaving never unmakes what was played.
    """
    if not pairing.is_known:
        return pairing
    entrants = pairing.entrants
    if len(entrants) < 2:
        return pairing.decided(Decision.BYE, entrants, (1,) * len(entrants))
    result = field.results.get(pairing.key)
    if result is not None and _fits(field, pairing, result):
        return _played(field, pairing, result, ties_stand=ties_stand)
    absent = tuple(entrant for entrant in entrants if entrant in field.out)
    if len(absent) + 1 >= len(entrants):
        return _walked_over(field, pairing)
    return replace(pairing, absent=absent) if absent else pairing


def _fits(field: Field, pairing: Pairing, result: Result) -> bool:
    """Tell whether a result is of these entrants; one of an earlier draw under the same key is not."""
    drawn, there = set(pairing.entrants), result.ranks.keys()
    return drawn == there or (bool(there) and there <= drawn and drawn - there <= field.out)


def _played(field: Field, pairing: Pairing, result: Result, *, ties_stand: bool) -> Pairing:
    entrants = pairing.entrants
    last = max(len(entrants), *result.ranks.values()) + 1
    ranks = tuple([result.ranks.get(entrant, last) for entrant in entrants])
    is_level = not ties_stand and len(set(ranks)) < len(ranks)
    return pairing.decided(
        Decision.SEED if is_level else Decision.PLAYED,
        _ordered(field, entrants, ranks),
        ranks,
        tuple([entrant for entrant in entrants if entrant not in result.ranks]),
    )


def _walked_over(field: Field, pairing: Pairing) -> Pairing:
    """Give the match to the one who is there, or was there longest: whoever leaves later changes nothing."""
    left = field.left_order
    stay = {entrant: (entrant in left, -left.get(entrant, 0)) for entrant in pairing.entrants}
    order = tuple(sorted(pairing.entrants, key=lambda entrant: (stay[entrant], field.seeds[entrant])))
    ranks = tuple(1 if entrant == order[0] else 2 for entrant in pairing.entrants)
    return pairing.decided(Decision.WALKOVER, order, ranks, order[1:])


def _ordered(field: Field, entrants: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[int, ...]:
    seeds = [field.seeds[entrant] for entrant in entrants]
    return tuple([entrant for _, _, entrant in sorted(zip(ranks, seeds, entrants, strict=True))])
