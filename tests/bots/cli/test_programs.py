"""Bots by file, directory, archive and house name."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from bots import kits
from bots.cli.exits import CommandError
from bots.cli.programs import distinct_names, find_upload, pack_directory


@pytest.mark.parametrize("name", ["lie-random", "house:lie/random", "house:lie-random", "lie/random"])
def test_the_house_by_its_full_names(name: str) -> None:
    upload = find_upload(name)
    assert upload.name == "lie-random"
    assert upload.manifest().games == ("lie",)


def test_the_house_by_short_names_inside_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_upload("random", "ten").name == "ten-random"
    with pytest.raises(CommandError, match="no house bot"):
        find_upload("random")


def test_a_file_comes_before_a_house_bot_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lie-random").write_text("mine")
    assert find_upload("lie-random").content == b"mine"
    assert find_upload("house:lie-random").content != b"mine"


def _kit(directory: Path) -> Path:
    directory.mkdir()
    for name, content in kits.files("python", "lie", name="mine").items():
        (directory / name).write_bytes(content)
    return directory


def test_a_directory_is_packed_without_what_tools_leave(tmp_path: Path) -> None:
    kit = _kit(tmp_path / "mine")
    for litter in ("__pycache__/bot.pyc", ".git/config", "target/bot", "old.arena", "deep/module.py"):
        (kit / litter).parent.mkdir(exist_ok=True)
        (kit / litter).write_text("x")
    upload = find_upload(str(kit))
    assert (upload.name, upload.filename) == ("mine", "mine.zip")
    names = zipfile.ZipFile(io.BytesIO(upload.content)).namelist()
    assert sorted(names) == ["README.md", "bot.py", "bot.toml", "deep/module.py"]
    assert upload.content == pack_directory(kit), "the same files are the same upload"


def test_a_directory_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"has no bot\.toml"):
        find_upload(str(tmp_path))


def test_an_archive_is_taken_as_it_is(tmp_path: Path) -> None:
    archive = tmp_path / "kit.zip"
    archive.write_bytes(kits.archive("python", "lie"))
    assert find_upload(str(archive)).manifest().name == "my-bot"


def test_bots_of_one_name_get_numbers() -> None:
    assert distinct_names(["a", "b", "a"]) == ("a-1", "b", "a-2")
