"""The log of an embedded Arena: a file beside its data, of which one older part is kept."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

LOG_FILE = "arena.log"
_MOST_BYTES = 20 << 20


def keep_short(log: Path, most_bytes: int = _MOST_BYTES) -> None:
    """Move a long log away; the processes that write to it notice and begin another."""
    with suppress(FileNotFoundError):
        if log.stat().st_size > most_bytes:
            log.replace(log.with_suffix(".log.1"))
