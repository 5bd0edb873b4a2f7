"""Bots as they are named on the command line: a file, a directory, an archive, or one of the house."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bots import house
from bots.build import build, read_upload
from bots.cli.exits import CommandError
from bots.cli.places import build_cache
from bots.errors import BuildError
from bots.manifest import FILE_NAME, BuiltBot, Manifest
from bots.sandbox import Sandbox

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold: the same files give the same upload
_LEFT_OUT = {"__pycache__", "node_modules", "target"}
_LEFT_OUT_SUFFIXES = {".pyc", ".class", ".o", ".arena"}
_HOUSE = re.compile(r"(?:house:)?(?:(?P<game>[a-z]+)[/-])?(?P<name>[a-z]+)")


@dataclass(frozen=True, slots=True)
class Upload:
    """What would be sent to a server: one file or an archive."""

    name: str
    filename: str
    content: bytes

    def manifest(self) -> Manifest:
        """Read what the upload says about itself. BuildError is the author's fault."""
        return read_upload(self.content, self.filename)[1]


def find_upload(text: str, game: str = "") -> Upload:
    """Find a bot by what was typed; inside a game `strong` alone means the house's."""
    path = Path(text)
    if not text.startswith("house:") and path.exists():
        return _of_path(path)
    if found := _of_house(text, game):
        return found
    names = ", ".join(f"{one.game}-{one.name}" for one in house.programs() if game in ("", one.game))
    raise CommandError(f"There is no file {text!r}, and no house bot of that name. The house has: {names}.")


def _of_house(text: str, game: str) -> Upload | None:
    named = _HOUSE.fullmatch(text)
    if named is None:
        return None
    wanted = (named["game"] or game, named["name"])
    for program in house.programs():
        if (program.game, program.name) == wanted:
            return Upload("-".join(wanted), program.filename, program.content)
    return None


def _of_path(path: Path) -> Upload:
    try:
        if path.is_dir():
            return Upload(path.resolve().name, f"{path.resolve().name}.zip", pack_directory(path))
        return Upload(path.name.split(".")[0] or path.name, path.name, path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from None


def pack_directory(directory: Path) -> bytes:
    """Pack a directory as an upload, without what tools leave behind."""
    if not (directory / FILE_NAME).is_file():
        raise CommandError(
            f"{directory} has no {FILE_NAME}; `arena new` makes a directory with one, or name a single file."
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _files(directory):
            entry = zipfile.ZipInfo(path.relative_to(directory).as_posix(), _LONG_AGO)
            entry.external_attr = (0o755 if path.stat().st_mode & 0o100 else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return packed.getvalue()


def _files(directory: Path) -> Iterator[Path]:
    for path in sorted(directory.rglob("*")):
        parts = path.relative_to(directory).parts
        hidden = any(part.startswith(".") or part in _LEFT_OUT for part in parts)
        if path.is_file() and not hidden and path.suffix not in _LEFT_OUT_SUFFIXES:
            yield path


def build_upload(upload: Upload, sandbox: Sandbox) -> BuiltBot:
    """Build a bot, or take it from the cache; the error names the bot."""
    try:
        return build(upload.content, upload.filename, cache=build_cache(), sandbox=sandbox)
    except BuildError as bad:
        raise BuildError(f"{upload.name}: {bad.detail}", bad.log) from None


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Tell bots of one name apart by a number."""
    return tuple(
        f"{name}-{names[: index + 1].count(name)}" if names.count(name) > 1 else name
        for index, name in enumerate(names)
    )
