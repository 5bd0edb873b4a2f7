"""A thousand matches in a row: no process, descriptor, cgroup, directory or memory may be left.

Every tenth match has a bot that crashes, every twentieth one that forks away. The first three hundred matches
fill what engines remember on purpose; all is compared from there on.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from bots.build import build
from bots.manifest import BuiltBot
from bots.match import Clock, MatchPlan
from bots.referee import play
from bots.sandbox import Level, Sandbox
from bots.sandbox.selftest import descendants
from tests.security.groups import groups_of

MATCHES, WARM_UP = 1000, 300
_ZOO = Path(__file__).parent.parent / "zoo"
_CLOCK = Clock(move_ms=500, bank_ms=1000, start_ms=2000)


def footprint() -> dict[str, int]:
    """Count what could be left behind."""
    memory = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return {
        "processes": len(descendants()),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "threads": len(list(Path("/proc/self/task").iterdir())),
        "cgroups": len(groups_of(os.getpid())),
        "directories": len(list(Path(tempfile.gettempdir()).glob(f"arena-slots-{os.getpid()}-*/*"))),
        "memory KB": memory >> 10,
    }


def _opponent(number: int, bots: dict[str, BuiltBot]) -> BuiltBot:
    if number % 20 == 19:
        return bots["daemonises"]
    return bots["raises"] if number % 10 == 9 else bots["plain"]


def main() -> None:
    """Play and compare."""
    with tempfile.TemporaryDirectory() as place, Sandbox.open(accept=Level.RLIMITS) as sandbox:
        names = ("plain", "raises", "daemonises")
        bots = {
            n: build((_ZOO / f"{n}.py").read_bytes(), f"{n}.py", cache=Path(place), sandbox=sandbox)
            for n in names
        }
        core = max(os.sched_getaffinity(0))
        before: dict[str, int] = {}
        for number in range(MATCHES + WARM_UP):
            if number == WARM_UP:
                sandbox.pool.drain()
                before = footprint()
            plan = MatchPlan("lie", 2, {}, 2, number.to_bytes(32, "big"), ("a", "b"), clock=_CLOCK)
            play(plan, [bots["plain"], _opponent(number, bots)], sandbox=sandbox, core=core)
        sandbox.pool.drain()
        after = footprint()
    sys.stdout.write(f"{MATCHES} matches {'before':>12}{'after':>12}\n")
    for name, count in after.items():
        sys.stdout.write(f"{name:14} {before[name]:12,}{count:12,}\n")


if __name__ == "__main__":
    main()
