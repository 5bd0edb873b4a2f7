"""Reads an upload, in memory and within bounds: nothing in it is believed, nothing touches the disk.

An upload is one source file, or a zip or tar.gz of plain files. Sizes that an archive states about itself are
never trusted: what is read is counted.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bots import tar
from bots.errors import ArchiveError

UPLOAD_BYTES = 16 << 20
_FREE_BYTES = 1 << 20  # small things may compress as well as they like
_CHUNK = 64 << 10
_SUFFIXES = (".zip", ".tar.gz", ".tgz")


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much may come out of an archive."""

    files: int = 500
    unpacked_bytes: int = 48 << 20
    ratio: int = 200
    path_chars: int = 200
    depth: int = 12


@dataclass(frozen=True, slots=True)
class File:
    """A plain file of an upload."""

    content: bytes
    executable: bool = False


Files = Mapping[str, File]  # by path, with slashes, relative to the top


def is_archive(filename: str) -> bool:
    """Tell an archive from a source file by its name."""
    return filename.lower().endswith(_SUFFIXES)


def unpack(data: bytes, filename: str) -> Files:
    """Read an archive. ArchiveError says what in it is not accepted."""
    if len(data) > UPLOAD_BYTES:
        raise ArchiveError(f"An upload has at most {UPLOAD_BYTES >> 20} MB.")
    read = _read_zip if filename.lower().endswith(".zip") else _read_tar_gz
    return _without_wrapper(_collect(read(data, Bounds()), Bounds()))


def unpack_tar(data: bytes, bounds: Bounds) -> Files:
    """Read what a build put out: the same checks, since an author's code may have written it."""
    try:
        return _collect(_tar_members(io.BytesIO(data).read, bounds), bounds)
    except tar.TarError as error:
        raise ArchiveError(f"What the build put out cannot be read: {error}.") from None


def _collect(members: Iterator[tuple[str, File]], bounds: Bounds) -> dict[str, File]:
    files: dict[str, File] = {}
    total = 0
    for name, file in members:
        path = _checked_path(name, bounds)
        total += len(file.content)
        if path in files:
            raise ArchiveError(f"The archive has {path!r} twice.")
        if len(files) >= bounds.files:
            raise ArchiveError(f"An archive has at most {bounds.files} files.")
        if total > bounds.unpacked_bytes:
            raise ArchiveError(_too_large(bounds))
        files[path] = file
    _refuse_files_as_directories(files)
    return files


def _too_large(bounds: Bounds) -> str:
    return f"An archive unpacks to at most {bounds.unpacked_bytes >> 20} MB."


def _checked_path(name: str, bounds: Bounds) -> str:
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts or not parts:
        raise ArchiveError(f"{name[:80]!r} leads out of the archive.")
    if "\\" in name or ":" in parts[0] or any(ord(char) < 32 or ord(char) == 127 for char in name):
        raise ArchiveError(f"{name[:80]!r} has characters that are not accepted in a path.")
    if len(name) > bounds.path_chars or len(parts) > bounds.depth or any(len(part) > 100 for part in parts):
        raise ArchiveError(f"{name[:80]!r} is too long or too deep.")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise ArchiveError(f"{name[:80]!a} is not UTF-8.") from None
    return "/".join(parts)


def _refuse_files_as_directories(files: Files) -> None:
    for path in files:
        parts = path.split("/")
        for depth in range(1, len(parts)):
            if (parent := "/".join(parts[:depth])) in files:
                raise ArchiveError(f"{parent!r} is both a file and a directory.")


def _without_wrapper(files: dict[str, File]) -> Files:
    """Take off the one directory that many programs put around an archive."""
    tops = {path.split("/")[0] for path in files}
    if len(tops) != 1 or any("/" not in path for path in files):
        return files
    return {path.split("/", 1)[1]: file for path, file in files.items()}


# zip

_ZIP_ERRORS = (  # all that the library trips over in what an upload says of itself
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, OSError, ValueError, LookupError,
    ArithmeticError,
)  # fmt: skip
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others say themselves how much memory they need


def _read_zip(data: bytes, bounds: Bounds) -> Iterator[tuple[str, File]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > 2 * bounds.files:  # directories count as entries too
                raise ArchiveError(f"An archive has at most {bounds.files} files.")
            yield from _zip_members(archive, infos, bounds)
    except _ZIP_ERRORS as error:
        raise ArchiveError(f"The zip file cannot be read: {error}.") from None


def _zip_members(
    archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo], bounds: Bounds
) -> Iterator[tuple[str, File]]:
    left = bounds.unpacked_bytes
    for info in infos:
        mode = info.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise ArchiveError(f"{info.filename[:80]!r} is a link or a device; plain files are accepted.")
        if info.flag_bits & 1:
            raise ArchiveError(f"{info.filename[:80]!r} is encrypted.")
        if info.compress_type not in _PACKED:
            raise ArchiveError(f"{info.filename[:80]!r} is not packed with deflate, the usual way of a zip.")
        if info.is_dir():
            _checked_path(info.filename, bounds)
            continue
        content = _zip_content(archive, info, left, bounds)
        left -= len(content)
        yield info.filename, File(content, bool(mode & 0o100))


def _zip_content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int, bounds: Bounds) -> bytes:
    pieces, size = [], 0
    with archive.open(info) as stream:
        while piece := stream.read(_CHUNK):
            size += len(piece)
            _check_size(size, left, info.compress_size, bounds)
            pieces.append(piece)
    return b"".join(pieces)


def _check_size(size: int, left: int, packed: int, bounds: Bounds) -> None:
    if size > left:
        raise ArchiveError(_too_large(bounds))
    if size > max(_FREE_BYTES, bounds.ratio * packed):
        raise ArchiveError(f"The archive is packed more than {bounds.ratio} to 1.")


# tar.gz


class _Unpacked:
    """The bytes behind a gzip stream, given piece by piece; an error once more comes out than is allowed."""

    def __init__(self, data: bytes, bounds: Bounds) -> None:
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._waiting = data
        self._packed = len(data)
        self._bounds = bounds
        self._size = 0

    def take(self, size: int) -> bytes:
        """Give the next bytes; fewer at the end of the stream."""
        pieces, missing = [], size
        while missing and not self._inflate.eof:
            piece = self._inflate.decompress(self._waiting, min(missing, _CHUNK))
            self._waiting = self._inflate.unconsumed_tail
            if not piece and not self._waiting and not self._inflate.eof:
                raise tar.TarError("it is cut short")
            missing -= len(piece)
            self._count(len(piece))
            pieces.append(piece)
        if missing and self._inflate.unused_data.strip(b"\0"):
            raise tar.TarError("it is packed in more than one piece")
        return b"".join(pieces)

    def _count(self, more: int) -> None:
        self._size += more
        # Headers and padding, half a kilobyte a file each, come on top of the contents.
        allowed = self._bounds.unpacked_bytes + 4096 * self._bounds.files
        _check_size(self._size, allowed, self._packed, self._bounds)


def _read_tar_gz(data: bytes, bounds: Bounds) -> Iterator[tuple[str, File]]:
    try:
        yield from _tar_members(_Unpacked(data, bounds).take, bounds)
    except (tar.TarError, zlib.error) as error:
        raise ArchiveError(f"The tar.gz file cannot be read: {error}.") from None


def _tar_members(take: tar.Take, bounds: Bounds) -> Iterator[tuple[str, File]]:
    for number, member in enumerate(tar.members(take)):
        if number > 2 * bounds.files:  # directories count as entries too
            raise ArchiveError(f"An archive has at most {bounds.files} files.")
        if member.content is None:
            raise ArchiveError(f"{member.name[:80]!r} is a link or a device; plain files are accepted.")
        if not member.is_directory:
            yield member.name, File(member.content, bool(member.mode & 0o100))


def write_files(files: Files, directory: Path) -> None:
    """Write files below a directory that is ours alone."""
    for path, file in files.items():
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        target.write_bytes(file.content)
        target.chmod(0o755 if file.executable else 0o644)
