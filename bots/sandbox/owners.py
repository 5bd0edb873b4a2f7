"""Who owns a sandbox: a mark in its command line, so that what a dead worker left can be found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib import resources
from pathlib import Path
from secrets import token_hex

from bots.sandbox.bwrap import is_public
from bots.sandbox.guard import MARK, is_gone, namespace, start_time

_SLOTS = "arena-slots-"


def own_mark() -> str:
    """Name this process."""
    return f"{MARK}:{os.getpid()}:{start_time(os.getpid())}:{namespace()}"


class Guard:
    """The process that clears away after us, should we end without closing our sandboxes."""

    def __init__(self, slots: Path) -> None:
        source = resources.files("bots.sandbox").joinpath("guard.py").read_text()
        words = (str(os.getpid()), start_time(os.getpid()), str(slots))
        # In a session of its own: it must outlive us, also when our whole group is killed.
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", source, *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={}, cwd="/", start_new_session=True,
        )  # fmt: skip

    def dismiss(self) -> None:
        """End it: nothing is left to clear away."""
        self._process.kill()
        self._process.wait()


def _temporary() -> Path:
    """Choose where slots lie: the usual place, unless the bots' user cannot get there."""
    usual = Path(tempfile.gettempdir())
    return next((path for path in (usual, Path("/tmp"), Path("/var/tmp")) if is_public(path)), usual)  # noqa: S108


def guarded_slots() -> tuple[Path, Guard]:
    """Make the directory of this worker's slots, and start who removes it should the worker not."""
    directory = _temporary() / (
        f"{_SLOTS}{os.getpid()}-{start_time(os.getpid())}-{namespace()}-{token_hex(8)}"
    )
    watch = Guard(directory)  # first: whenever we end, somebody removes what there is
    try:
        directory.mkdir(mode=0o711)
        directory.chmod(0o711)  # others may pass through, nobody may list it
    except BaseException:
        watch.dismiss()
        shutil.rmtree(directory, ignore_errors=True)
        raise
    return directory, watch


def sweep_slots() -> None:
    """Delete the slots of workers that are gone."""
    for directory in _temporary().glob(f"{_SLOTS}*"):
        words = directory.name.removeprefix(_SLOTS).split("-")
        ours = len(words) == 4 and words[0].isdigit() and words[2] == namespace()
        if ours and is_gone(words[0], words[1]):
            shutil.rmtree(directory, ignore_errors=True)
