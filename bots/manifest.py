"""What an author says about a bot (`bot.toml`), and what a build makes of it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Self

from bots.errors import BuildError

FILE_NAME = "bot.toml"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,63}")
_BYTES = 4096  # TOML is small, and a reader of it can be kept busy with much
_KEYS = frozenset({"name", "language", "entry", "games"})


@dataclass(frozen=True, slots=True)
class Manifest:
    """Name, language, the file to start from, and the games it enters (none named: all)."""

    name: str
    language: str
    entry: str
    games: tuple[str, ...] = ()

    @classmethod
    def parse(cls, content: bytes) -> Self:
        """Read a `bot.toml`, or raise BuildError with what is wrong."""
        if len(content) > _BYTES:
            raise BuildError(f"{FILE_NAME} has at most {_BYTES} bytes")
        try:
            data = tomllib.loads(
                content.decode("utf-8-sig")
            )  # some editors mark UTF-8 with a sign of its own
        except UnicodeDecodeError:
            raise BuildError(f"{FILE_NAME} is not UTF-8") from None
        except (ValueError, RecursionError) as error:  # numbers without end, lists in lists in lists
            raise BuildError(f"{FILE_NAME} cannot be read: {error}") from None
        if unknown := sorted(set(data) - _KEYS):
            raise BuildError(f"{FILE_NAME} has unknown keys: {', '.join(unknown)}")
        return cls(_name(data), _text(data, "language"), _entry(data), _games(data))


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise BuildError(f'{FILE_NAME} needs {key} = "..."')
    return value


def _name(data: Mapping[str, Any]) -> str:
    name = _text(data, "name")
    if not _NAME.fullmatch(name):
        raise BuildError(
            f"{FILE_NAME}: a name has 1 to 64 letters, digits, spaces, dots, dashes or underscores"
        )
    return name


def _entry(data: Mapping[str, Any]) -> str:
    entry = _text(data, "entry")
    path = PurePosixPath(entry)
    if path.is_absolute() or ".." in path.parts or "\\" in entry or "\0" in entry:
        raise BuildError(f"{FILE_NAME}: entry is a path inside the archive")
    return str(path)


def _games(data: Mapping[str, Any]) -> tuple[str, ...]:
    games = data.get("games", [])
    if not isinstance(games, list) or not all(isinstance(game, str) for game in games):
        raise BuildError(f"{FILE_NAME}: games is a list of names")
    return tuple(dict.fromkeys(games))


@dataclass(frozen=True, slots=True)
class BuiltBot:
    """A bot ready to run: `command` is in the sandbox's paths, where `directory` appears as /bot."""

    directory: Path
    command: tuple[str, ...]
    language: str
    digest: str
    log: str
    manifest: Manifest
