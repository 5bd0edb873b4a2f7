"""What is stored of a match: a record that everybody may read when it is over, and a log for each owner."""

from __future__ import annotations

import zlib
from dataclasses import asdict
from typing import Any

import orjson

from arena import storage
from bots.match import FaultReport, LegReport, MatchReport

FORMAT = 1


def store_record(report: MatchReport) -> str:
    """Store what everybody may see of a finished match and return its key."""
    return storage.put(_packed(record_data(report)), "record")


def store_log(report: MatchReport, player: int) -> str:
    """Store what only a player's owner may see and return its key; empty when there is nothing."""
    data = log_data(report, player)
    return storage.put(_packed(data), "log") if any(data.values()) else ""


def load(key: str) -> dict[str, Any]:
    """Read a record or log."""
    data: dict[str, Any] = orjson.loads(zlib.decompress(storage.get(key)))
    return data


def _packed(data: dict[str, Any]) -> bytes:
    return zlib.compress(orjson.dumps(data, option=orjson.OPT_SORT_KEYS), 6)


def record_data(report: MatchReport) -> dict[str, Any]:
    """Write a match as JSON data; messages and answers of faults stay out, they show a seat's cards."""
    plan = report.plan
    return {
        "format": FORMAT,
        "game": plan.game,
        "seats": plan.seats,
        "options": dict(plan.options),
        "legs": plan.legs,
        "mirror": plan.mirror,
        "seed": plan.seed.hex(),
        "names": list(plan.names),
        "clock": asdict(plan.clock),
        "tables": [_table(leg) for leg in report.legs],
        "players": [
            {
                "points": player.points, "rank": player.rank, "cpu_ms": player.cpu_ms,
                "idle_cpu_ms": player.idle_cpu_ms, "peak_memory_kb": player.peak_memory_kb,
                "fault": player.fault, "forfeits": player.forfeits,
            }
            for player in report.players
        ],
        "faults": [_fault(fault) for fault in report.faults],
        "digest": report.digest,
    }  # fmt: skip


def _table(leg: LegReport) -> dict[str, Any]:
    return {
        "leg": leg.leg, "deal": leg.deal, "table": leg.table, "players": leg.players, "ranks": leg.ranks,
        "scores": leg.scores, "points": leg.points, "ending": leg.ending, "detail": dict(leg.detail),
        "think_ms": leg.think_ms, "record": leg.record.to_json(),
    }  # fmt: skip


def _fault(fault: FaultReport) -> dict[str, Any]:
    return {
        "leg": fault.leg, "seat": fault.seat, "player": fault.player, "step": fault.step,
        "fault": fault.fault,
        "reason": fault.reason,
    }  # fmt: skip


def log_data(report: MatchReport, player: int) -> dict[str, Any]:
    """Write what a bot said on standard error, its notes, and its faults with message and answer."""
    part = report.players[player]
    notes = [{"leg": leg, "step": step, "seat": seat, "text": text} for leg, step, seat, text in part.notes]
    faults = [
        _fault(fault) | {"message": fault.message, "answer": fault.answer}
        for fault in report.faults
        if fault.player == player
    ]
    return {"stderr": part.log.decode(errors="replace"), "notes": notes, "faults": faults}
