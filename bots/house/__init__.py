"""The house bots: for each game `random`, `plain`, `sensible` and `strong`, as archives to be built.

Four, so that a table of four can be filled before anybody has come.
A program's files are its own (as bot.py), the modules of its game whose names begin with `_`, and the loop.
The archive is the same bytes everywhere: an installation sees a new version exactly when a file changed.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games import GAMES
from games.twinit import deck

NAMES = ("random", "plain", "sensible", "strong")
ENTRY = "bot.py"
_HERE = Path(__file__).parent
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold
_DATA = {"twinit": {"deck.json": Path(deck.__file__).with_name("deck.json")}}


@dataclass(frozen=True, slots=True)
class HouseProgram:
    """One house bot, ready to be uploaded."""

    game: str
    name: str
    filename: str
    content: bytes


@cache
def programs() -> tuple[HouseProgram, ...]:
    """List the programs of all games, the weakest of a game first."""
    return tuple(
        HouseProgram(game, name, f"{game}-{name}.zip", _archive(game, name))
        for game in GAMES
        for name in NAMES
        if _source(game, name).exists()
    )


def _source(game: str, name: str) -> Path:
    """Find a program: the game's own, or one that plays any game."""
    own = _HERE / game / f"{name}.py"
    return own if own.exists() else _HERE / f"{name}.py"


def _archive(game: str, name: str) -> bytes:
    """Pack a program without compression: other versions of zlib would give other bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for file, content in sorted(_files(game, name).items()):
            entry = zipfile.ZipInfo(file, _LONG_AGO)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, wherever it is packed
            archive.writestr(entry, content)
    return packed.getvalue()


def _files(game: str, name: str) -> dict[str, bytes]:
    directory = _HERE / game
    shared = {path.name: path for path in (_HERE / "_loop.py", *directory.glob("_*.py"))}
    files = shared | {ENTRY: _source(game, name)} | _DATA.get(game, {})
    manifest = f'name = "{game}-{name}"\nlanguage = "python"\nentry = "{ENTRY}"\ngames = ["{game}"]\n'
    return {"bot.toml": manifest.encode()} | {file: path.read_bytes() for file, path in files.items()}
