"""Archives that are accepted, and all the ways in which they are not."""

from __future__ import annotations

import contextlib
import gzip
import io
import random
import stat
import subprocess
import tarfile
import time
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


def header(name: str, size: int, kind: bytes = b"0") -> bytes:
    """Write a header of a tar whose size is what we say, whatever follows."""
    info = tarfile.TarInfo(name)
    info.size, info.type = size, kind
    return info.tobuf(tarfile.GNU_FORMAT)


def packed(*pieces: bytes) -> bytes:
    return gzip.compress(b"".join(piece + bytes(-len(piece) % 512) for piece in pieces) + bytes(1024))


_DIGITS = bytes(random.Random(1).choice(b"0123456789") for _ in range(900_000))
_RECORD = b"24 path=../../etc/passwd\n"
HOSTILE_TARS = {
    "a header of digits, which a careless pattern reads for hours": (header("x", 900_000, b"x"), _DIGITS),
    "the same for all files": (header("x", 900_000, b"g"), _DIGITS),
    "digits as long as is read": (header("x", 60_000, b"x"), _DIGITS[:60_000]),
    "a length that is no number": (header("x", 9, b"x"), b"x path=a\n"),
    "a length of nothing": (header("x", 9, b"x"), b"0 path=a\n"),
    "a length that leads back": (header("x", 10, b"x"), b"-9 path=a\n"),
    "a length that leads out": (header("x", 10, b"x"), b"99 path=a\n"),
    "a name that leads out": (header("x", len(_RECORD), b"x"), _RECORD, header("a", 0)),
    "a sparse file": (header("x", 25, b"x"), b"25 GNU.sparse.realsize=9\n", header("a", 0)),
    "another sparse file": (header("a", 0, b"S"),),
    "a size below nothing": (header("x", 10, b"x"), b"10 size=-9\n", header("a", 0)),
    "a size without end": (header("a", 1 << 80),),
    "a size in letters": (header("a", 7).replace(b"00000000007", b"0000000000z"),),
    "a name without end": (header("x", 40 << 20, b"L"), bytes(1 << 20)),
    "a sum that is wrong": (header("a", 0).replace(b"a\0", b"b\0"),),
}


@pytest.mark.parametrize("name", HOSTILE_TARS)
def test_a_tar_made_to_hurt_is_refused_at_once(name: str) -> None:
    started = time.process_time()
    with pytest.raises(ArchiveError):
        unpack(packed(header("bot.toml", 1), b"x", *HOSTILE_TARS[name]), "bot.tar.gz")
    assert time.process_time() - started < 2


@pytest.mark.parametrize("kind", [b"x", b"L", b"g"])
def test_headers_of_headers_without_end_are_read_one_after_the_other(kind: bytes) -> None:
    content = b"" if kind != b"L" else b"name\0"
    pieces = [piece for _ in range(3000) for piece in (header("h", len(content), kind), content)]
    noise = [header("noise", 50_000), random.Random(2).randbytes(50_000)]
    assert "noise" in unpack(packed(*noise, *pieces, header("a", 0)), "bot.tar.gz")


def test_directories_without_end_are_refused() -> None:
    with pytest.raises(ArchiveError, match="at most 500 files"):
        unpack(packed(*(header(f"d{number}", 0, b"5") for number in range(20_000))), "bot.tar.gz")


def test_an_archive_in_several_pieces_is_refused_rather_than_read_in_part() -> None:
    first, second = header("a", 0), header("b", 0)
    with pytest.raises(ArchiveError, match="more than one piece"):
        unpack(gzip.compress(first) + gzip.compress(second), "bot.tar.gz")


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
def test_long_names_and_other_letters_are_read_in_every_format(form: int) -> None:
    names = {"d" * 60 + "/" + "f" * 70: b"1" * 700, "gr\u00fcn/\u017c\u00f3\u0142w.py": b"2", "plain": b""}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", format=form) as archive:
        for name, content in names.items():
            info = member(name)
            info.size, info.mtime, info.uid = len(content), 1234.5, 1 << 20
            archive.addfile(info, io.BytesIO(content))
    assert {path: file.content for path, file in unpack(buffer.getvalue(), "b.tgz").items()} == names


def test_what_tar_and_git_pack_is_read(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text("x")
    (tmp_path / ("n" * 90)).mkdir()
    (tmp_path / ("n" * 90) / ("f" * 90)).write_text("y" * 1000)
    for options in ([], ["--format=posix"], ["--format=v7", "--exclude=n*"]):
        done = subprocess.run(["tar", "-C", tmp_path, "-cz", *options, "."], capture_output=True, check=True)
        assert unpack(done.stdout, "bot.tar.gz")["bot.toml"] == File(b"x")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "a"]):
        subprocess.run([*git, *command], check=True)
    done = subprocess.run([*git, "archive", "--format=tar.gz", "HEAD"], capture_output=True, check=True)
    assert set(unpack(done.stdout, "bot.tar.gz")) == {"bot.toml", "n" * 90 + "/" + "f" * 90}


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_packed_in_another_way_is_refused(method: int) -> None:
    """Its header would say how much memory we need to unpack it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("bot.toml", "x")
    with pytest.raises(ArchiveError, match="not packed with deflate"):
        unpack(buffer.getvalue(), "bot.zip")


@pytest.mark.parametrize("name", ["bot.zip", "bot.tar.gz"])
def test_whatever_byte_is_wrong_the_author_hears_it(name: str) -> None:
    data = zipped({"bot.toml": b"x", "bot.py": b"print(1)" * 9})
    if name == "bot.tar.gz":
        data = gzip.decompress(tarred((member("bot.toml"), b"x"), (member("b" * 120), b"yy")))[:4096]
    for at in range(len(data)):
        wrong = data[:at] + bytes([(data[at] + 1 + at % 255) % 256]) + data[at + 1 :]
        with contextlib.suppress(ArchiveError):
            unpack(gzip.compress(wrong, 1) if name == "bot.tar.gz" else wrong, name)


def test_files_are_written_below_their_directory(tmp_path: Path) -> None:
    write_files({"a/b.sh": File(b"x", executable=True), "c": File(b"y")}, tmp_path)
    assert (tmp_path / "a/b.sh").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "c").read_bytes() == b"y"
