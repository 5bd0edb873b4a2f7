"""Finds the record of a match: in a file, or on a server by the number of the match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bots import matchfile
from bots.cli.exits import CommandError


def load_record(text: str, server: str = "") -> tuple[dict[str, Any], str]:
    """Give a match's record, and the published hash of its seed where a server tells it."""
    path = Path(text)
    if path.exists():
        return matchfile.read(path), ""
    if not text.isdigit():
        raise CommandError(f"There is no file {text!r}; a match on a server is named by its number.")
    from bots.cli.server import connect

    with connect(server) as api:
        published = api.get(f"matches/{text}")["seed_hash"]
        return matchfile.checked(api.get(f"matches/{text}/record")), published
