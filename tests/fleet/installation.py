"""An installation of Arena in a directory of its own, run as a person does: `manage.py up`, HTTP, signals."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx

from arena.supervisor.child import remnants

ROOT = Path(__file__).parents[2]
T = TypeVar("T")


def free_port() -> int:
    """Find a port that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(what: str, attempt: Callable[[], T | None], seconds: float = 90) -> T:
    """Try until there is something; fail with what was awaited."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = attempt()
        if found:
            return found
        time.sleep(0.3)
    raise AssertionError(f"{what} did not happen within {seconds} s")


class Installation:
    """One data directory, and the supervisor that runs on it from time to time."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.environment = {**os.environ, "ARENA_DATA": str(data), "ARENA_WORKERS": "2", **environment}
        self.process: subprocess.Popen[bytes] | None = None
        self.log = data.parent / "up.log"

    def start(self, *options: str) -> None:
        """Start it and wait for its address."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port), *options],
                cwd=ROOT, env=self.environment, stdout=log, stderr=log,
            )  # fmt: skip
        wait_for("the address", lambda: self._announced() or None, 240)

    def _announced(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()[-3000:]
        return f"Arena is at http://localhost:{self.port}" in self.log.read_text().split("---")[-1]

    def refused(self, *options: str) -> tuple[int, str]:
        """Start it where it cannot start; give the exit code and what it said."""
        done = subprocess.run(
            [sys.executable, "manage.py", "up", *options], cwd=ROOT, env=self.environment,
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return done.returncode, done.stderr.strip()

    def end(self, number: signal.Signals) -> int:
        """Send the supervisor a signal and wait until nothing is left of it; give its exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(60)
        with self.log.open("ab") as log:
            log.write(b"---\n")
        wait_for("the end of every process", lambda: not remnants(self.data), 30)
        return code

    def get(self, path: str, token: str = "") -> Any:
        """Read an address of the API."""
        return self._json(httpx.get(self.url(path), headers=_authorisation(token), timeout=20))

    def post(self, path: str, token: str = "", **content: Any) -> Any:
        """Send something to the API; `content` is httpx's (json=, files=)."""
        return self._json(httpx.post(self.url(path), headers=_authorisation(token), timeout=20, **content))

    def _json(self, answer: httpx.Response) -> Any:
        assert answer.is_success, f"{answer.url}: {answer.status_code} {answer.text[:500]}"
        return answer.json()

    def url(self, path: str) -> str:
        """Spell an address."""
        return f"http://127.0.0.1:{self.port}{path}"

    def finished_matches(self) -> int:
        """Count the finished matches on the newest page of the list."""
        return len(self.get("/api/v1/matches?status=finished")["results"])


def _authorisation(token: str) -> dict[str, str]:
    return {"Authorization": f"Token {token}"} if token else {}
