"""Round robin: everybody meets everybody, once or twice."""

from collections.abc import Sequence

from arena.tournaments.pairing.outcome import decide
from arena.tournaments.pairing.plan import Field, Pairing, Plan, Slot
from arena.tournaments.pairing.scoring import DIRECT, SONNEBORN_BERGER, WINS, last_disqualified, table

TIE_BREAKS = (DIRECT, SONNEBORN_BERGER, WINS)


def plan(field: Field) -> Plan:
    """Plan all rounds at once: no match waits for another."""
    pairings = play_off(field, field.ids, double=field.settings.double_round)
    standings = table(field, field.ids, pairings, TIE_BREAKS)
    return Plan(
        pairings=pairings,
        ready=tuple(pairing for pairing in pairings if pairing.is_ready),
        standings=last_disqualified(field, standings),
        finished=all(pairing.decision is not None for pairing in pairings),
    )


def play_off(
    field: Field, entrants: Sequence[int], *, double: bool, prefix: str = "R", stage: str = "round robin"
) -> tuple[Pairing, ...]:
    """Pair all of these entrants and fill in what is decided."""
    rounds = schedule(len(entrants), double=double)
    return tuple(
        decide(field, _pairing(f"{prefix}{number}.{board}", number, stage, entrants, pair), ties_stand=True)
        for number, pairs in enumerate(rounds, start=1)
        for board, pair in enumerate(pairs, start=1)
    )


def _pairing(key: str, number: int, stage: str, entrants: Sequence[int], pair: tuple[int, int]) -> Pairing:
    return Pairing(key, number, stage, (Slot(entrants[pair[0]]), Slot(entrants[pair[1]])))


def schedule(count: int, *, double: bool = False) -> list[list[tuple[int, int]]]:
    """List the rounds by the circle method, the first side first; in an odd field one sits out each round.

    Sides differ by at most one for each entrant, and not at all when everybody meets twice.
    """
    if count < 2:
        return []
    size = count + count % 2
    rounds = [[pair for pair in _circle(size, turn) if max(pair) < count] for turn in range(size - 1)]
    return rounds + [[(second, first) for first, second in pairs] for pairs in rounds] if double else rounds


def _circle(size: int, turn: int) -> list[tuple[int, int]]:
    """Turn all but the last around it; neighbours on the rim take their sides alternately."""
    rim, last = size - 1, size - 1
    pairs = [(turn, last) if turn % 2 == 0 else (last, turn)]
    for step in range(1, size // 2):
        ahead, behind = (turn + step) % rim, (turn - step) % rim
        pairs.append((ahead, behind) if step % 2 else (behind, ahead))
    return pairs
