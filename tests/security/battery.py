"""Everything hostile we have, run at one level as one user; prints what came of it as JSON.

Started as a program of its own, so that the same battery runs as root and as an ordinary user.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bots.build import build
from bots.manifest import BuiltBot
from bots.match import Clock, MatchPlan
from bots.referee import play
from bots.sandbox import Limits, Sandbox
from bots.sandbox.selftest import descendants, self_test
from tests.security.groups import groups_of
from tests.zoo.expected import EXPECTED

ZOO = Path(__file__).parent.parent / "zoo"
_LIMITS = Limits(memory_mb=160, processes=16)
_CLOCK = Clock(move_ms=400, bank_ms=1000, start_ms=1000)


def main() -> None:
    level = sys.argv[1]
    os.dup(0)  # the lowest free number is not to be found by chance
    before = _footprint()
    with Sandbox.open(level) as sandbox, tempfile.TemporaryDirectory() as cache:
        result: dict[str, Any] = {
            "level": str(sandbox.level),
            "probes": {probe.name: [probe.ok, probe.detail] for probe in self_test(sandbox, thorough=True)},
            "zoo": _zoo(sandbox, Path(cache)),
        }
    result["left"] = {name: [count, before[name]] for name, count in _footprint().items()}
    print(json.dumps(result))


def _zoo(sandbox: Sandbox, cache: Path) -> dict[str, Any]:
    bots = {
        name: build((ZOO / f"{name}.py").read_bytes(), f"{name}.py", cache=cache, sandbox=sandbox)
        for name in EXPECTED
    }
    with ThreadPoolExecutor(6) as threads:
        reports = threads.map(lambda name: _match(name, bots, sandbox), EXPECTED)
        return dict(zip(EXPECTED, reports, strict=True))


def _match(name: str, bots: dict[str, BuiltBot], sandbox: Sandbox) -> dict[str, Any]:
    """Let one bot of the zoo play two that behave."""
    plan = MatchPlan("takethat", 3, {}, 1, bytes(32), (name, "second", "third"), clock=_CLOCK)
    report = play(plan, [bots[name], bots["plain"], bots["plain"]], sandbox=sandbox, limits=_LIMITS)
    zoo, *others = report.players
    return {
        "fault": zoo.fault, "forfeits": zoo.forfeits, "ranks": report.legs[0].ranks,
        "idle_cpu_ms": zoo.idle_cpu_ms, "ending": report.legs[0].ending, "peak_kb": zoo.peak_memory_kb,
        "others": [other.fault for other in others], "log_bytes": len(zoo.log),
        "log": zoo.log[-2000:].decode(errors="replace"),
        "reports": [[f.fault, f.reason, f.message[:40], f.answer[:40]] for f in report.faults],
    }  # fmt: skip


def _footprint() -> dict[str, int]:
    slots = list(Path(tempfile.gettempdir()).glob(f"arena-slots-{os.getpid()}-*"))
    return {
        "processes": len(descendants()), "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "cgroups": len(groups_of(os.getpid())), "slots": len(slots),
    }  # fmt: skip


if __name__ == "__main__":
    main()
