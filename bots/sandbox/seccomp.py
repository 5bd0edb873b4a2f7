"""The system calls a bot may make, as a classic BPF program.

The filter is an allowlist. What is not on it does not exist for the bot (ENOSYS, so that a C library falls
back to something older); what would ask for privileges is refused (EPERM). A few calls are judged by an
argument. Of an argument only the low 32 bits are compared, because the kernel uses no more of it either.
"""

import errno
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from bots.errors import SandboxError
from bots.sandbox.syscalls import AUDIT_ARCHES, TABLES, machine

_LOAD, _RETURN = 0x20, 0x06
_IF_EQUAL, _IF_GREATER, _IF_AT_LEAST, _IF_ANY_BIT = 0x15, 0x25, 0x35, 0x45
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, (16, 24, 32)
_ALLOW, _KILL_PROCESS = 0x7FFF0000, 0x80000000
_X32_BIT = 0x40000000


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ALLOWED = _words("""
    read write open close stat fstat lstat poll lseek mmap mprotect munmap brk rt_sigaction
    rt_sigprocmask rt_sigreturn pread64 pwrite64 readv writev access pipe select sched_yield mremap
    msync mincore madvise dup dup2 pause nanosleep getitimer alarm setitimer getpid sendfile sendto
    recvfrom recvmsg shutdown getsockname getpeername setsockopt getsockopt fork vfork execve
    exit wait4 kill uname fsync fdatasync truncate ftruncate getdents getcwd chdir fchdir rename mkdir
    rmdir creat link unlink symlink readlink chmod fchmod chown fchown lchown fchownat umask
    gettimeofday getrlimit getrusage sysinfo times getuid getgid geteuid getegid setpgid getppid getpgrp
    setsid getgroups getresuid getresgid getpgid getsid rt_sigpending rt_sigtimedwait rt_sigqueueinfo
    rt_sigsuspend sigaltstack statfs fstatfs getpriority sched_getparam sched_getscheduler
    sched_get_priority_max sched_get_priority_min sched_rr_get_interval mlock munlock arch_prctl
    setrlimit gettid tkill time futex sched_getaffinity set_thread_area get_thread_area epoll_create
    getdents64 set_tid_address restart_syscall fadvise64 timer_create timer_settime timer_gettime
    timer_getoverrun timer_delete clock_gettime clock_getres clock_nanosleep exit_group epoll_wait
    epoll_ctl tgkill waitid openat mkdirat newfstatat unlinkat renameat linkat symlinkat
    readlinkat fchmodat faccessat pselect6 ppoll set_robust_list get_robust_list epoll_pwait
    signalfd timerfd_create eventfd fallocate timerfd_settime timerfd_gettime signalfd4 eventfd2
    epoll_create1 dup3 pipe2 preadv pwritev getcpu renameat2 getrandom memfd_create membarrier
    mlock2 copy_file_range preadv2 pwritev2 pkey_mprotect pkey_alloc pkey_free statx rseq close_range
    openat2 faccessat2 epoll_pwait2 futex_waitv cachestat fchmodat2 map_shadow_stack futex_wake
    futex_wait futex_requeue mseal sched_getattr
""")
_REFUSED = _words("""
    setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset mount umount2
    chroot pivot_root ptrace sched_setaffinity setpriority sched_setscheduler sched_setparam
    sched_setattr flock unshare setns sethostname keyctl add_key request_key
    utime utimes utimensat
""")
# Changes to a file system, which Landlock cannot always refuse: there is nothing a bot may write without
# namespaces.
_CHANGES_FILES = _words("""
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat truncate link
    symlink rename mkdir rmdir unlink getpriority statfs
""")
_HIDES_MEMORY = _words("memfd_create setsockopt")  # in files without a name, in buffers of any size
_REACHES_OTHERS = _words("kill tgkill tkill rt_sigqueueinfo setsid setpgid")
# TCGETS TIOCGWINSZ FIONREAD FIONBIO FIONCLEX FIOCLEX TIOCGPGRP
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x540F)
# F_DUPFD GETFD SETFD GETFL SETFL DUPFD_CLOEXEC GETPIPE_SZ ADD_SEALS GET_SEALS. Not locks, leases, notes and
# hints, which on a shared inode are a channel between bots, nor longer pipes.
_FCNTLS = (0, 1, 2, 3, 4, 1030, 1032, 1033, 1034)
# SET_PDEATHSIG GET_PDEATHSIG GET_DUMPABLE SET_DUMPABLE SET_NAME GET_NAME GET_SECCOMP CAPBSET_READ
# SET_TIMERSLACK GET_TIMERSLACK SET_NO_NEW_PRIVS GET_NO_NEW_PRIVS SET_THP_DISABLE GET_THP_DISABLE SET_VMA. Not
# the scheduling of cores, which would keep the neighbours from theirs.
_PRCTLS = (1, 2, 3, 4, 15, 16, 21, 23, 29, 30, 38, 39, 41, 42, 0x53564D41)
# CLONE_NEWTIME NEWNS NEWCGROUP NEWUTS NEWIPC NEWUSER NEWPID NEWNET
_CLONE_NAMESPACES = 0x80 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000
_CLONE_THREAD = 0x10000
_AF_UNIX = 1

