"""The weaker level for containers that forbid namespaces: Landlock, a stricter filter, one process.

A bot can still learn which paths exist (not what is in them), and its children are forbidden instead of
contained.
"""

import json
from collections.abc import Sequence
from importlib import resources

from bots.program import BOT_DIRECTORY, Program
from bots.sandbox import seccomp
from bots.sandbox.bwrap import SIGNALS
from bots.sandbox.limits import MEGABYTE, Limits

_PID_TO_COME = 0x7EADBEEF  # the shim writes its own process id in its place
_PYTHON = "/usr/bin/python3"


def _real_paths(program: Program, command: Sequence[str]) -> list[str]:
    """Without namespaces the bot sees the machine's own paths."""
    targets = {BOT_DIRECTORY: str(program.directory)} | {
        bind.target: str(bind.source) for bind in program.binds
    }
    for target, source in targets.items():
        command = [
            source + word[len(target) :] if word == target or word.startswith(f"{target}/") else word
            for word in command
        ]
    return list(command)


def command_line(
    program: Program, limits: Limits, mark: str, parent: int, python: str = _PYTHON, *, counted: bool
) -> list[str]:
    """Write the command of the shim, which waits at the gate, locks itself in and becomes the bot."""
    policy = seccomp.Policy(counted=False, alone_as=_PID_TO_COME)
    settings = {
        "mark": mark,
        "parent": parent,
        "filter": seccomp.program(policy).hex(),
        "pid_to_come": _PID_TO_COME,
        "directory": str(program.directory),
        "readable": [str(bind.source) for bind in program.binds],
        "environment": {"PATH": "/usr/bin", "LANG": "C.UTF-8", **program.environment},
        "open_files": limits.open_files,
        "signals": SIGNALS,
        "cpu_s": limits.cpu_s + 1,
        "data_bytes": 0 if counted else limits.memory_mb * MEGABYTE * max(2, limits.address_factor // 2),
        "address_bytes": 0 if counted else limits.memory_mb * MEGABYTE * limits.address_factor,
    }
    source = resources.files("bots.sandbox").joinpath("lite_shim.py").read_text()
    command = _real_paths(program, limits.fill(program.command))
    return [python, "-I", "-S", "-c", source, json.dumps(settings), *command]
