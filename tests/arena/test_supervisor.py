"""The supervisor's parts: what it refuses, where it says it is, and how it keeps its programs running."""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path

import pytest

from arena.supervisor.child import Program, end_remnants, remnants
from arena.supervisor.fleet import Fleet
from arena.supervisor.preflight import (
    Exit,
    StartError,
    address,
    announcement,
    require_directory,
    require_port,
    require_tool,
    require_within,
    take_lock,
)

SLEEPER = Program("sleeper", (sys.executable, "-c", "import time; time.sleep(600)"))
GONER = Program("goner", (sys.executable, "-c", "raise SystemExit(3)"))


@pytest.mark.parametrize(
    ("bind", "asked", "said"),
    [
        ("127.0.0.1", "http://127.0.0.1:80", "http://localhost:80"),
        ("0.0.0.0", "http://127.0.0.1:80", "http://localhost:80"),
        ("::1", "http://[::1]:80", "http://localhost:80"),
        ("::", "http://[::1]:80", "http://localhost:80"),
        ("192.0.2.7", "http://192.0.2.7:80", "http://192.0.2.7:80"),
        ("2001:db8::7", "http://[2001:db8::7]:80", "http://[2001:db8::7]:80"),
    ],
)
def test_it_says_where_it_is_and_looks_there(bind: str, asked: str, said: str) -> None:
    assert address(bind, 80) == asked
    assert announcement(bind, 80).startswith(f"Arena is at {said} ")
    assert ("ARENA_HOSTS" in announcement(bind, 80)) is (bind in ("0.0.0.0", "::"))


def test_arguments_out_of_bounds_are_refused() -> None:
    require_within("--port", 65535, 1, 65535)
    with pytest.raises(StartError, match=r"^--port must be between 1 and 65535, not 65536\.$"):
        require_within("--port", 65536, 1, 65535)


@pytest.mark.parametrize("bind", ["127.0.0.1", "::1"])
def test_a_busy_port_is_refused(bind: str) -> None:
    with socket.socket(socket.AF_INET6 if ":" in bind else socket.AF_INET) as taken:
        taken.bind((bind, 0))
        taken.listen()
        with pytest.raises(StartError, match="is busy: try") as refused:
            require_port(bind, taken.getsockname()[1])
    assert refused.value.code == Exit.PORT_BUSY


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(StartError, match=r"^Port 80 on nowhere\.invalid cannot be used: "):
        require_port("nowhere.invalid", 80)


def test_a_data_directory_has_one_supervisor(tmp_path: Path) -> None:
    with take_lock(tmp_path), pytest.raises(StartError, match=f"already running .*process {os.getpid()}"):
        take_lock(tmp_path)
    take_lock(tmp_path).close()


@pytest.mark.parametrize("path", ["/proc/nowhere", __file__])
def test_a_directory_that_cannot_be_is_refused_by_its_setting(path: str) -> None:
    with pytest.raises(StartError, match=rf"^ARENA_BUILDS: cannot make {path}: .*\.$"):
        require_directory("ARENA_BUILDS", Path(path))


def test_a_directory_of_somebody_else_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert require_directory("ARENA_DATA", tmp_path / "deep" / "var").is_dir()
    monkeypatch.setattr("os.access", lambda *_: False)  # the tests may run as root, who writes everywhere
    with pytest.raises(StartError, match=r"^ARENA_DATA: .* is not writable for .*\.$"):
        require_directory("ARENA_DATA", tmp_path)


def test_a_missing_tool_is_named(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"^The broker is missing: .*delete \.venv") as refused:
        require_tool("The broker", lambda: tmp_path / "none")
    assert refused.value.code == Exit.TOOL_MISSING


def test_what_a_killed_supervisor_left_is_found_and_ended(tmp_path: Path) -> None:
    fleet = Fleet(tmp_path)
    fleet.start([SLEEPER, SLEEPER])
    assert len(remnants(tmp_path)) == 2
    assert end_remnants(tmp_path) == 2
    assert remnants(tmp_path) == []
    fleet.stop()


def test_a_program_that_ends_is_started_again_and_given_up_in_the_end(tmp_path: Path) -> None:
    fleet = Fleet(tmp_path)
    fleet.start([SLEEPER, GONER])
    with pytest.raises(StartError, match=r"^The process goner keeps ending \(exit code 3\)"):
        _revive_for(fleet, seconds=60)
    fleet.stop()
    assert remnants(tmp_path) == []


def _revive_for(fleet: Fleet, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        fleet.revive()
        fleet.pause(0.02)
