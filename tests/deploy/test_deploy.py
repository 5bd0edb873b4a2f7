"""What is in deploy/ is valid by the tools made for it, and starts an Arena that Django finds safe."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.queue import PLAYING, RESERVED, Queue

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a tool in the project's root."""
    return subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment or None,
        check=False,
    )


def example() -> dict[str, str]:
    """Read the production example."""
    lines = (DEPLOY / "production.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_production_example_passes_djangos_deployment_check(tmp_path: Path) -> None:
    settings = {**example(), "ARENA_DATA": str(tmp_path), "PATH": os.environ["PATH"]}
    done = run(sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **settings)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_the_image_is_linted() -> None:
    done = run(BIN / "hadolint", DEPLOY / "Dockerfile")
    assert done.returncode == 0, done.stdout


def test_compose_follows_its_schema() -> None:
    done = run(BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", sorted((DEPLOY / "kubernetes").glob("*.yaml")), ids=lambda path: path.stem)
def test_kubernetes_manifests_are_valid(path: Path) -> None:
    if path.stem == "kustomization":  # has no schema; what it names must be there
        resources = [line.split("- ")[1] for line in path.read_text().splitlines() if line.endswith(".yaml")]
        assert sorted(resources) == sorted(p.name for p in path.parent.glob("*.yaml") if p != path)
        return
    done = run(BIN / "kubernetes-validate", "--strict", path)
    assert done.returncode == 0, done.stdout + done.stderr


UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


@pytest.mark.needs("systemd")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    places = {
        "/opt/arena/.venv/bin": str(BIN),
        "/opt/arena": str(ROOT),
        "/etc/arena/production.env": str(DEPLOY / "production.env.example"),
        "User=arena": "User=games",  # one that every system has
    }
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text()
        for there, here in places.items():
            text = text.replace(there, here)
        (tmp_path / path.name).write_text(text)
    done = run("systemd-analyze", "verify", "--man=no", *sorted(tmp_path.iterdir()))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_start_programs_that_are_installed(path: Path) -> None:
    text = path.read_text()
    programs = [
        line.split("=", 1)[1].split()[0] for line in text.splitlines() if line.startswith("ExecStart=")
    ]
    assert programs
    assert all((BIN / Path(program).name).exists() for program in programs)
    assert "WantedBy=arena.target" in text
    assert path.name in (DEPLOY / "systemd" / "arena.target").read_text()


WAYS = {
    "compose.yaml": (DEPLOY / "compose.yaml").read_text(),
    "kubernetes": (DEPLOY / "kubernetes" / "workers.yaml").read_text(),
    "systemd": "\n".join(path.read_text() for path in UNITS),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_queue_has_its_workers_in_every_way_to_deploy(way: str) -> None:
    taken = re.findall(r'-n,? "?(\w+)@.*-Q,? "?([\w,-]+)', WAYS[way])
    assert {name: tuple(queues.split(",")) for name, queues in taken} == {
        "play": tuple(queue.value for queue in PLAYING),
        "uploads": tuple(queue.value for queue in RESERVED),
        "upkeep": (Queue.UPKEEP.value,),
    }


@pytest.mark.parametrize("way", ["compose.yaml", "kubernetes"])
def test_workers_in_containers_name_the_level_they_can_reach(way: str) -> None:
    assert WAYS[way].count("ARENA_SANDBOX") == 2  # worker and uploads
    assert WAYS[way].lower().count("unconfined") >= 2


def test_live_streams_go_to_the_server_made_for_them() -> None:
    proxy = (DEPLOY / "nginx.conf").read_text()
    assert re.search(r"location /live/ \{\s+proxy_pass http://live:8001;\s+proxy_buffering off;", proxy)
    paths = (DEPLOY / "kubernetes" / "ingress.yaml").read_text()
    assert "{path: /live/, pathType: Prefix, backend: {service: {name: live, port: {number: 8001}}}}" in paths


@pytest.mark.parametrize("name", ["worker", "uploads"])
def test_only_the_worker_is_told_to_stop_not_its_bots(name: str) -> None:
    unit = (DEPLOY / "systemd" / f"arena-{name}.service").read_text()
    assert "\nKillMode=mixed\n" in unit
    stop_limit = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert stop_limit is not None
    assert int(stop_limit[1]) >= 60
