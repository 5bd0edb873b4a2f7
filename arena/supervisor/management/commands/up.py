"""`manage.py up`: the whole service in one command."""

from __future__ import annotations

import errno
import os
import sys
import time
import urllib.request
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, call_command, get_commands
from django.db import DatabaseError, connections

from arena import env
from arena.supervisor import preflight, programs
from arena.supervisor.child import end_remnants
from arena.supervisor.fleet import Fleet
from arena.supervisor.logfile import LOG_FILE, keep_short
from arena.supervisor.preflight import Exit, StartError
from bots.sandbox import sweep

_WEB_START_S = 60.0


class Command(BaseCommand):
    """Start broker, web server, workers and beat; watch them; stop them on Ctrl-C."""

    help = "Prepare the data directory, then run every process of Arena until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the port, the address to listen on and the number of worker processes."""
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--bind", default=settings.BIND)
        parser.add_argument("--workers", type=int, default=settings.WORKERS)

    def handle(self, *args: Any, port: int, bind: str, workers: int, **options: Any) -> None:
        """Run until stopped; leave with the exit code that says why."""
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        try:
            code = self._run(port, bind, workers)
        except StartError as bad:
            self.stderr.write(f"arena: {bad}")
            code = bad.code
        sys.exit(code)

    def _run(self, port: int, bind: str, workers: int) -> Exit:
        """Check what must hold, then start, watch and stop the fleet."""
        preflight.require_within("--port", port, 1, 65535)
        preflight.require_within("--workers", workers, 1, 1024)
        for sentence in env.misspelt():
            self.stderr.write(f"arena: {sentence}")
        data = preflight.require_directory("ARENA_DATA", settings.DATA)
        preflight.require_directory("ARENA_STATIC", Path(settings.STATIC_ROOT))
        preflight.require_directory("ARENA_BUILDS", settings.BUILD_CACHE)
        with preflight.take_lock(data):
            end_remnants(data)
            preflight.require_port(bind, port)
            preflight.require_space(data, settings.MIN_FREE_MB)
            os.environ |= {"ARENA_PORT": str(port), "ARENA_BIND": bind}  # pages name their own address
            if settings.EMBEDDED:  # the terminal keeps address and password in sight
                os.environ.setdefault("ARENA_LOG_FILE", str(data / LOG_FILE))
            fleet = Fleet(data)
            fleet.listen()
            try:
                self._start(fleet, data, port, bind, workers)
                code = fleet.watch(lambda: keep_short(data / LOG_FILE))
                self.stdout.write("Stopping: matches under way have a few seconds to end (again: at once).")
                return code
            finally:
                fleet.stop()
                sweep()

    def _start(self, fleet: Fleet, data: Path, port: int, bind: str, workers: int) -> None:
        """Start what others need first."""
        if settings.EMBEDDED:
            fleet.start([programs.broker(data)])
            programs.wait_for_broker(fleet)
        self._prepare(fleet)
        fleet.start([programs.web(bind, port), *programs.workers(workers), programs.beat()])
        self._announce(fleet, bind, port)

    def _prepare(self, fleet: Fleet) -> None:
        """Bring tables, static files and the first content up to date."""
        steps = [
            ("migrate", {"interactive": False}),
            ("collectstatic", {"interactive": False}),
            ("bootstrap", {}),
        ]
        for name, options in steps:
            if name in get_commands() and not fleet.stopping:
                self._step(name, options)
        connections.close_all()

    def _step(self, name: str, options: dict[str, bool]) -> None:
        """Run one command; a disk that fills up meanwhile is said as such."""
        try:
            call_command(name, verbosity=1 if name == "bootstrap" else 0, **options)
        except (OSError, DatabaseError) as bad:
            if getattr(bad, "errno", None) == errno.ENOSPC or "disk is full" in str(bad):
                raise StartError(f"The disk of {settings.DATA} is full.", Exit.DISK_FULL) from None
            reason = " ".join(str(bad).split())
            raise StartError(f"`manage.py {name}` failed: {reason}", Exit.FAILED) from bad

    def _announce(self, fleet: Fleet, bind: str, port: int) -> None:
        """Print the address once the pages answer."""
        probe = f"{preflight.address(bind, port)}/healthz"
        deadline = time.monotonic() + _WEB_START_S
        while not fleet.stopping and not _answers(probe):
            if time.monotonic() > deadline:
                raise StartError("The web server does not answer: see its log above.", Exit.FAILED)
            fleet.revive()
            fleet.pause(0.1)
        if not fleet.stopping:
            self.stdout.write(preflight.announcement(bind, port))


def _answers(url: str) -> bool:
    """Tell whether the page is there."""
    request = urllib.request.Request(url, headers={"Host": settings.ALLOWED_HOSTS[0]})  # noqa: S310 our own address
    with suppress(OSError), urllib.request.urlopen(request, timeout=2) as answer:  # noqa: S310
        return bool(answer.status == 200)
    return False
