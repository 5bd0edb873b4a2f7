"""How an attack is tried and what it achieved; the first part of the script."""

import ctypes
import os
from collections.abc import Callable
from typing import Any

libc = ctypes.CDLL(None, use_errno=True)
_syscall = libc.syscall
_syscall.restype = ctypes.c_long


def raw_call(number: int, *arguments: int) -> tuple[int, int]:
    """Make a system call by its number; give its result and the error."""
    ctypes.set_errno(0)
    words = [ctypes.c_long(word) for word in (*arguments, *(0,) * (6 - len(arguments)))]
    result = int(_syscall(ctypes.c_long(number), *words))
    return result, ctypes.get_errno()


def unless_refused(what: str, attempt: Callable[..., Any], *arguments: Any) -> str:
    """Give what was achieved; nothing when the system said no."""
    try:
        attempt(*arguments)
    except OSError:
        return ""
    return what


def read_some(path: str) -> bytes:
    """Read the beginning of a file."""
    fd = os.open(path, os.O_RDONLY)
    try:
        return os.read(fd, 64)
    finally:
        os.close(fd)


def joined(results: list[str]) -> str:
    """Put together what several attempts achieved."""
    return ", ".join(result for result in results if result)
