"""What is stored of a match: a record that everybody may read when it is over, and a log for each owner."""

from __future__ import annotations

from typing import Any

from arena import storage
from bots.match import MatchReport
from bots.matchfile import log_data, pack, record_data, unpack


def store_record(report: MatchReport) -> str:
    """Store what everybody may see of a finished match and return its key."""
    return storage.put(pack(record_data(report)), "record")


def store_log(report: MatchReport, player: int, *, is_house: bool = False) -> str:
    """Store what only a player's owner may see and return its key; empty when there is nothing.

    Nobody reads what the house's bots were sent: it stays out.
    """
    data = log_data(report, player)
    if is_house:
        data["transcript"] = data["written"] = []
    return storage.put(pack(data), "log") if any(data.values()) else ""


def load(key: str) -> dict[str, Any]:
    """Read a record or log."""
    return unpack(storage.get(key))
