"""The life of an installation: started, used, stopped, started again, killed, started again."""

from __future__ import annotations

import signal
import socket
import tempfile
from pathlib import Path

from tests.fleet.installation import Installation, wait_for

BOT = b"""import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"ready": true}', flush=True)
    elif message["type"] == "act":
        print(json.dumps(message["legal"][0]), flush=True)
"""


def test_life_of_an_installation(installation: Installation) -> None:
    installation.start()
    assert "password:" in installation.log.read_text()
    wait_for("a finished match", installation.finished_matches)
    assert installation.get("/readyz")["ready"] is True
    upload(installation)
    stopped_at = newest_match(installation)
    assert installation.end(signal.SIGINT) == 130
    wait_for("nothing left over", lambda: not left_over(), seconds=20)  # of tests beside it, either
    assert complaints(installation) == []

    installation.start()
    assert installation.log.read_text().count("password:") == 1
    assert newest_match(installation) >= stopped_at
    wait_for("more matches", lambda: newest_match(installation) > stopped_at)
    killed_at = newest_match(installation)
    installation.end(signal.SIGKILL)

    installation.start()
    assert newest_match(installation) >= killed_at
    assert installation.get("/api/v1/bots/first-legal")["active_version"] == 1
    wait_for("matches after the kill", lambda: newest_match(installation) > killed_at)
    assert installation.end(signal.SIGTERM) == 0
    wait_for("nothing left over", lambda: not left_over(), seconds=20)  # of tests beside it, either


def complaints(installation: Installation) -> list[str]:
    """List what an operator would have to worry about in what is said."""
    bad = ("level=error", "level=critical", '"level": "error"', '"level": "critical"', "Traceback")
    return [line for line in installation.log.read_text().splitlines() if any(word in line for word in bad)]


def newest_match(installation: Installation) -> int:
    """Give the number of the newest match."""
    found: int = installation.get("/api/v1/matches")["results"][0]["id"]
    return found


def left_over() -> list[str]:
    """List the sandboxes' directories whose worker is gone."""
    names = [path.name for path in Path(tempfile.gettempdir()).glob("arena-slots-*")]
    return [name for name in names if not Path(f"/proc/{name.split('-')[2]}").exists()]


def upload(installation: Installation) -> None:
    """Sign up, make a token, upload a bot and see it accepted."""
    account = {"username": "ann", "password": "a long enough pass phrase"}
    installation.post("/api/v1/accounts", json=account)
    token = installation.post("/api/v1/tokens", json={**account, "name": "test"})["token"]
    installation.post("/api/v1/bots", token, json={"name": "first-legal", "games": ["lie"]})
    installation.post("/api/v1/bots/first-legal/versions", token, files={"file": ("bot.py", BOT)})

    def status() -> str | None:
        version = installation.get("/api/v1/bots/first-legal/versions/1", token)
        assert version["status"] != "rejected", version
        return "active" if version["status"] == "active" else None

    wait_for("the check of the upload", status)


def test_a_busy_port_is_one_sentence(installation: Installation) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, said = installation.refused("--port", str(port))
    assert (code, said) == (3, f"arena: Port {port} is busy: try ./run --port {port + 1}.")


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    full = Installation(tmp_path / "var", ARENA_MIN_FREE_MB=str(1 << 40))
    code, said = full.refused("--port", str(full.port))
    assert code == 5
    assert "is full" in said
    assert "\n" not in said
