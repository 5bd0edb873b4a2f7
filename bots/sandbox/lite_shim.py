"""Run by the system's Python in the bot's place: lock this process in, then become the bot.

Given to the interpreter as text, so it imports nothing of the project and writes to no standard stream but
the gate.
"""

import ctypes
import json
import os
import resource
import struct
import sys
from typing import Any

_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_READ = _EXECUTE | _READ_FILE | _READ_DIR

_libc = ctypes.CDLL(None, use_errno=True)


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def _call(number: int, *arguments: Any) -> int:
    result = int(_libc.syscall(number, *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock refused")
    return result


def _wait_at_gate() -> None:
    os.write(1, b"\n")
    word = b""
    while not word.endswith(b"\n"):
        byte = os.read(0, 1)  # one at a time: what follows belongs to the bot
        if not byte:
            os._exit(125)
        word += byte
    if word != b"go\n":
        os._exit(125)


def _die_with(parent: int) -> None:
    _libc.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)
    if os.getppid() != parent:  # it died before the line above
        os._exit(125)


def _limit(settings: dict[str, Any]) -> None:
    limits = {
        resource.RLIMIT_NOFILE: settings["open_files"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CPU: settings["cpu_s"],
        resource.RLIMIT_MEMLOCK: 65536,
        resource.RLIMIT_SIGPENDING: settings["signals"],
    }
    for which, value in limits.items():
        resource.setrlimit(which, (value, value))


def _rights(version: int) -> tuple[int, bytes]:
    """Give every right this kernel's Landlock knows, to forbid all that is not given back."""
    files = (1 << 13) - 1
    for since, right in ((2, 1 << 13), (3, 1 << 14), (5, 1 << 15)):
        files |= right if version >= since else 0
    words = (files, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    return files, struct.pack("<QQQ", *words)[: 8 if version < 4 else 16 if version < 6 else 24]


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH)
    except OSError:
        return
    _call(_ADD_RULE, ruleset, 1, struct.pack("<Qi", rights, fd), 0)
    os.close(fd)


def _restrict_files(settings: dict[str, Any]) -> None:
    version = _call(_CREATE_RULESET, None, 0, 1)
    _, attributes = _rights(version)
    ruleset = _call(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    for path in ("/usr", "/etc/alternatives", settings["directory"]):
        _allow(ruleset, path, _READ)
    for path in settings["readable"]:
        _allow(ruleset, path, _READ if os.path.isdir(path) else _READ_FILE)  # noqa: PTH112
    for name in ("null", "zero", "full", "random", "urandom"):
        _allow(ruleset, f"/dev/{name}", _READ_FILE | _WRITE_FILE)
    for path in ("/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf"):
        _allow(ruleset, path, _READ_FILE)
    _call(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _restrict_calls(settings: dict[str, Any]) -> None:
    marker = struct.pack("<I", settings["pid_to_come"])
    code = bytes.fromhex(settings["filter"]).replace(marker, struct.pack("<I", os.getpid()))
    for which, key in ((resource.RLIMIT_AS, "address_bytes"), (resource.RLIMIT_DATA, "data_bytes")):
        if settings[key]:
            resource.setrlimit(which, (settings[key], settings[key]))
    program = _Filter(len(code) // 8, code)
    if _libc.prctl(_PR_SET_SECCOMP, 2, ctypes.byref(program), 0, 0) != 0:
        os._exit(126)


def main() -> None:
    """Lock in and become the program."""
    settings, command = json.loads(sys.argv[1]), sys.argv[2:]
    _die_with(settings["parent"])
    _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _limit(settings)
    _restrict_files(settings)
    os.chdir(settings["directory"])
    _wait_at_gate()
    _restrict_calls(settings)
    os.execve(command[0], command, settings["environment"])  # noqa: S606


if __name__ == "__main__":
    main()