_Instruction = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Policy:
    """How much is allowed beyond the common list."""

    counted: bool = True  # by a cgroup: the memory behind files and sockets, too
    alone_as: int | None = None  # without namespaces: no other process, signals to this process id only


def _fail(number: int) -> int:
    return 0x00050000 | number


def _return(value: int) -> _Instruction:
    return (_RETURN, 0, 0, value)


def _load(offset: int) -> _Instruction:
    return (_LOAD, 0, 0, offset)


def _on(test: int, value: int, action: int) -> list[_Instruction]:
    """Return `action` when the loaded word passes the test, else go on."""
    return [(test, 0, 1, value), _return(action)]


def _by_argument(index: int, cases: Iterable[list[_Instruction]], otherwise: int) -> list[_Instruction]:
    body = [_load(_ARGUMENTS[index])]
    for case in cases:
        body += case
    return [*body, _return(otherwise)]


def _clone_body(policy: Policy) -> list[_Instruction]:
    cases = [_on(_IF_ANY_BIT, _CLONE_NAMESPACES, _fail(errno.EPERM))]
    if policy.alone_as is None:
        return _by_argument(0, cases, _ALLOW)
    cases.append(_on(_IF_ANY_BIT, _CLONE_THREAD, _ALLOW))
    return _by_argument(0, cases, _fail(errno.EPERM))


def _alone_bodies(pid: int) -> dict[str, list[_Instruction]]:
    itself = _on(_IF_EQUAL, pid, _ALLOW)
    refused = _fail(errno.EPERM)
    return {
        "kill": _by_argument(0, [itself], refused),
        "tgkill": _by_argument(0, [itself], refused),
        "prlimit64": _by_argument(0, [_on(_IF_EQUAL, 0, _ALLOW), itself], refused),
        "tkill": [_return(refused)],
        "rt_sigqueueinfo": [_return(refused)],
        "pidfd_send_signal": [_return(refused)],
    }


def _judged(policy: Policy) -> dict[str, list[_Instruction]]:
    """Give the calls that are more than allowed or unknown, each with the code that decides."""
    refused, no_family = _fail(errno.EPERM), _fail(errno.EAFNOSUPPORT)
    bodies = {
        # The arguments of clone3 lie in memory, out of a filter's sight: the C library falls back to clone.
        "clone3": [_return(_fail(errno.ENOSYS))],
        "clone": _clone_body(policy),
        "ioctl": _by_argument(1, [_on(_IF_EQUAL, x, _ALLOW) for x in _IOCTLS], _fail(errno.ENOTTY)),
        "fcntl": _by_argument(1, [_on(_IF_EQUAL, x, _ALLOW) for x in _FCNTLS], refused),
        "prctl": _by_argument(0, [_on(_IF_EQUAL, x, _ALLOW) for x in _PRCTLS], refused),
        "prlimit64": _by_argument(0, [_on(_IF_EQUAL, 0, _ALLOW)], refused),  # its own limits, not process 1's
        "socketpair": _by_argument(0, [_on(_IF_EQUAL, _AF_UNIX, _ALLOW)], no_family),
        "socket": [_return(no_family)],  # every family: not all of them are namespaced
    }
    bodies |= {name: [_return(refused)] for name in _REFUSED}
    if policy.alone_as is not None:
        bodies |= _alone_bodies(policy.alone_as)
    return bodies


def _ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _allowed(policy: Policy) -> frozenset[str]:
    names = _ALLOWED if policy.counted else _ALLOWED - _HIDES_MEMORY
    if policy.alone_as is not None:
        names = names - _CHANGES_FILES - _REACHES_OTHERS - {"fork", "vfork"}
    return names


def _allow_range(first: int, last: int) -> list[_Instruction]:
    return [(_IF_AT_LEAST, 0, 2, first), (_IF_GREATER, 1, 0, last), _return(_ALLOW)]


def instructions(policy: Policy, arch: str) -> list[_Instruction]:
    """Write the filter for one kind of machine."""
    numbers = TABLES[arch]
    code = [_load(_ARCH), (_IF_EQUAL, 1, 0, AUDIT_ARCHES[arch]), _return(_KILL_PROCESS), _load(_NUMBER)]
    code += _on(_IF_AT_LEAST, _X32_BIT, _fail(errno.ENOSYS))
    for name, body in _judged(policy).items():
        if name in numbers:
            code += [(_IF_EQUAL, 0, len(body), numbers[name]), *body]
    for first, last in _ranges(numbers[name] for name in _allowed(policy) if name in numbers):
        code += _allow_range(first, last)
    return [*code, _return(_fail(errno.ENOSYS))]


@cache
def program(policy: Policy) -> bytes:
    """Assemble the filter for this machine."""
    if machine() not in TABLES:
        raise SandboxError(f"no system call filter for {machine()} machines; x86_64 and aarch64 have one")
    code = instructions(policy, machine())
    return b"".join(struct.pack("<HBBI", op, yes, no, value & 0xFFFFFFFF) for op, yes, no, value in code)
