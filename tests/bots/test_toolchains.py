"""Where the tools of a language are, and what a sandbox must show of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots import build as building
from bots import languages, toolchains
from bots.build import build
from bots.errors import RunnerError
from bots.languages import language_of
from bots.match import MatchPlan
from bots.program import Bind, Program
from bots.referee import play
from bots.sandbox import Level, Sandbox, errand
from bots.sandbox.bwrap import is_public
from bots.sandbox.limits import BUILD_LIMITS
from tests.bots.conftest import ZOO


@pytest.fixture
def _no_system_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pretend that /usr holds no Python, as on a machine that has it from pyenv."""
    monkeypatch.setattr("bots.toolchains.shutil.which", lambda *_args, **_options: None)
    languages._found.cache_clear()
    building._load.cache_clear()
    yield
    languages._found.cache_clear()
    building._load.cache_clear()


@pytest.mark.usefixtures("_no_system_python")
@pytest.mark.parametrize("warm", [0, 2])
def test_our_own_interpreter_serves_wherever_it_lies(warm: int, tmp_path: Path) -> None:
    found = toolchains.find_python()
    assert found is not None
    assert found.binds == (Bind(Path(sys.base_prefix), "/opt/python"),)
    with Sandbox.open(accept=Level.RLIMITS, warm=warm) as sandbox:
        built = build((ZOO / "plain.py").read_bytes(), "bot.py", cache=tmp_path, sandbox=sandbox)
        for _ in range(2):
            plan = MatchPlan("lie", 2, {}, 2, bytes(32), ("a", "b"))
            report = play(plan, [built, built], sandbox=sandbox)
            assert not report.faults, report.players[0].log.decode()
            sandbox.pool.fill()


def test_a_language_that_is_not_here_is_no_fault_of_the_author(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox, tmp_path: Path
) -> None:
    monkeypatch.setattr(languages, "_found", lambda _name: None)
    with pytest.raises(RunnerError, match="apt install golang-go"):
        build(b"package main", "bot.go", cache=tmp_path, sandbox=sandbox)


def test_a_home_that_others_cannot_enter_is_private_to_root_only(tmp_path: Path) -> None:
    tools = tmp_path / "home" / "tools"
    tools.mkdir(parents=True)
    tools.parent.chmod(0o700)
    assert is_public(tools) == (os.getuid() != 0)  # an ordinary user's bots are that user's processes
    assert is_public(Path("/usr/bin"))


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("a.py", "python"),
        ("A.PY", "python"),
        ("x.mjs", "javascript"),
        ("x.cc", "cpp"),
        ("x.rs", "rust"),
        ("x.zip", ""),
    ],
)
def test_a_language_is_known_by_its_suffix(name: str, language: str) -> None:
    found = language_of(name)
    assert (found.name if found else "") == language


def test_a_link_is_shown_as_a_link() -> None:
    """Debian 12's rustc reads where it is from /proc, of which nothing else is there."""
    itself = Bind(Path("/usr/bin/rustc"), "/proc/self/exe", is_link=True)
    with Sandbox.open("rlimits", warm=0) as sandbox:
        command = ("/bin/sh", "-c", "readlink /proc/self/exe; ls /proc/self /proc")
        program = Program(sandbox.launcher.new_slot(), command, binds=(itself,))
        done = errand.run(sandbox.launch(program, BUILD_LIMITS), BUILD_LIMITS, wall_s=20, output_bytes=1000)
    assert done.output.split() == [b"/usr/bin/rustc", b"/proc:", b"self", b"/proc/self:", b"exe"]
