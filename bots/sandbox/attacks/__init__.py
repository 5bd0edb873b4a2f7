"""Attacks a bot could try, run for real inside a sandbox by its own Python.

Every attack returns what it achieved, or nothing when it was held. It is told the level, a port and an
abstract socket on which the worker listens, and which of them to run. The modules are given to the
interpreter as one text, so they import nothing but the standard library and each other, in one line each.
"""

import re
from functools import cache
from importlib import resources

from bots.sandbox.attacks.run import ATTACKS, NEED_WALLS

__all__ = ["ATTACKS", "NEED_WALLS", "script"]
_PARTS = ("attempts", "files", "kernel", "bystanders", "run")
_OURS = re.compile(r"^from bots\..*$", re.MULTILINE)


@cache
def script() -> str:
    """Give the attacks as one text."""
    here = resources.files("bots.sandbox.attacks")
    return "\n".join(_OURS.sub("", here.joinpath(f"{part}.py").read_text()) for part in _PARTS)
