"""A match as data: what everybody may read when it is over, what only an owner may, and how both are packed.

The service stores it, `arena play --replay` writes it, `arena replay` and `arena verify` read it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from bots.errors import BotsError
from bots.match import FaultReport, LegReport, MatchReport

FORMAT = 1
_LARGEST = 256 << 20  # bytes of an unpacked record; a real one has some hundred kilobytes


class MatchFileError(BotsError):
    """The file is not a match that can be read here."""


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
        "leg": leg.leg, "deal": leg.deal, "table": leg.table, "players": list(leg.players),
        "ranks": list(leg.ranks), "scores": list(leg.scores), "points": list(leg.points),
        "ending": leg.ending, "detail": dict(leg.detail),
        "think_ms": [list(step) for step in leg.think_ms], "record": leg.record.to_json(),
    }  # fmt: skip


def _fault(fault: FaultReport) -> dict[str, Any]:
    return {
        "leg": fault.leg, "seat": fault.seat, "player": fault.player, "step": fault.step,
        "fault": fault.fault, "reason": fault.reason,
    }  # fmt: skip


def log_data(report: MatchReport, player: int) -> dict[str, Any]:
    """Write what a bot said on standard error, its notes, faults, and all that it was sent and answered."""
    part = report.players[player]
    notes = [{"leg": leg, "step": step, "seat": seat, "text": text} for leg, step, seat, text in part.notes]
    faults = [
        _fault(fault) | {"message": fault.message, "answer": fault.answer}
        for fault in report.faults
        if fault.player == player
    ]
    transcript = [
        {"leg": leg, "step": step, "seat": seat, "message": message, "answer": answer}
        for leg, step, seat, message, answer in part.transcript
    ]
    written = [
        {"leg": leg, "step": step, "seat": seat, "text": text} for leg, step, seat, text in part.written
    ]
    return {
        "stderr": part.log.decode(errors="replace"), "notes": notes, "faults": faults,
        "transcript": transcript, "written": written,
    }  # fmt: skip


def pack(data: Mapping[str, Any]) -> bytes:
    """Compress data; the same data gives the same bytes."""
    return zlib.compress(orjson.dumps(data, option=orjson.OPT_SORT_KEYS), 6)


def unpack(content: bytes) -> dict[str, Any]:
    """Read packed data, or plain JSON as the API gives it. MatchFileError when it is neither."""
    plain = content if content.lstrip()[:1] == b"{" else _inflated(content)
    try:
        data = orjson.loads(plain)
    except orjson.JSONDecodeError as error:
        raise MatchFileError(f"This is not the record of a match: {error}.") from None
    if not isinstance(data, dict):
        raise MatchFileError("This is not the record of a match: it holds no object.")
    return data


def _inflated(content: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(content, _LARGEST)
    except zlib.error:
        raise MatchFileError("This is not the record of a match: it is neither JSON nor packed.") from None
    if not unpacker.eof:
        raise MatchFileError("This record is cut short, or larger than any match.")
    return plain


def write(path: Path, data: Mapping[str, Any]) -> None:
    """Put a record into a file: readable when its name ends in .json, else packed."""
    readable = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    path.write_bytes(orjson.dumps(data, option=readable) if path.suffix == ".json" else pack(data))


def read(path: Path) -> dict[str, Any]:
    """Read a record from a file. MatchFileError says what is wrong with it."""
    try:
        data = unpack(path.read_bytes())
    except OSError as error:
        raise MatchFileError(f"{path} cannot be read: {error.strerror}.") from None
    return checked(data)


def checked(data: dict[str, Any]) -> dict[str, Any]:
    """Refuse data that is no record of this format."""
    if data.get("format") != FORMAT or not isinstance(data.get("tables"), list):
        raise MatchFileError(f"This is not the record of a match in format {FORMAT}.")
    return data
