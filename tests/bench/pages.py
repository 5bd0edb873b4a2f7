"""Pages: median answer time with 10 thousand and with 1 million matches in PostgreSQL, and the growth.

Uses the PostgreSQL of DATABASE_URL, where it must be allowed to make databases, and the Redis of REDIS_URL;
else those that run here on their usual ports; else it starts its own and deletes them afterwards. Two
databases are filled by `manage.py make-bulk` the first time, which takes some minutes, and kept:
BENCH_FRESH=1 makes them anew.
BENCH_MATCHES (1000000) and BENCH_BOTS (10000) change the size of the large one.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.services import __main__ as services

if TYPE_CHECKING:
    from django.test import Client

SMALL = 10_000
LARGE = int(os.environ.get("BENCH_MATCHES", "1000000"))
BOTS = int(os.environ.get("BENCH_BOTS", "10000"))
TOURNAMENTS = 200
ROUNDS = 11
LIMIT_MS = 100


def main() -> None:
    """Fill what is missing, measure both databases and print the table."""
    if not os.environ.get("DATABASE_URL") or not os.environ.get("REDIS_URL"):
        again = [sys.executable, "-m", "tests.bench", "pages"]
        sys.exit(services.main(["served", "--", *again]))
    found = {matches: _measured(matches) for matches in (SMALL, LARGE)}
    print(f"{BOTS} bots, {TOURNAMENTS} tournaments; server time of a whole page, median of {ROUNDS}, ms")
    print("CPU: mean of this process and its database together, which a busy machine does not change")
    print(f"{'matches':24} {SMALL:>9,} {LARGE:>9,} {'growth':>8} {SMALL:>9,} {LARGE:>9,} {'growth':>8}")
    print(f"{'page':24} {'ms':>9} {'ms':>9} {'':8} {'CPU ms':>9} {'CPU ms':>9} {'':8} {'queries':>8}")
    for page, (wall, cpu, queries) in found[LARGE].items():
        small_wall, small_cpu, _ = found[SMALL][page]
        mark = "" if wall < LIMIT_MS else "  TOO SLOW"
        print(
            f"{page:24} {small_wall:9.1f} {wall:9.1f} {wall / small_wall:7.2f}x "
            f"{small_cpu:9.1f} {cpu:9.1f} {cpu / small_cpu:7.2f}x {queries:8}{mark}"
        )
    worst = max(wall for wall, _, _ in found[LARGE].values())
    print(f"slowest page: {worst:.1f} ms (limit {LIMIT_MS})")


def _measured(matches: int) -> dict[str, tuple[float, float, int]]:
    """Measure one database in a process of its own: settings are read once."""
    name = f"arena_bench_pages_{BOTS}_{matches}"
    environment = _environment(name, matches)
    is_new = _create(name)
    for command in (["migrate"], ["bootstrap"], _bulk(matches)) if is_new else (["migrate"],):
        subprocess.run(
            [sys.executable, "manage.py", *command], check=True, env=environment, stdout=sys.stderr
        )
    done = subprocess.run(
        [sys.executable, "-c", "from tests.bench.pages import measure; measure()"],
        check=True, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    found: dict[str, tuple[float, float, int]] = json.loads(done.stdout.splitlines()[-1])
    return found


def _bulk(matches: int) -> list[str]:
    return ["make-bulk", "--bots", str(BOTS), "--matches", str(matches), "--tournaments", str(TOURNAMENTS)]


def _environment(name: str, matches: int) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": _database(name),
        "ARENA_REDIS_PREFIX": f"bench{matches}",
        "ARENA_URL": os.environ.get("ARENA_URL", "http://localhost:8000"),
        "ARENA_SECRET_KEY": os.environ.get("ARENA_SECRET_KEY", "only for this measurement" * 3),
        "ARENA_LOG_LEVEL": "ERROR",
    }


def _database(name: str) -> str:
    """Name another database of the same server; `postgres` is on every one."""
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


def _create(name: str) -> bool:
    """Make the database. False: it is there, full, from another time."""
    with psycopg.connect(_database("postgres"), autocommit=True) as server:
        if os.environ.get("BENCH_FRESH"):
            server.execute(f'DROP DATABASE IF EXISTS "{name}"')
        there = server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if there is None:
            server.execute(f'CREATE DATABASE "{name}"')
        return there is None


def measure() -> None:
    """Ask for every page several times, in this process, and print the medians as JSON."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS.append("testserver")
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    from django.db import connection

    client, found = Client(), {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    for name, address in _addresses().items():
        _checked(client, address)
        _checked(client, address)
        asked: list[str] = []
        with connection.execute_wrapper(_counting(asked)):
            _checked(client, address)
        before = _cpu_ms(backend)
        wall = statistics.median(_timed(client, address) for _ in range(ROUNDS))
        found[name] = (wall, (_cpu_ms(backend) - before) / ROUNDS, len(asked))
    print(json.dumps(found))


def _counting(asked: list[str]) -> Callable[..., Any]:
    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    return note


def _timed(client: Client, address: str) -> float:
    began = time.perf_counter()
    _checked(client, address)
    return 1000 * (time.perf_counter() - began)


def _cpu_ms(backend: int) -> float:
    """Give the CPU time so far of this process and, where it runs on this machine, of the database's."""
    try:
        served_ns = int(Path(f"/proc/{backend}/schedstat").read_text().split()[0])
    except OSError:
        served_ns = 0
    return 1000 * time.process_time() + served_ns / 1e6


def _checked(client: Client, address: str) -> None:
    status = client.get(address).status_code
    assert status == 200, f"{address} answered {status}"


def _addresses() -> dict[str, str]:
    """Choose what to ask for: ordinary things, and the busiest of each kind."""
    from django.utils import timezone

    from arena.matches.models import Match
    from arena.ratings.models import Rating

    board = Rating.objects.filter(ladder__slug="lie", is_active=True, bot__is_house=False).order_by(
        "-matches"
    )
    top = board.select_related("bot__owner")[0].bot
    rival = board.select_related("bot")[1].bot
    house = Rating.objects.filter(bot__is_house=True).order_by("-matches").select_related("bot")[0].bot
    newest = Match.objects.order_by("-pk")
    match, cup_match = newest.filter(kind="ladder")[0].pk, newest.filter(kind="tournament")[0].pk
    return {
        "home": "/", "ladders": "/ladders", "ladder": "/ladders/lie",
        "ladder, page 40": "/ladders/lie?page=40",
        "ladder, search": f"/ladders/lie?q={top.name[:7]}", "ladder, language": "/ladders/lie?language=rust",
        "pentathlon": "/pentathlon", "bots": "/bots", "bots, search": "/bots?q=99&game=ten",
        "bots, page 100": "/bots?page=100", "bot": f"/bots/{top.name}",
        "bot of the house": f"/bots/{house.name}",
        "badge": f"/bots/{top.name}/badge.svg", "head to head": f"/bots/{top.name}/versus/{rival.name}",
        "head to head, house": f"/bots/{house.name}/versus/{top.name}",
        "version": f"/bots/{top.name}/versions/1",
        "players": "/players", "player": f"/players/{top.owner.username}", "player, house": "/players/house",
        "matches": "/matches", "matches of a bot": f"/matches?bot={top.name}",
        "matches of the house": f"/matches?bot={house.name}", "match": f"/matches/{match}",
        "match of a tournament": f"/matches/{cup_match}", "tournaments": "/tournaments", **_cups(),
        "status": "/status",
        "docs": "/docs/protocol", "game": "/games/ten",
        "matches, far down": f"/matches?ladder=lie&before={match // 25}",
        "calendar": "/tournaments/calendar", "calendar feed": "/tournaments/calendar.ics",
        "tournaments, over": "/tournaments?tab=over",
        "api: leaderboard": "/api/v1/ladders/lie/leaderboard", "api: matches": "/api/v1/matches",
        "api: of a bot": f"/api/v1/matches?bot={top.name}",
        "api: of the house's bot": f"/api/v1/matches?bot={house.name}",
        "api: bot and opponent": f"/api/v1/matches?bot={house.name}&opponent={rival.name}",
        "api: of a player": f"/api/v1/matches?owner={top.owner.username}",
        "api: long ago": f"/api/v1/matches?until={timezone.now() - timedelta(days=300):%Y-%m-%dT%H:%M:%SZ}",
        "api: pentathlon": "/api/v1/pentathlon", "api: tournaments": "/api/v1/tournaments",
        "api: schema": "/api/v1/schema",
    }  # fmt: skip


def _cups() -> dict[str, str]:
    """Choose a tournament of each format that is over, with its whole bracket or all its tables."""
    from arena.tournaments.models import Tournament

    over = Tournament.objects.filter(status="finished").order_by("pk").values_list("format", "slug")
    return {f"tournament, {form.split('_')[0]}": f"/tournaments/{slug}" for form, slug in over}
