"""What must hold before anything is started; each failure is one sentence and an exit code of its own."""

from __future__ import annotations

import errno
import fcntl
import getpass
import os
import shutil
import socket
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import IO

_MEGABYTE = 1 << 20
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 as what each is reached from here
_LOCAL = {*_EVERYWHERE, *_EVERYWHERE.values()}


class Exit(IntEnum):
    """Exit codes of `manage.py up`."""

    STOPPED = 0
    FAILED = 1
    PORT_BUSY = 3
    ALREADY_RUNNING = 4
    DISK_FULL = 5
    TOOL_MISSING = 6
    INTERRUPTED = 130


class StartError(Exception):
    """The service cannot start, for a reason said in one sentence."""

    def __init__(self, sentence: str, code: Exit) -> None:
        """Keep the sentence and the exit code."""
        super().__init__(sentence)
        self.code = code


def take_lock(data: Path) -> IO[str]:
    """Hold the data directory for this process; the kernel lets go of it however the process ends."""
    lock = (data / "up.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        with lock:
            lock.seek(0)
            owner = lock.read().strip() or "another process"
        raise StartError(f"Arena is already running on {data} ({owner}).", Exit.ALREADY_RUNNING) from None
    lock.truncate(0)
    lock.write(f"process {os.getpid()}")
    lock.flush()
    return lock


def require_directory(name: str, path: Path) -> Path:
    """Make a directory, or refuse the setting that names it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as bad:
        raise StartError(f"{name}: cannot make {path}: {bad.strerror}.", Exit.FAILED) from None
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        raise StartError(f"{name}: {path} is not writable for {getpass.getuser()}.", Exit.FAILED)
    return path


def require_within(name: str, value: int, least: int, most: int) -> None:
    """Refuse an argument out of its bounds."""
    if not least <= value <= most:
        raise StartError(f"{name} must be between {least} and {most}, not {value}.", Exit.FAILED)


def address(host: str, port: int) -> str:
    """Spell where a server that listens on this address is reached from here."""
    near = _EVERYWHERE.get(host, host)
    return f"http://[{near}]:{port}" if ":" in near else f"http://{near}:{port}"


def announcement(bind: str, port: int) -> str:
    """Say where Arena is, and by which names others may ask for it."""
    near = "localhost" if bind in _LOCAL else bind
    others = (
        f" Under other names than {socket.gethostname()} it needs ARENA_HOSTS." if bind in _EVERYWHERE else ""
    )
    return f"Arena is at {address(near, port)} (Ctrl-C stops it).{others}"


def require_port(bind: str, port: int) -> None:
    """Make sure that the web server will get its port."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError as bad:
            raise _port_error(bind, port, bad) from None


def _port_error(bind: str, port: int, bad: OSError) -> StartError:
    """Say what is wrong with the port and what to do."""
    if bad.errno == errno.EADDRINUSE:
        return StartError(f"Port {port} is busy: try ./run --port {port + 1}.", Exit.PORT_BUSY)
    return StartError(f"Port {port} on {bind} cannot be used: {bad.strerror}.", Exit.PORT_BUSY)


def require_space(data: Path, least_mb: int) -> None:
    """Make sure that the disk has room for some hours of play."""
    free_mb = shutil.disk_usage(data).free // _MEGABYTE
    if free_mb < least_mb:
        raise StartError(
            f"The disk of {data} is full: {free_mb} MB left, {least_mb} MB needed (ARENA_MIN_FREE_MB).",
            Exit.DISK_FULL,
        )


def require_tool(name: str, find: Callable[[], object]) -> str:
    """Find a program that we start."""
    try:
        found = Path(str(find()))
    except Exception as bad:  # noqa: BLE001 each package reports a platform it does not know in its own way
        raise StartError(f"{name} is missing: {bad}", Exit.TOOL_MISSING) from None
    if not os.access(found, os.X_OK):
        raise StartError(
            f"{name} is missing: {found} cannot be run; delete .venv and ./run.", Exit.TOOL_MISSING
        )
    return str(found)
