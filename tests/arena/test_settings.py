"""Settings: what makes no sense is refused at start, in a sentence that names the variable."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from arena import env

ROOT = Path(__file__).parents[2]
SERVED = {
    "DATABASE_URL": "postgresql://arena:p%40ss@db:5433/arena",
    "REDIS_URL": "redis://broker:6379/3",
    "ARENA_URL": "https://arena.example",
    "ARENA_SECRET_KEY": "k" * 50,
}


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Begin without any setting."""
    for name in os.environ:
        if name.startswith("ARENA_") or name in SERVED:
            monkeypatch.delenv(name)
    monkeypatch.setenv("ARENA_DATA", str(tmp_path))


def load(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    """Read the settings file anew."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "arena" / "settings.py"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARENA_PORT", "many"),
        ("ARENA_PORT", "70000"),
        ("ARENA_WORKERS", "0"),
        ("ARENA_WORKERS", "1.5"),
        ("ARENA_DEBUG", "perhaps"),
        ("ARENA_DATA", "/proc/nowhere"),
        ("ARENA_DATA", __file__),
        ("ARENA_URL", "ftp://arena.example"),
        ("ARENA_URL", "https://"),
        ("ARENA_URL", "http://arena.example:port"),
        ("ARENA_TIME_ZONE", "Mars/Phobos"),
        ("ARENA_TIME_ZONE", "../etc/passwd"),
        ("ARENA_RATE_KNOWN", "often"),
        ("ARENA_RATE_LOG_IN", "0/hour"),
        ("ARENA_MAIL_URL", "mail.example"),
        ("ARENA_SANDBOX", "weak"),
        ("ARENA_LOG", "xml"),
        ("ARENA_LOG_LEVEL", "loud"),
        ("ARENA_LOG_FILE", "/nowhere/arena.log"),
        ("ARENA_LEASE_S", "1"),
        ("ARENA_MIN_FREE_MB", "some"),
        ("ARENA_SECRET_KEY", "short"),
        ("ARENA_S3_BUCKET", "bots"),  # without the extra that it needs
    ],
)
def test_a_bad_value_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        load(monkeypatch, **{name: value})
    sentence = str(refused.value)
    assert sentence.startswith(name)
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((missing, "") for missing in SERVED),
        ("DATABASE_URL", "mysql://db/arena"),
        ("DATABASE_URL", "postgresql://db"),
        ("REDIS_URL", "broker:6379"),
        ("ARENA_DEBUG", "yes"),
    ],
)
def test_a_served_arena_has_no_default_secret(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name}"):
        load(monkeypatch, **{**SERVED, name: value})


def test_the_embedded_default_is_safe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = load(monkeypatch)
    assert first["EMBEDDED"] is True
    assert first["DEBUG"] is False
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    assert load(monkeypatch)["SECRET_KEY"] == first["SECRET_KEY"]
    assert "*" not in first["ALLOWED_HOSTS"]


def test_a_served_arena_is_what_its_variables_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = load(monkeypatch, **SERVED)
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["PASSWORD"]) == ("db", "5433", "p@ss")
    assert found["CELERY_BROKER_URL"] == "redis://broker:6379/3"
    assert found["ALLOWED_HOSTS"] == ["arena.example"]
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_HSTS_SECONDS"] > 0
    assert not (tmp_path / "secret.key").exists()


def test_a_misspelt_variable_is_pointed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    load(monkeypatch, ARENA_PROT="9000", ARENA_SUPERVISED="/var", ARENA_TOKEN="t", ARENA_PORT="9001")
    assert env.misspelt() == ["ARENA_PROT is not a setting: did you mean ARENA_PORT?"]


def test_a_refusal_on_the_command_line_is_one_line() -> None:
    environment = {"PATH": os.environ["PATH"], "ARENA_DATA": os.environ["ARENA_DATA"], "ARENA_PORT": "many"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "arena: ARENA_PORT must be a whole number, not 'many'.\n")


def test_every_variable_is_documented() -> None:
    documented = (ROOT / "docs" / "settings.md").read_text()
    read = [word for path in (ROOT / "arena").glob("*.py") for word in _variables(path.read_text())]
    assert read
    assert [name for name in read if f"`{name}`" not in documented] == []


def _variables(source: str) -> set[str]:
    return set(re.findall(r'env\.\w+\(\s*"([A-Z_0-9]+)"', source))
