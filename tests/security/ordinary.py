"""Runs a module of ours as an ordinary user when we are root, whatever lies in a private home."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

USER = 64123
_ROOT = Path(__file__).parent.parent.parent
# The user can read neither our interpreter nor our checkout where they lie in a home of mode 700, so both are
# shown at public places, in a mount namespace of this one command.
_SCRIPT = """
set -e
mount --bind "$1" "$3/python"; mount --bind "$2" "$3/code"; mount --bind "$4" "$3/packages"
place=$3; shift 4
export PYTHONPATH="$place/code:$place/packages" LD_LIBRARY_PATH="$place/python/lib"
export HOME="$place/home" TMPDIR="$place/tmp"
cd "$place/home"
exec setpriv --reuid {user} --regid {user} --clear-groups -- "$place/python/bin/python{version}" "$@"
"""


def is_root() -> bool:
    return os.getuid() == 0


def run_module(module: str, *arguments: str, ordinary: bool, timeout_s: float = 200) -> str:
    """Run a module to its end and give what it printed."""
    if not (ordinary and is_root()):
        command = [sys.executable, "-m", module, *arguments]
        return _run(command, {**os.environ, "PYTHONPATH": str(_ROOT)}, timeout_s)
    with tempfile.TemporaryDirectory(prefix="arena-ordinary-") as name:
        place = _prepared(Path(name))
        packages = next(path for path in sys.path if path.endswith("site-packages"))
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        script = _SCRIPT.format(user=USER, version=version)
        sources = (sys.base_prefix, str(_ROOT), str(place), packages)
        command = ["unshare", "--mount", "/bin/sh", "-c", script, "sh", *sources, "-m", module, *arguments]
        return _run(command, {"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}, timeout_s)


def _prepared(place: Path) -> Path:
    place.chmod(0o755)
    for name in ("python", "code", "packages", "home", "tmp"):
        (place / name).mkdir()
    for name in ("home", "tmp"):
        os.chown(place / name, USER, USER)
        (place / name).chmod(0o700)
    return place


def _run(command: list[str], environment: dict[str, str], timeout_s: float) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=timeout_s, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout
