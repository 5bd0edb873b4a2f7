"""`python -m tests.chaos.storm COUNT`: real workers, every task delivered twice, some workers killed.

Uses the database and broker of the environment: `python -m tests.services embedded|served -- ...` gives both.
On PostgreSQL in a database of its own, which is dropped at the end. Results are made up: what is tested is
everything between a message and a rating.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from urllib.parse import urlsplit, urlunsplit

import psycopg

WORKERS = 2
PROCESSES = 2  # of each worker
_PATIENCE_S = 3600


@contextmanager
def own_database() -> Iterator[None]:
    """Make a database for this storm alone where there is PostgreSQL; SQLite is in a directory of its own."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        yield
        return
    parts, name = urlsplit(url), f"storm_{os.getpid()}"
    maintenance = urlunsplit(parts._replace(scheme="postgresql", path="/postgres"))
    with psycopg.connect(maintenance, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        os.environ["DATABASE_URL"] = urlunsplit(parts._replace(path=f"/{name}"))
        try:
            yield
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def workers() -> Iterator[None]:
    """Run Celery workers whose matches are made up."""
    command = [sys.executable, "-m", "tests.chaos.worker", "-c", str(PROCESSES)]
    started = [
        subprocess.Popen([*command, "-n", f"storm{number}@%h"], stdout=subprocess.DEVNULL)
        for number in range(WORKERS)
    ]
    try:
        yield
    finally:
        for worker in started:
            worker.terminate()
        for worker in started:
            worker.wait()


def main(count: int) -> int:
    """Make matches, deliver all of them twice, wait for the end, and look whether all is right."""
    os.environ.update(ARENA_LEASE_S="5", ARENA_REDIS_PREFIX=f"storm{os.getpid()}-", ARENA_LOG_LEVEL="ERROR")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    with own_database():
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        try:
            return _storm(count)
        finally:
            connections.close_all()


def _storm(count: int) -> int:
    from tests.chaos.madeup import make_field, make_matches, wrongs

    ladders, bots = make_field(bots=40)
    keys = make_matches(ladders, bots, count)
    begun = time.monotonic()
    with workers():
        _deliver_twice(keys)
        _wait(count)
        spent = time.monotonic() - begun
    found = wrongs(ladders, count)
    _report(count, spent, found)
    return 1 if found else 0


def _deliver_twice(keys: list[int]) -> None:
    """Send every task twice, in an order of its own each time."""
    from arena.queue import Task, send

    twice = keys * 2
    Random(4).shuffle(twice)
    for key in twice:
        send(Task.PLAY_MATCH, key)


def _wait(count: int) -> None:
    """Sweep as beat would, until nothing is left to play."""
    from arena.matches.leases import sweep_matches
    from arena.matches.models import Match, MatchStatus

    deadline = time.monotonic() + _PATIENCE_S
    under_way = Match.objects.filter(status__in=[MatchStatus.QUEUED, MatchStatus.RUNNING])
    while under_way.exists() and time.monotonic() < deadline:
        sweep_matches()
        time.sleep(1)


def _report(count: int, spent: float, found: list[str]) -> None:
    from django.db import connection

    from arena.matches.models import Match

    lost = Match.objects.filter(attempts__gt=1).count()
    sys.stdout.write(
        f"{connection.vendor}: {count} matches delivered twice to {WORKERS} workers of {PROCESSES} processes "
        f"in {spent:.0f} s ({count / spent:.0f} a second), {lost} of them lost a worker on the way: "
        f"{'every match rated exactly once, a replay finds no difference' if not found else 'WRONG'}\n"
    )
    sys.stdout.writelines(f"  {wrong}\n" for wrong in found[:20])


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
