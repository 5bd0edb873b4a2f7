"""Bots side by side: no channel between them, no limit that they share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.build import build
from bots.manifest import BuiltBot
from bots.sandbox import Level, Limits, Sandbox

# Leaves a message wherever it can, and looks for one of another bot.
MESSENGER = rb"""
import ctypes, json, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
PLACES = ["/tmp/message", "/dev/shm/message", "/bot/message", "/var/tmp/message", "/run/message"]


def leave():
    left = []
    for place in PLACES:
        try:
            open(place, "x").close()
            left.append(place)
        except OSError:
            pass
    segments = {"shm": libc.shmget(4242, 4096, 0o1666), "sem": libc.semget(4242, 1, 0o1666)}
    segments["msg"] = libc.msgget(4242, 0o1666)
    left += [name for name, number in segments.items() if number >= 0]
    try:
        socket.socket(socket.AF_UNIX).bind("\0arena-message")
        left.append("abstract socket")
    except OSError:
        pass
    return left


def find():
    found = [place for place in PLACES if os.path.exists(place)]
    found += [pid for pid in range(2, 300) if pid != os.getpid() and not _cannot_see(pid)]
    return found


def _cannot_see(pid):
    try:
        os.kill(pid, 0)
        return False
    except OSError:
        return True


for line in sys.stdin:
    print(json.dumps(find() if "find" in line else leave()), flush=True)
"""
FORKS = b"""
import json, os, signal, sys
children = []
for line in sys.stdin:
    try:
        while len(children) < 500:
            pid = os.fork()
            if pid == 0:
                signal.pause()
            children.append(pid)
    except OSError:
        pass
    print(json.dumps(len(children)), flush=True)
"""
ECHO = b"import sys\nfor line in sys.stdin: print(line.strip(), flush=True)\n"


@pytest.fixture(scope="module", params=["full", "rlimits", "lite"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    level = request.param
    with Sandbox.open(None if level == "full" else level, accept=Level.RLIMITS) as opened:
        yield opened


@pytest.fixture
def messenger(sandbox: Sandbox, tmp_path: Path) -> BuiltBot:
    return build(MESSENGER, "bot.py", cache=tmp_path, sandbox=sandbox)


def _ask(process: object, line: bytes) -> bytes:
    return process.ask(line, cpu_ms=5000, wall_ms=20_000)  # type: ignore[attr-defined,no-any-return]


def test_a_message_left_by_one_is_not_found_by_another(sandbox: Sandbox, messenger: BuiltBot) -> None:
    with sandbox.start(messenger, name="one") as one, sandbox.start(messenger, name="other") as other:
        left = _ask(one, b'"leave"')
        assert _ask(other, b'"find"') == b"[]", left
    with sandbox.start(messenger, name="later") as later:
        assert _ask(later, b'"find"') == b"[]"


def test_a_bot_at_its_limit_takes_nothing_from_its_neighbour(sandbox: Sandbox, tmp_path: Path) -> None:
    built = build(FORKS, "bot.py", cache=tmp_path, sandbox=sandbox)
    limits = Limits(processes=8)
    with sandbox.start(built, limits) as one, sandbox.start(built, limits) as other:
        counts = [int(_ask(process, b"0")) for process in (one, other)]
    assert counts[0] == counts[1]
    assert counts[0] <= 9


def test_many_sandboxes_stand_side_by_side(sandbox: Sandbox, tmp_path: Path) -> None:
    built = build(ECHO, "bot.py", cache=tmp_path, sandbox=sandbox)
    bots = [sandbox.start(built, name=str(number)) for number in range(24)]
    try:
        for bot in bots:
            bot.send(bot.name.encode())
        assert [bot.receive(cpu_ms=5000, wall_ms=60_000).decode() for bot in bots] == [
            bot.name for bot in bots
        ]
    finally:
        for bot in bots:
            bot.close()
