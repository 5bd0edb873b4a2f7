"""Reads tar archives of strangers: plain files, and nothing that takes long to understand.

The standard library reads much more (sparse maps, global settings, numbers of any kind), with patterns that
take hours for a header made for it, and one call within another for every header that describes the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

_BLOCK = 512
_EXTRA_BYTES = 64 << 10  # of a header that describes the next one
_ENDLESS = 1 << 40  # more than any archive that is read has
_PLAIN, _DIRECTORY = (b"\0", b"0", b"7"), b"5"
_LONG_NAME, _EXTENDED, _GLOBAL = b"L", b"x", b"g"

Take = Callable[[int], bytes]  # the next bytes of a stream; fewer at its end


class TarError(Exception):
    """It is no tar archive, or a damaged one."""


class Member(NamedTuple):
    """An entry; `content` is None for what is neither a file nor a directory."""

    name: str
    is_directory: bool
    mode: int
    content: bytes | None


class _Header(NamedTuple):
    name: bytes
    mode: int
    size: int
    kind: bytes


def members(take: Take) -> Iterator[Member]:
    """Give the entries in order. TarError: it cannot be read; a size is never believed."""
    said: dict[str, bytes] = {}
    while (header := _next_header(take)) is not None:
        if header.kind in (_LONG_NAME, _EXTENDED, _GLOBAL):
            described = _description(header, take)
            said |= described if header.kind != _GLOBAL else {}  # which has nothing that a file needs
            continue
        yield _member(header, said, take)
        said = {}


def _member(header: _Header, said: dict[str, bytes], take: Take) -> Member:
    name = said.get("path", header.name).decode(errors="surrogateescape")
    size = _decimal(said["size"]) if "size" in said else header.size
    if header.kind == _DIRECTORY:
        return Member(name, True, header.mode, b"")
    is_plain = header.kind in _PLAIN and not any(key.startswith("GNU.sparse") for key in said)
    return Member(name, False, header.mode, _content(take, size) if is_plain else None)


def _next_header(take: Take) -> _Header | None:
    """Read a header; None at the end, which is a block of zeros or nothing more."""
    block = take(_BLOCK)
    if not block.strip(b"\0"):
        return None
    if len(block) < _BLOCK:
        raise TarError("it ends within a header")
    said, sums = _number(block[148:156]), sum(block) - sum(block[148:156]) + 8 * ord(" ")
    if said != sums:
        raise TarError("the sum of a header is wrong")
    return _Header(_name(block), _number(block[100:108]), _number(block[124:136]), block[156:157])


def _name(block: bytes) -> bytes:
    name, prefix = block[:100].split(b"\0")[0], block[345:500].split(b"\0")[0]
    is_posix = block[257:263] == b"ustar\0"
    return prefix + b"/" + name if prefix and is_posix else name


def _number(field: bytes) -> int:
    """Read an octal number, or the binary one that GNU tar writes for what is larger."""
    if field[0] == 0x80:
        return min(_ENDLESS, int.from_bytes(field[1:], "big"))
    digits = field.strip(b" \0")
    if digits.strip(b"01234567"):
        raise TarError("a number of a header is no number")
    return int(digits or b"0", 8)


def _decimal(text: bytes) -> int:
    if not text.isdigit() or len(text) > 15:
        raise TarError("a number of an extended header is no number")
    return int(text)


def _content(take: Take, size: int) -> bytes:
    padded = size + -size % _BLOCK
    content = take(padded)
    if len(content) < size:
        raise TarError("it is cut short")
    return content[:size]


def _description(header: _Header, take: Take) -> dict[str, bytes]:
    """Read a header that tells of the next: its long name, or lines of `LENGTH KEY=VALUE`."""
    if header.size > _EXTRA_BYTES:
        raise TarError("an extended header is too long")
    text = _content(take, header.size)
    if header.kind == _LONG_NAME:
        return {"path": text.split(b"\0")[0]}
    return dict(_records(text))


def _records(text: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at < len(text):
        length, space, _ = text[at : at + 8].partition(b" ")
        size = _decimal(length)
        key, equals, value = text[at + len(length) + 1 : at + size - 1].partition(b"=")
        if not space or not equals or size <= len(length) or text[at + size - 1 : at + size] != b"\n":
            raise TarError("an extended header cannot be read")
        yield key.decode(errors="replace"), value
        at += size
