"""Run a command with services behind it: `python -m tests.services embedded|served -- COMMAND ...`.

embedded: SQLite and the broker that comes with Arena, in a directory of their own.
served: PostgreSQL and Redis as DATABASE_URL and REDIS_URL name them, else as they run on their usual ports of
this machine, else started here from packages and stopped again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.services import broker, postgres

USAGE = "usage: python -m tests.services embedded|served -- COMMAND ..."


def main(arguments: list[str]) -> int:
    """Start what is needed, run the command, stop everything."""
    if len(arguments) < 3 or arguments[0] not in ("embedded", "served") or arguments[1] != "--":
        sys.exit(USAGE)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arena-test-")))
        settings = embedded(stack, data) if arguments[0] == "embedded" else served(stack)
        environment = {**os.environ, "ARENA_DATA": str(data), "ARENA_TEST_SERVICES": arguments[0], **settings}
        cleaned = {name: value for name, value in environment.items() if value}
        return subprocess.run(arguments[2:], env=cleaned, check=False).returncode


def embedded(stack: ExitStack, data: Path) -> dict[str, str]:
    """Give the environment of the embedded default; an empty value takes a variable away."""
    stack.enter_context(broker.started(data / "valkey.sock"))
    return {"DATABASE_URL": "", "REDIS_URL": ""}


def served(stack: ExitStack) -> dict[str, str]:
    """Give the environment of a served Arena on PostgreSQL and Redis."""
    database = os.environ.get("DATABASE_URL") or postgres.running() or stack.enter_context(postgres.started())
    redis_url = (
        os.environ.get("REDIS_URL") or broker.running() or stack.enter_context(broker.started_on_port())
    )
    sys.stderr.write(f"arena: PostgreSQL at {database.split('@')[-1]}, Redis at {redis_url.split('@')[-1]}\n")
    return {
        "DATABASE_URL": database,
        "REDIS_URL": redis_url,
        "ARENA_SECRET_KEY": "only for tests: " + "x" * 50,
        "ARENA_URL": "http://localhost",
        # A served Arena asks for control groups, which an ordinary user mostly may not make.
        "ARENA_SANDBOX": os.environ.get("ARENA_SANDBOX", "" if os.geteuid() == 0 else "rlimits"),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
