"""What is in deploy/ is valid by the tools made for it, and starts an Arena that Django finds safe."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("missing", ["ARENA_SECRET_KEY", "ARENA_URL", "REDIS_URL"])
def test_a_missing_variable_is_named_in_one_sentence(tmp_path: Path, missing: str) -> None:
    settings = {**example(), "ARENA_DATA": str(tmp_path), "PATH": os.environ["PATH"]}
    del settings[missing]
    done = run(sys.executable, "manage.py", "check", **settings)
    assert done.returncode == 1
    assert missing in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARENA_PORT", "many"),
        ("ARENA_WORKERS", "0"),
        ("DATABASE_URL", "mysql://x/y"),
        ("ARENA_DEBUG", "perhaps"),
    ],
)
def test_a_bad_value_is_refused_by_name(tmp_path: Path, name: str, value: str) -> None:
    settings = {"ARENA_DATA": str(tmp_path), "PATH": os.environ["PATH"], name: value}
    done = run(sys.executable, "manage.py", "check", **settings)
    assert done.returncode == 1
    assert done.stderr.startswith(f"arena: {name}")


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


@pytest.mark.parametrize("path", sorted((DEPLOY / "systemd").glob("*.service")), ids=lambda path: path.stem)
def test_units_start_programs_that_are_installed(path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(path)
    program = Path(unit["Service"]["ExecStart"].split()[0])
    assert (BIN / program.name).exists()
    assert unit["Install"]["WantedBy"] == "arena.target"
    assert path.name in (DEPLOY / "systemd" / "arena.target").read_text()


def test_every_queue_has_a_worker_in_every_way_to_deploy() -> None:
    from arena.queue import Queue

    for name in ("compose.yaml", "kubernetes/workers.yaml", "systemd/arena-worker.service"):
        text = (DEPLOY / name).read_text()
        playing = [queue.value for queue in Queue if queue is not Queue.UPKEEP]
        assert all(queue in text for queue in playing), name
