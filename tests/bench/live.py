"""Watchers of one match: what 50, 300 and 600 streams cost the server, and how late the steps come.

One uvicorn process, SQLite, the embedded broker; ten messages of 2 KB a second, more than a match ever sends;
watchers and publisher share the machine with the server, so its own figures are the processor time it used.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import redis

from tests.fleet.installation import ROOT, free_port, wait_for
from tests.services import broker

CROWDS = (50, 300, 600)
MESSAGES, EVERY_S, BYTES = 100, 0.1, 2000
_PREPARE = """
from tests.bots.viewer.records import make_report
from tests.web.replays import queue
print(queue(make_report("lie")).pk)
"""
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Crowd:
    """What the watchers of one round saw."""

    size: int
    late_ms: list[float] = field(default_factory=list)
    connected: int = 0
    cpu_s: float = 0
    rss_mb: float = 0
    threads: int = 0


def main() -> None:
    """Measure one crowd after the other on the same server."""
    with (
        tempfile.TemporaryDirectory(prefix="arena-bench-") as home,
        broker.started(Path(home) / "valkey.sock") as url,
        _server(Path(home)) as (port, pid, match),
    ):
        crowds = [asyncio.run(_round(size, port, pid, match, url)) for size in CROWDS]
    _print(crowds)


@contextmanager
def _server(home: Path) -> Iterator[tuple[int, int, int]]:
    """Start the service on its own data, with one match to watch."""
    environment = {**os.environ, "ARENA_DATA": str(home), "ARENA_LOG_LEVEL": "ERROR"}
    for name in ("DATABASE_URL", "REDIS_URL", "ARENA_REDIS_PREFIX"):
        environment.pop(name, None)
    _manage(environment, "migrate", "-v0")
    _manage(environment, "collectstatic", "--noinput", "-v0")
    match = int(_manage(environment, "shell", "--no-imports", "-c", _PREPARE).split()[-1])
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "arena.asgi:application",
        "--port",
        str(port),
        "--log-level",
        "error",
    ]
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        wait_for("the server", lambda: _answers(port))
        yield port, server.pid, match
    finally:
        server.kill()
        server.wait()


def _manage(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _answers(port: int) -> bool:
    try:
        return bool(asyncio.run(_status(port)))
    except OSError:
        return False


async def _status(port: int) -> bool:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    line = await reader.readline()
    writer.close()
    return b"200" in line


async def _round(size: int, port: int, pid: int, match: int, url: str) -> Crowd:
    """Let a crowd in, publish, and count what arrived."""
    crowd = Crowd(size)
    ready = asyncio.Semaphore(0)
    watchers = [asyncio.create_task(_watch(crowd, port, match, ready)) for _ in range(size)]
    for _ in watchers:
        await asyncio.wait_for(ready.acquire(), 60)
    with redis.Redis.from_url(url) as client:
        before = _cpu_s(pid)
        for number in range(1, MESSAGES + 1):
            client.publish(f"match:{match}", _message(number))
            await asyncio.sleep(EVERY_S)
        await asyncio.sleep(1)
        crowd.cpu_s = _cpu_s(pid) - before
    crowd.rss_mb = _rss_mb(pid)
    crowd.threads = len(list(Path(f"/proc/{pid}/task").iterdir()))
    for watcher in watchers:
        watcher.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    await asyncio.sleep(1)
    return crowd


def _message(number: int) -> bytes:
    fields = {"type": "steps", "number": number, "sent": time.monotonic(), "fill": "x" * BYTES}
    return json.dumps(fields).encode()


async def _watch(crowd: Crowd, port: int, match: int, ready: asyncio.Semaphore) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(f"GET /live/matches/{match} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"data: "):
                data = json.loads(line[6:])
                if data["type"] == "match":
                    crowd.connected += 1
                    ready.release()
                else:
                    crowd.late_ms.append(1000 * (time.monotonic() - data["sent"]))
    finally:
        writer.close()


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _rss_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _print(crowds: list[Crowd]) -> None:
    heading = (
        "watchers",
        "arrived",
        "p50 ms",
        "p99 ms",
        "CPU share",
        "CPU us/delivery",
        "RSS MB",
        "threads",
    )
    sys.stdout.write("  ".join(f"{name:>15}" for name in heading) + "\n")
    for crowd in crowds:
        late = sorted(crowd.late_ms)
        row = (
            str(crowd.size), f"{len(late) / (crowd.size * MESSAGES):.1%}", f"{median(late):.0f}",
            f"{late[int(len(late) * 0.99)]:.0f}", f"{crowd.cpu_s / (MESSAGES * EVERY_S + 1):.0%}",
            f"{1e6 * crowd.cpu_s / len(late):.0f}", f"{crowd.rss_mb:.0f}", str(crowd.threads),
        )  # fmt: skip
        sys.stdout.write("  ".join(f"{value:>15}" for value in row) + "\n")
