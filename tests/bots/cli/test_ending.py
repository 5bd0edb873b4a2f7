"""Signals end `arena` at once, at any moment, with the exit code that shells expect, and leave nothing."""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.bots.cli.conftest import STEADY
from tests.security.groups import groups_of

_ROOT = str(Path(__file__).parents[3])
_ARENA = [sys.executable, "-c", "from bots.cli.entry import main; main()"]


@pytest.fixture
def place() -> Iterator[Path]:
    """Give a directory that the bots' user can reach, with a bot in it."""
    made = Path(tempfile.mkdtemp(prefix="arena-ended-"))
    made.chmod(0o755)
    (made / "steady.py").write_text(STEADY)
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize(
    ("ended_by", "code", "parallel"),
    [
        (signal.SIGINT, 130, "1"), (signal.SIGINT, 130, "2"), (signal.SIGTERM, 143, "2"),
        (signal.SIGHUP, 129, "1"), (signal.SIGKILL, -9, "1"), (signal.SIGKILL, -9, "2"),
    ],
)  # fmt: skip
def test_an_end_in_the_middle_is_quiet_and_leaves_nothing(
    place: Path, ended_by: signal.Signals, code: int, parallel: str
) -> None:
    process = _series(place, parallel)
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Sandbox:")
    players = _wait_for_bots(place)
    _assert_ends(process, place, ended_by, code)
    assert [group for pid in players for group in groups_of(pid)] == []


@pytest.mark.parametrize("after_s", [0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.8, 1.2])
def test_an_end_at_any_moment_of_a_series(place: Path, after_s: float) -> None:
    process = _series(place, "2")
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Sandbox:")
    time.sleep(after_s)
    _assert_ends(process, place, signal.SIGTERM, 143)


def _series(place: Path, parallel: str) -> subprocess.Popen[str]:
    """Start a series that would last for hours."""
    return subprocess.Popen(
        [*_ARENA, "play", "lie", "steady.py", "random", "-n", "10000", "--legs", "200", "-p", parallel],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=_heed_interrupts, cwd=place,
        env={**os.environ, "PYTHONPATH": _ROOT, "TMPDIR": str(place)},
    )  # fmt: skip


def _heed_interrupts() -> None:
    """Undo what a shell does to commands in its background: should the tests run there, Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _assert_ends(process: subprocess.Popen[str], place: Path, ended_by: signal.Signals, code: int) -> None:
    process.send_signal(ended_by)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (code, "", "")
    assert _left(place) == set()
    assert list(place.glob("arena-slots-*")) == []


def _wait_for_bots(place: Path) -> set[int]:
    """Wait until there are sandboxes, and list all who have to do with the series."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if len(found := _concerned(place)) >= 5:
            return found
        time.sleep(0.05)
    raise AssertionError("no bot was started")


def _left(place: Path) -> set[int]:
    """List who is still there after time enough to be ended."""
    deadline = time.monotonic() + 30
    while (found := _concerned(place)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _concerned(place: Path) -> set[int]:
    """List the processes that know the place of this series, whoever their parents are now."""
    found = set()
    for path in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if path.name.isdigit() and str(place).encode() in _known_to(path):
                found.add(int(path.name))
    return found


def _known_to(process: Path) -> bytes:
    return (process / "cmdline").read_bytes() + (process / "environ").read_bytes()


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Open a terminal: what a person sees, and what a command writes to."""
    master, slave = pty.openpty()
    yield master, slave
    for handle in (master, slave):
        os.close(handle)


Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start(terminal: tuple[int, int], place: Path) -> Start:
    """Start `arena` in the terminal."""
    slave = terminal[1]
    environment = {**os.environ, "PYTHONPATH": _ROOT, "TERM": "xterm", "XDG_CONFIG_HOME": str(place)}

    def started(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*_ARENA, *arguments], stdin=slave, stdout=slave, stderr=slave, cwd=place, env=environment,
            preexec_fn=_heed_interrupts,
        )  # fmt: skip

    return started


def test_the_terminal_has_its_cursor_back_when_bots_were_playing(
    terminal: tuple[int, int], start: Start
) -> None:
    process = start("play", "lie", "steady.py", "random", "-n", "10000", "-p", "1")
    _read_until(terminal[0], b"\x1b[?25l")
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 143
    assert _read_until(terminal[0], b"\x1b[?25h")


@pytest.mark.parametrize(("ended_by", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_the_terminal_shows_again_what_is_typed(
    terminal: tuple[int, int], start: Start, ended_by: signal.Signals, code: int
) -> None:
    process = start("login", "http://localhost:9", "--username", "ada")
    _read_until(terminal[0], b"Password")
    _wait_for(lambda: not _echoes(terminal[1]))
    process.send_signal(ended_by)
    assert process.wait(20) == code
    assert _echoes(terminal[1])


def _echoes(handle: int) -> bool:
    return bool(termios.tcgetattr(handle)[3] & termios.ECHO)


def _wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _read_until(handle: int, wanted: bytes) -> bytes:
    seen = b""
    while wanted not in seen:
        seen += os.read(handle, 65536)
    return seen


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_nothing_can_hold_an_end_up_or_change_its_code(number: signal.Signals) -> None:
    """Not even code that catches everything, which a signal's exception would have to pass through."""
    code = f"""
import os
while True:
    try:
        os.kill(os.getpid(), {int(number)})
    except BaseException:
        pass
"""
    assert _run(code) == 128 + number


def test_a_second_signal_does_not_wait_for_what_the_first_unwinds() -> None:
    code = f"""
import os
with ending.unwound():
    try:
        os.kill(os.getpid(), {int(signal.SIGTERM)})
    finally:
        os.kill(os.getpid(), {int(signal.SIGHUP)})
"""
    assert _run(code) == 128 + signal.SIGHUP


def test_a_signal_that_was_ignored_stays_so() -> None:
    code = f"import os; os.kill(os.getpid(), {int(signal.SIGHUP)}); raise SystemExit(7)"
    assert _run(code, ignored=signal.SIGHUP) == 7


def _run(code: str, *, ignored: signal.Signals | None = None) -> int:
    def prepare() -> None:
        _heed_interrupts()
        if ignored is not None:
            signal.signal(ignored, signal.SIG_IGN)

    program = f"from bots.cli import ending; ending.heed()\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", program], preexec_fn=prepare, timeout=20, check=False,
        env={**os.environ, "PYTHONPATH": _ROOT}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode
