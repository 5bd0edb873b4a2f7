"""Where the command line keeps things: builds in the cache, servers and tokens in the configuration."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from bots.cli.exits import CommandError, Exit


def _base(variable: str, default: str) -> Path:
    chosen = os.environ.get(variable, "")
    return Path(chosen) if Path(chosen).is_absolute() else Path.home() / default


def build_cache() -> Path:
    """Give the directory of built bots."""
    path = _base("XDG_CACHE_HOME", ".cache") / "arena" / "builds"
    _make(path)
    return path


def settings_file() -> Path:
    """Name the file that holds servers and tokens."""
    return _base("XDG_CONFIG_HOME", ".config") / "arena" / "servers.json"


def _make(path: Path, mode: int = 0o755) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True, mode=mode)
    except OSError as error:
        raise CommandError(f"{path} cannot be made: {error.strerror}.", Exit.OUR_FAULT) from None


def read_settings() -> dict[str, Any]:
    """Read servers and tokens; empty when there are none yet."""
    path = settings_file()
    try:
        data = json.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} cannot be read ({error}): mend or delete it.") from None
    return data if isinstance(data, dict) else {}


def write_settings(data: dict[str, Any]) -> None:
    """Keep servers and tokens where only their owner reads them; the file is whole at any time."""
    path = settings_file()
    _make(path.parent, 0o700)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump(data, file, indent=2)
    fresh.replace(path)
