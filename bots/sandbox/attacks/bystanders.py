"""Attacks on other processes, on what was left lying about, and on what others need."""

import contextlib
import ctypes
import mmap
import os
import resource
import signal
import threading
import time
from typing import Any

from bots.sandbox.attacks.attempts import joined, libc, unless_refused

_QUIET = [(os.POSIX_SPAWN_OPEN, fd, "/dev/null", os.O_RDWR, 0) for fd in (0, 1, 2)]


def _signal_reaches(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def find_other_processes(_: dict[str, Any]) -> str:
    known = {1, os.getpid()}
    seen = [pid for pid in range(1, 3000) if pid not in known and _signal_reaches(pid)]
    parent = os.getppid()
    if parent > 1 and _signal_reaches(parent):
        seen.append(parent)
    return f"sees {seen[:10]}" if seen else ""


def kill_process_one(_: dict[str, Any]) -> str:
    with contextlib.suppress(OSError):
        os.kill(1, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(0.01)
    return ""  # had it worked nobody could say so


def find_descriptors(_: dict[str, Any]) -> str:
    found = []
    for fd in range(3, 4096):
        with contextlib.suppress(OSError):
            os.fstat(fd)
            found.append(fd)
    return f"descriptors {found}" if found else ""


def read_the_environment(_: dict[str, Any]) -> str:
    known = "PATH HOME LANG LC_CTYPE PWD PYTHONHASHSEED PYTHONDONTWRITEBYTECODE PYTHONHOME LD_LIBRARY_PATH"
    strange = sorted(set(os.environ) - set(known.split()))
    return f"sees {strange}" if strange else ""


def learn_the_host_name(_: dict[str, Any]) -> str:
    return f"it is {os.uname().nodename}" if os.uname().nodename != "bot" else ""


def open_many_files(settings: dict[str, Any]) -> str:
    opened: list[int] = []
    with contextlib.suppress(OSError):
        while len(opened) < 5000:
            opened.append(os.dup(0))
    for fd in opened:
        os.close(fd)
    return f"{len(opened)} descriptors" if len(opened) > settings["open_files"] else ""


def start_many_threads(settings: dict[str, Any]) -> str:
    stop, count = threading.Event(), 0
    threads = []
    with contextlib.suppress(RuntimeError):
        while count < 2000:
            thread = threading.Thread(target=stop.wait, args=(20,))
            thread.start()
            threads.append(thread)
            count += 1
    stop.set()
    for thread in threads:
        thread.join()
    return f"{count} threads" if count > settings["processes"] + 1 else ""


def fork_many(settings: dict[str, Any]) -> str:
    children: list[int] = []
    with contextlib.suppress(OSError):
        while len(children) < 2000:
            pid = os.fork()
            if pid == 0:
                signal.pause()
            children.append(pid)
    for pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return f"{len(children)} children" if len(children) > settings["processes"] + 1 else ""


def hide_memory_in_files(settings: dict[str, Any]) -> str:
    """Without a cgroup, memory behind a descriptor would count for nobody."""
    if settings["counted"] and settings["level"] != "lite":
        return ""
    return unless_refused("memfd", os.memfd_create, "x")


def limit_others(_: dict[str, Any]) -> str:
    attempts = [
        unless_refused(f"process {pid}", resource.prlimit, pid, resource.RLIMIT_NOFILE, (3, 3))
        for pid in {1, os.getppid()} - {0}
    ]
    return joined(attempts)


def _succeeds(command: list[str]) -> bool:
    try:
        pid = os.posix_spawn(command[0], command, {}, file_actions=_QUIET)
    except OSError:
        return False
    return os.waitpid(pid, 0)[1] == 0


def run_privileged_programs(_: dict[str, Any]) -> str:
    """Programs that are root for everybody, or make one's own world."""
    words = (
        "su -c true", "sudo -n true", "newgrp root", "chsh -s /bin/sh", "mount -t tmpfs none /tmp/new",
        "chroot / true", "unshare -r true", "unshare -n true", "nsenter -t 1 -m true",
        "bwrap --ro-bind / / true",
    )  # fmt: skip
    with contextlib.suppress(OSError):
        os.mkdir("/tmp/new")  # noqa: PTH102, S108
    return joined([word if _succeeds(["/usr/bin/env", *word.split()]) else "" for word in words])


def dump_core(_: dict[str, Any]) -> str:
    try:
        pid = os.fork()
    except OSError:
        return ""
    if pid == 0:
        os.abort()
    return "a core was dumped" if os.WCOREDUMP(os.waitpid(pid, 0)[1]) else ""


def lock_memory(_: dict[str, Any]) -> str:
    area = mmap.mmap(-1, 1 << 20)
    address = ctypes.addressof(ctypes.c_char.from_buffer(area))
    return "1 MB locked" if libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(1 << 20)) == 0 else ""


# Threads come last: what they reserved stays with the process.
ON_BYSTANDERS = (
    find_other_processes, kill_process_one, find_descriptors, read_the_environment, learn_the_host_name,
    open_many_files, hide_memory_in_files, lock_memory, limit_others, run_privileged_programs, dump_core,
    fork_many, start_many_threads,
)  # fmt: skip
