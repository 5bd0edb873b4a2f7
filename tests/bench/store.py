"""Results a second from message to rating, delivered twice, on both databases; every match rated once."""

from __future__ import annotations

import os
import subprocess
import sys

COUNTS = {"embedded": 1_000, "served": 10_000}


def main() -> None:
    """Run the storm on the embedded default, then on PostgreSQL and Redis."""
    for services, count in COUNTS.items():
        count = int(os.environ.get("ARENA_STORM", count))
        storm = [sys.executable, "-m", "tests.chaos.storm", str(count)]
        run = subprocess.run([sys.executable, "-m", "tests.services", services, "--", *storm], check=False)
        if run.returncode:
            sys.exit(f"{services}: not every match was rated exactly once.")
