"""A plan as plain data: what pages and the API draw from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from arena.tournaments.pairing.plan import Pairing, Plan, Ref, Standing


def snapshot(plan: Plan) -> dict[str, Any]:
    """Write a plan down; equal plans give equal data."""
    return {
        "pairings": [_pairing(pairing) for pairing in plan.pairings],
        "standings": [_standing(line) for line in plan.standings],
        "tables": _tables(plan.tables),
        "finished": plan.finished,
        "round": plan.round,
        "notes": list(plan.notes),
    }


def _pairing(pairing: Pairing) -> dict[str, Any]:
    return {
        "key": pairing.key,
        "round": pairing.round,
        "stage": pairing.stage,
        "slots": [{"entrant": slot.entrant, "origin": _ref(slot.origin)} for slot in pairing.slots],
        "order": list(pairing.order),
        "ranks": list(pairing.ranks),
        "decision": pairing.decision.value if pairing.decision is not None else None,
        "absent": list(pairing.absent),
        "if_needed": pairing.if_needed,
        "ready": pairing.is_ready,
    }


def _ref(origin: Ref | None) -> dict[str, Any] | None:
    return None if origin is None else {"key": origin.key, "place": origin.place}


def _tables(tables: Mapping[str, tuple[Standing, ...]]) -> dict[str, Any]:
    return {name: [_standing(line) for line in lines] for name, lines in tables.items()}


def _standing(line: Standing) -> dict[str, Any]:
    return {
        "place": line.place,
        "entrant": line.entrant,
        "points": None if line.points is None else number(line.points),
        "tie_breaks": [{"name": name, "value": number(value)} for name, value in line.tie_breaks],
        "played": line.played,
        "group": line.group,
        "note": line.note,
    }


def number(value: Fraction) -> float | int:
    """Give a whole number as one, and any other to four places."""
    return int(value) if value.denominator == 1 else round(float(value), 4)
