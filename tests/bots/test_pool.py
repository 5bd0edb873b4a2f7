"""The warm pool: one spare, one bot; never a second."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.build import build
from bots.manifest import BuiltBot
from bots.process import BotProcess
from bots.sandbox import Level, Limits, Sandbox
from bots.sandbox.sandbox import recipe_for
from bots.sandbox.selftest import descendants
from tests.bots.conftest import ZOO
from tests.bots.test_archive import zipped
from tests.bots.test_build import SOURCES

START = b'{"type": "start"}'
TELLS = b"""
import json, os, sys
for line in sys.stdin:
    names = sorted(name for name in sys.modules if name in ("heapq", "dataclasses"))
    print(json.dumps({"pid": os.getpid(), "argv": sys.argv, "file": __file__, "name": __name__,
                      "path": sys.path[-1], "files": sorted(os.listdir("/bot")), "warm": names}), flush=True)
"""
LEAVES_A_TRACE = b"""
import builtins, json, os, sys
seen = getattr(json, "trace", None) or os.path.exists("/tmp/trace")
json.trace = True
try: open("/tmp/trace", "w").close()
except OSError: pass
for line in sys.stdin:
    print(json.dumps({"seen": bool(seen)}), flush=True)
"""


@pytest.fixture
def warm() -> Iterator[Sandbox]:
    with Sandbox.open(accept=Level.RLIMITS, warm=2) as sandbox:
        yield sandbox


def _built(source: bytes, sandbox: Sandbox, cache: Path, name: str = "bot.py") -> BuiltBot:
    return build(source, name, cache=cache, sandbox=sandbox)


def _ask(process: BotProcess) -> bytes:
    return process.ask(START, cpu_ms=5000, wall_ms=20_000)


def test_a_warm_bot_cannot_tell_that_it_is_warm(warm: Sandbox, cache: Path) -> None:
    built = _built(TELLS, warm, cache)
    answers = []
    for _ in range(2):
        with warm.start(built) as process:
            answers.append(_ask(process))
        warm.pool.fill()
    cold, hot = answers
    assert b'"warm": ["dataclasses", "heapq"]' in hot
    assert b'"warm": []' in cold
    assert cold.split(b', "warm"')[0] == hot.split(b', "warm"')[0]


@pytest.mark.parametrize("name", ["types", "os", "traceback", "sitecustomize", "json"])
def test_a_module_named_like_one_of_the_library_is_not_taken_for_it(
    warm: Sandbox, cache: Path, name: str
) -> None:
    manifest = b'name = "a"\nlanguage = "python"\nentry = "bot.py"\n'
    other = b"import sys\nsys.stdout.write('mine\\n')\n"
    source = zipped({"bot.toml": manifest, "bot.py": TELLS, f"{name}.py": other, "a.pth": b"import evil"})
    built = _built(source, warm, cache, "bot.zip")
    for _ in range(2):  # cold, then warm
        with warm.start(built) as process:
            assert b'"name": "__main__"' in _ask(process)
        warm.pool.fill()


def test_a_spare_serves_one_bot_and_no_second(warm: Sandbox, cache: Path) -> None:
    built = _built(LEAVES_A_TRACE, warm, cache)
    for _ in range(4):
        with warm.start(built) as process:
            assert _ask(process) == b'{"seen": false}'
        warm.pool.fill()


@pytest.mark.needs("c")
def test_a_compiled_bot_waits_at_the_gate(warm: Sandbox, cache: Path) -> None:
    source = SOURCES / "bot.c"
    built = _built(source.read_bytes(), warm, cache, source.name)
    for _ in range(3):
        with warm.start(built) as process:
            assert process.ask(b'{"type":"start"}', cpu_ms=5000, wall_ms=20_000) == b'{"ready":true}'
        warm.pool.fill()


def test_other_limits_need_another_sandbox(warm: Sandbox, cache: Path) -> None:
    built = _built((ZOO / "plain.py").read_bytes(), warm, cache)
    small = Limits(memory_mb=32)
    assert recipe_for(built, small) != recipe_for(built, Limits())
    warm.start(built).close()
    warm.pool.fill()
    assert warm.pool.take(recipe_for(built, small)) is None
    with warm.start(built, small) as process:
        assert process.limits.memory_mb == 32


def test_a_dead_spare_is_replaced_by_a_cold_start(warm: Sandbox, cache: Path) -> None:
    built = _built((ZOO / "plain.py").read_bytes(), warm, cache)
    warm.start(built).close()
    warm.pool.fill()
    recipe = recipe_for(built, Limits())
    spare = warm.pool.take(recipe)
    assert spare is not None
    spare.kill()
    warm.pool._keep(recipe, spare)
    with warm.start(built) as process:
        assert _ask(process) == b'{"ready": true}'


def test_the_pool_is_bounded_and_ends_with_its_sandbox(cache: Path) -> None:
    before = descendants()
    with Sandbox.open(accept=Level.RLIMITS, warm=2) as sandbox:
        built = _built((ZOO / "plain.py").read_bytes(), sandbox, cache)
        for _ in range(6):
            sandbox.start(built).close()
        sandbox.pool.fill()
        recipe = recipe_for(built, Limits())
        spares = [sandbox.pool.take(recipe) for _ in range(4)]
        assert 1 <= sum(spare is not None for spare in spares) <= 2
        for spare in spares:
            if spare is not None:
                sandbox.pool._keep(recipe, spare)
    assert descendants() == before
