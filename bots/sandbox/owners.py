"""Who owns a sandbox: a mark in its command line, so that what a dead worker left can be found."""

import contextlib
import os
import shutil
import signal
import tempfile
from pathlib import Path

from bots.sandbox.bwrap import MARK, is_public

_SLOTS = "arena-slots-"


def start_time(pid: int) -> str:
    """Return when a process started; with its id it names a process for good."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]


def own_mark() -> str:
    """Name this process."""
    return f"{MARK}:{os.getpid()}:{start_time(os.getpid())}"


def _owner_is_gone(pid: str, started: str) -> bool:
    try:
        return start_time(int(pid)) != started
    except OSError:
        return True


def _mark_in(cmdline: bytes) -> tuple[str, str] | None:
    for word in cmdline.decode(errors="replace").split("\0"):
        parts = word.split(":")
        if len(parts) == 3 and parts[0] == MARK and parts[1].isdigit() and parts[2].isdigit():
            return parts[1], parts[2]
    return None


def _sweep_process(directory: Path) -> bool:
    mark = _mark_in((directory / "cmdline").read_bytes())
    if mark is None or not _owner_is_gone(*mark):
        return False
    os.kill(int(directory.name), signal.SIGKILL)
    return True


def sweep_processes() -> int:
    """Kill sandboxes whose worker died before they had armed their own end; return how many."""
    count = 0
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit():
            with contextlib.suppress(OSError):
                count += _sweep_process(directory)
    return count


def _temporary() -> Path:
    """Choose where slots lie: the usual place, unless the bots' user cannot get there."""
    usual = Path(tempfile.gettempdir())
    return next((path for path in (usual, Path("/tmp"), Path("/var/tmp")) if is_public(path)), usual)  # noqa: S108


def make_slots() -> Path:
    """Make the directory of this worker's slots: others may pass through, nobody may list it."""
    name = f"{_SLOTS}{os.getpid()}-{start_time(os.getpid())}-"
    directory = Path(tempfile.mkdtemp(prefix=name, dir=_temporary()))
    directory.chmod(0o711)
    return directory


def sweep_slots() -> None:
    """Delete the slots of workers that are gone."""
    for directory in _temporary().glob(f"{_SLOTS}*"):
        words = directory.name.removeprefix(_SLOTS).split("-")
        if len(words) == 3 and words[0].isdigit() and _owner_is_gone(words[0], words[1]):
            shutil.rmtree(directory, ignore_errors=True)
