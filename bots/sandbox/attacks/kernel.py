"""Attacks on the kernel: forbidden calls, other doors, privileges, limits."""

import contextlib
import ctypes
import errno
import mmap
import os
import resource
import signal
from typing import Any

from bots.sandbox.attacks.attempts import joined, libc, raw_call, unless_refused

_HELD = (errno.EPERM, errno.ENOSYS, errno.EACCES)
_CALLS = """
    ptrace=101 process_vm_readv=310 process_vm_writev=311 mount=165 umount2=166 pivot_root=155 chroot=161
    setns=308 bpf=321 perf_event_open=298 userfaultfd=323 keyctl=250 add_key=248 request_key=249
    kexec_load=246 init_module=175 finit_module=313 delete_module=176 open_by_handle_at=304
    name_to_handle_at=303 clock_settime=227 settimeofday=164 adjtimex=159 mknod=133 mknodat=259 shmget=29
    semget=64 msgget=68 mq_open=240 kcmp=312 reboot=169 swapon=167 quotactl=179 acct=163 ioperm=173 iopl=172
    syslog=103 sethostname=170 setdomainname=171 fanotify_init=300 inotify_init1=294 vhangup=153 splice=275
    tee=276 vmsplice=278 sync=162 syncfs=306 personality=135 modify_ldt=154 migrate_pages=256 move_pages=279
    io_setup=206 lookup_dcookie=212 remap_file_pages=216 seccomp=317 nfsservctl=180
"""
_COMMON_CALLS = """
    io_uring_setup=425 pidfd_send_signal=424 pidfd_open=434 pidfd_getfd=438 memfd_secret=447 open_tree=428
    move_mount=429 fsopen=430 fspick=433 mount_setattr=442 process_madvise=440 landlock_create_ruleset=444
    quotactl_fd=443 no_such_call=9999
"""


def call_the_kernel(settings: dict[str, Any]) -> str:
    table = _COMMON_CALLS + (_CALLS if settings["machine"] == "x86_64" else "")
    achieved = []
    for pair in table.split():
        name, number = pair.split("=")
        result, error = raw_call(int(number))
        if result >= 0 or error not in _HELD:
            achieved.append(f"{name} ({error})")
    return ", ".join(achieved)


def make_namespaces(settings: dict[str, Any]) -> str:
    if settings["machine"] != "x86_64":
        return ""
    flags = {"user": 0x10000000, "mount": 0x20000, "net": 0x40000000, "pid": 0x20000000, "time": 0x80}
    achieved = [name for name, flag in flags.items() if raw_call(272, flag)[0] >= 0]
    for name, flag in flags.items():
        result = raw_call(56, flag | signal.SIGCHLD)[0]
        if result == 0:
            os._exit(0)
        achieved += [f"clone {name}"] if result > 0 else []
    return ", ".join(achieved)


def use_clone3(_: dict[str, Any]) -> str:
    arguments = (ctypes.c_uint64 * 11)(*([0] * 4), signal.SIGCHLD)
    result, error = raw_call(435, ctypes.addressof(arguments), ctypes.sizeof(arguments))
    if result == 0:
        os._exit(0)
    return "" if result < 0 and error == errno.ENOSYS else f"clone3 ({error})"


def use_x32_calls(settings: dict[str, Any]) -> str:
    result, error = raw_call(0x40000000 + 39)
    return "" if settings["machine"] != "x86_64" or (result < 0 and error == errno.ENOSYS) else "x32 getpid"


def become_root(_: dict[str, Any]) -> str:
    achieved = [
        unless_refused("setuid", os.setuid, 0),
        unless_refused("setgid", os.setgid, 0),
        unless_refused("setreuid", os.setreuid, 0, 0),
        unless_refused("setgroups", os.setgroups, [0]),
    ]
    achieved.append("no_new_privs is off" if libc.prctl(39, 0, 0, 0, 0) != 1 else "")
    achieved.append("" if os.getuid() and os.geteuid() else "is root")
    return joined(achieved)


def have_capabilities(settings: dict[str, Any]) -> str:
    if settings["machine"] != "x86_64":
        return ""
    bounding = [number for number in range(41) if libc.prctl(23, number, 0, 0, 0) == 1]
    ambient = [number for number in range(41) if libc.prctl(47, 1, number, 0, 0) == 1]
    has_some = ambient or (bounding and settings["level"] != "lite")
    return f"bounding {bounding}, ambient {ambient}" if has_some else ""


def inject_terminal_input(_: dict[str, Any]) -> str:
    attempts = [unless_refused("/dev/tty", os.open, "/dev/tty", os.O_RDWR)]
    for request in (0x5412, 0x541C, 0x5412 | 1 << 32, 0x541C | 1 << 32):  # TIOCSTI, TIOCLINUX, with high bits
        result, error = raw_call(16, 0, request, 0)
        attempts.append(f"ioctl {request:#x}" if result >= 0 or error != errno.ENOTTY else "")
    return joined(attempts)


def take_more_processor(_: dict[str, Any]) -> str:
    attempts = [
        unless_refused("affinity", os.sched_setaffinity, 0, {0, 1}),
        unless_refused("nice", os.setpriority, os.PRIO_PROCESS, 0, -5),
        unless_refused("realtime", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)),
    ]
    return joined(attempts)


def change_how_it_is_scheduled(_: dict[str, Any]) -> str:
    """A cookie of its own would keep all others from the other half of its core."""
    requests = {
        "core cookie": (62, 1, 0, 0, 0), "io flusher": (57, 1), "no clock": (26, 2), "memory map": (35, 1, 0),
        "own system calls": (59, 1, 0, 0, 0), "speculation": (53, 0, 2), "machine checks": (33, 1, 1),
    }  # fmt: skip
    words = {name: [ctypes.c_ulong(word) for word in request] for name, request in requests.items()}
    return joined([name if libc.prctl(*request) >= 0 else "" for name, request in words.items()])


def queue_signals(_: dict[str, Any]) -> str:
    """Signals that wait, and timers, are taken from an allowance of the user: that of all bots."""
    timer, count = ctypes.c_int(), 0
    while count < 1000 and libc.timer_create(1, None, ctypes.byref(timer)) == 0:
        count += 1
    signal.pthread_sigmask(signal.SIG_BLOCK, [40])
    while count < 2000 and libc.sigqueue(os.getpid(), 40, None) == 0:
        count += 1
    return f"{count} are waiting" if count > 300 else ""


def raise_limits(_: dict[str, Any]) -> str:
    achieved = []
    for name in ("NOFILE", "NPROC", "FSIZE", "CORE", "CPU", "MEMLOCK", "SIGPENDING"):
        which = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(which)[1]
        if hard == resource.RLIM_INFINITY:
            achieved.append("" if name == "NPROC" else f"{name} is unlimited")
            continue
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(which, (hard + 1, hard + 1))
            achieved.append(name)
    return joined(achieved)


def use_old_system_calls(settings: dict[str, Any]) -> str:
    """int 0x80 is another door into the kernel, whose numbers the filter does not know: it is deadly."""
    if settings["machine"] != "x86_64":
        return ""
    area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    area.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # getpid of the 32-bit world
    address = ctypes.addressof(ctypes.c_char.from_buffer(area))
    return f"int 0x80 gave {ctypes.CFUNCTYPE(ctypes.c_int)(address)()}"


ON_THE_KERNEL = (
    call_the_kernel, make_namespaces, use_clone3, use_x32_calls, become_root, have_capabilities,
    inject_terminal_input, take_more_processor, change_how_it_is_scheduled, queue_signals, raise_limits,
    use_old_system_calls,
)  # fmt: skip
