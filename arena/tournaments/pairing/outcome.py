"""Decide one pairing: by its result, by a bye or by a walkover."""

from dataclasses import replace

from arena.tournaments.pairing.plan import Decision, Field, Pairing, Result


def decide(field: Field, pairing: Pairing, *, ties_stand: bool = False) -> Pairing:
    """Fill in the order of a pairing as far as the results tell; leave an open one open.

    A result stands before a walkover, so that leaving never unmakes what was played.
    """
    if not pairing.is_known:
        return pairing
    if len(pairing.entrants) < 2:
        return replace(
            pairing, order=pairing.entrants, ranks=(1,) * len(pairing.entrants), decision=Decision.BYE
        )
    result = field.results.get(pairing.key)
    if result is not None and _fits(field, pairing, result):
        return _played(field, pairing, result, ties_stand=ties_stand)
    absent = tuple(entrant for entrant in pairing.entrants if entrant in field.out)
    if len(absent) + 1 >= len(pairing.entrants):
        return _walked_over(field, pairing)
    return replace(pairing, absent=absent)


def _fits(field: Field, pairing: Pairing, result: Result) -> bool:
    """Tell whether a result is of these entrants; one of an earlier draw under the same key is not."""
    missing = set(pairing.entrants) - set(result.ranks)
    return bool(result.ranks) and set(result.ranks) <= set(pairing.entrants) and missing <= field.out


def _played(field: Field, pairing: Pairing, result: Result, *, ties_stand: bool) -> Pairing:
    last = len(pairing.entrants)
    ranks = tuple(
        result.ranks.get(entrant, max(last, *result.ranks.values()) + 1) for entrant in pairing.entrants
    )
    is_level = not ties_stand and len(set(ranks)) < len(ranks)
    return replace(
        pairing,
        order=_ordered(field, pairing, ranks),
        ranks=ranks,
        decision=Decision.SEED if is_level else Decision.PLAYED,
        absent=tuple(entrant for entrant in pairing.entrants if entrant not in result.ranks),
    )


def _walked_over(field: Field, pairing: Pairing) -> Pairing:
    """Give the match to the one who is there, or was there longest: whoever leaves later changes nothing."""
    left = field.left_order
    stay = {entrant: (entrant in left, -left.get(entrant, 0)) for entrant in pairing.entrants}
    order = tuple(sorted(pairing.entrants, key=lambda entrant: (stay[entrant], field.seeds[entrant])))
    ranks = tuple(1 if entrant == order[0] else 2 for entrant in pairing.entrants)
    return replace(pairing, order=order, ranks=ranks, decision=Decision.WALKOVER, absent=order[1:])


def _ordered(field: Field, pairing: Pairing, ranks: tuple[int, ...]) -> tuple[int, ...]:
    rank = dict(zip(pairing.entrants, ranks, strict=True))
    return tuple(sorted(pairing.entrants, key=lambda entrant: (rank[entrant], field.seeds[entrant])))
