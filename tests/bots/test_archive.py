"""Archives that are accepted, and all the ways in which they are not."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from bots.archive import UPLOAD_BYTES, Bounds, File, unpack, unpack_tar, write_files
from bots.errors import ArchiveError


def zipped(entries: dict[str, bytes], *, mode: int = 0o100644) -> bytes:
    """Pack a zip whose entries all have a mode."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()


def tarred(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    """Pack a tar.gz of members as they are."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for info, content in members:
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, target, mode
    return info


def test_a_zip_is_read() -> None:
    files = unpack(zipped({"bot.toml": b"x", "src/bot.py": b"y"}), "bot.zip")
    assert {path: file.content for path, file in files.items()} == {"bot.toml": b"x", "src/bot.py": b"y"}


@pytest.mark.parametrize("name", ["bot.tar.gz", "bot.tgz", "BOT.TAR.GZ"])
def test_a_tar_gz_is_read_with_what_may_be_run(name: str) -> None:
    files = unpack(tarred((member("./bot.toml"), b"x"), (member("run.sh", mode=0o755), b"y")), name)
    assert files["bot.toml"] == File(b"x")
    assert files["run.sh"] == File(b"y", executable=True)


def test_a_directory_around_everything_is_taken_off() -> None:
    assert set(unpack(zipped({"my-bot/bot.toml": b"", "my-bot/a/b.py": b""}), "b.zip")) == {
        "bot.toml",
        "a/b.py",
    }


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "/etc/passwd",
        "a/../../evil",
        "..",
        "C:/evil",
        "a\\..\\evil",
        "a\x1fb",
        "x" * 250,
        "a/" * 20 + "b",
    ],
)
def test_a_path_that_leads_out_is_refused_in_both_formats(name: str) -> None:
    with pytest.raises(ArchiveError):
        unpack(zipped({name: b"x", "bot.toml": b""}), "bot.zip")
    with pytest.raises(ArchiveError):
        unpack(tarred((member(name), b"x"), (member("bot.toml"), b"")), "bot.tar.gz")


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_are_refused_in_a_tar(kind: bytes) -> None:
    with pytest.raises(ArchiveError, match="link or a device"):
        unpack(tarred((member("x", kind, "/etc/passwd"), b"")), "bot.tar.gz")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK])
def test_links_and_devices_are_refused_in_a_zip(kind: int) -> None:
    with pytest.raises(ArchiveError, match="link or a device"):
        unpack(zipped({"x": b"/etc/passwd"}, mode=kind | 0o777), "bot.zip")


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = b"\0" * (20 << 20)
    with pytest.raises(ArchiveError, match="packed more than"):
        unpack(zipped({"bomb": bomb}), "bot.zip")
    with pytest.raises(ArchiveError, match="packed more than"):
        unpack(tarred((member("bomb"), bomb)), "bot.tar.gz")
    assert unpack(gzip.compress(bomb), "bot.tar.gz") == {}  # nothing but the end of an archive


def test_a_zip_that_lies_about_sizes_is_counted_not_believed() -> None:
    data = bytearray(zipped({"bomb": b"\0" * (20 << 20)}))
    for marker, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = data.index(marker) + offset
        data[place : place + 4] = (10).to_bytes(4, "little")
    with pytest.raises(ArchiveError):
        unpack(bytes(data), "bot.zip")


def test_there_are_bounds_for_count_and_size() -> None:
    with pytest.raises(ArchiveError, match="at most 500 files"):
        unpack(zipped({f"f{number}": b"" for number in range(501)}), "bot.zip")
    with pytest.raises(ArchiveError, match="at most 500 files"):
        unpack(tarred(*((member(f"f{number}"), b"") for number in range(501))), "bot.tar.gz")
    with pytest.raises(ArchiveError, match="at most 16 MB"):
        unpack(b"x" * (UPLOAD_BYTES + 1), "bot.zip")
    with pytest.raises(ArchiveError, match="unpacks to at most"):
        unpack_tar(gzip.decompress(tarred((member("x"), b"12345"))), Bounds(unpacked_bytes=4))


@pytest.mark.parametrize("name", ["bot.zip", "bot.tar.gz"])
@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04", b"\x1f\x8b\x08\0\0\0"])
def test_what_is_no_archive_is_refused(name: str, data: bytes) -> None:
    with pytest.raises(ArchiveError, match="cannot be read"):
        unpack(data, name)


def test_an_archive_cut_short_is_refused() -> None:
    with pytest.raises(ArchiveError):
        unpack(tarred((member("x"), bytes(range(256)) * 400))[:-300], "bot.tar.gz")


def test_a_name_comes_once_and_is_file_or_directory() -> None:
    with pytest.raises(ArchiveError, match="twice"):
        unpack(tarred((member("x"), b"1"), (member("./x"), b"2")), "bot.tar.gz")
    with pytest.raises(ArchiveError, match="both a file and a directory"):
        unpack(zipped({"x": b"1", "x/y": b"2"}), "bot.zip")


def test_an_encrypted_zip_is_refused() -> None:
    data = bytearray(zipped({"x": b"1"}))
    data[data.index(b"PK\x03\x04") + 6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(ArchiveError, match="encrypted"):
        unpack(bytes(data), "bot.zip")


def test_files_are_written_below_their_directory(tmp_path: Path) -> None:
    write_files({"a/b.sh": File(b"x", executable=True), "c": File(b"y")}, tmp_path)
    assert (tmp_path / "a/b.sh").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "c").read_bytes() == b"y"
