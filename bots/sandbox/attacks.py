"""Attacks a bot could try, run for real inside a sandbox by its own Python; given to the interpreter as text.

Every attack returns what it achieved, or nothing when it was held. It is told the level, a port and an
abstract socket on which the worker listens, and which of them to run.
"""

# ruff: noqa: PTH108, PTH109, PTH112, PTH118, PTH208, PTH211, S108
# Plain system calls, on purpose.

import contextlib
import ctypes
import errno
import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

_HELD = (errno.EPERM, errno.ENOSYS, errno.EACCES)
_FAMILIES = {
    "unix": 1, "inet": 2, "inet6": 10, "netlink": 16, "packet": 17, "can": 29, "bluetooth": 31, "alg": 38,
    "vsock": 40, "xdp": 44,
}  # fmt: skip
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
_libc = ctypes.CDLL(None, use_errno=True)
_syscall = _libc.syscall
_syscall.restype = ctypes.c_long


def _raw(number: int, *arguments: int) -> tuple[int, int]:
    ctypes.set_errno(0)
    words = [ctypes.c_long(word) for word in (*arguments, *(0,) * (6 - len(arguments)))]
    result = int(_syscall(ctypes.c_long(number), *words))
    return result, ctypes.get_errno()


def _refused(what: str, attempt: Callable[..., Any], *arguments: Any) -> str:
    """Give what was achieved; nothing when the system said no."""
    try:
        attempt(*arguments)
    except OSError:
        return ""
    return what


def _read(path: str) -> bytes:
    fd = os.open(path, os.O_RDONLY)
    try:
        return os.read(fd, 64)
    finally:
        os.close(fd)


def _all(results: "list[str]") -> str:
    return ", ".join(result for result in results if result)


# Files


def read_secrets(_: dict[str, Any]) -> str:
    paths = ("/etc/passwd", "/etc/shadow", "/etc/hosts", "/bot/../../etc/passwd", "/bot/../etc/shadow")
    return _all([_refused(path, _read, path) for path in paths])


def read_machine(_: dict[str, Any]) -> str:
    paths = ("/var/run/docker.sock", "/run/docker.sock", "/sys/kernel/uevent_seqnum", "/boot", "/dev/mem")
    return _all([_refused(path, _read, path) for path in paths])


def list_homes(_: dict[str, Any]) -> str:
    paths = ("/root", "/home", "/var", "/etc", "/srv", "/mnt", "/sys", "/run")
    return _all([_refused(path, os.listdir, path) for path in paths])


def read_proc(_: dict[str, Any]) -> str:
    names = (
        "self/environ", "1/environ", "1/mem", "1/cmdline", "1/maps", "self/mem", "self/mountinfo",
        "self/cgroup",
        "sys/kernel/core_pattern", "sysrq-trigger", "kcore", "keys", "kallsyms", "self/oom_score_adj",
        "self/uid_map", "self/ns/net", "net/tcp", "version", "mounts", "cmdline", "meminfo", "timer_list",
    )  # fmt: skip
    return _all([_refused(name, _read, f"/proc/{name}") for name in names])


def list_the_root(_: dict[str, Any]) -> str:
    expected = {"bin", "bot", "dev", "lib", "lib64", "opt", "tmp", "usr", "etc"}
    found = set(os.listdir("/")) - expected
    etc = set(os.listdir("/etc")) if os.path.isdir("/etc") else set()
    strange = {name for name in etc if not name.startswith("java-")}
    return _all([f"/ has {sorted(found)}" if found else "", f"/etc has {sorted(strange)}" if strange else ""])


def list_local_software(_: dict[str, Any]) -> str:
    return _all([str(os.listdir("/usr/local"))]) if os.listdir("/usr/local") else ""


def write_anywhere(_: dict[str, Any]) -> str:
    directories = ("/", "/bot", "/usr", "/usr/local", "/usr/bin", "/dev", "/etc", "/opt", os.getcwd())
    return _all([_refused(path, os.open, f"{path}/x", os.O_CREAT | os.O_WRONLY) for path in directories])


def change_own_files(_: dict[str, Any]) -> str:
    path = os.path.join(os.getcwd(), "new")
    attempts = [
        _refused("mkdir", os.mkdir, path),
        _refused("chmod", os.chmod, os.getcwd(), 0o777),
        _refused("symlink", os.symlink, "/", path),
    ]
    return _all(attempts)


def follow_a_link_out(settings: dict[str, Any]) -> str:
    if settings["level"] != "full":
        return _refused("a link was made", os.symlink, "/etc/shadow", "/tmp/move.json")
    os.symlink("/etc/shadow", "/tmp/move.json")
    return _refused("read /etc/shadow", _read, "/tmp/move.json")


def _fill(directory: str) -> int:
    """Write files until it is refused; return the bytes that fitted."""
    total = 0
    block = b"x" * (1 << 20)
    with contextlib.suppress(OSError):
        for number in range(200):
            fd = os.open(f"{directory}/fill{number}", os.O_CREAT | os.O_WRONLY)
            try:
                total += os.write(fd, block)
            finally:
                os.close(fd)
    for number in range(200):
        with contextlib.suppress(OSError):
            os.unlink(f"{directory}/fill{number}")
    return total


def fill_tmp(settings: dict[str, Any]) -> str:
    total = _fill("/tmp")
    return f"{total >> 20} MB fitted" if total > settings["tmp_mb"] << 20 else ""


def fill_shared_memory(settings: dict[str, Any]) -> str:
    total = _fill("/dev/shm")
    return f"{total >> 20} MB fitted" if total > settings["tmp_mb"] << 20 else ""


def write_a_huge_file(settings: dict[str, Any]) -> str:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = (settings["file_mb"] << 20) + 1
    try:
        fd = os.open("/tmp/huge", os.O_CREAT | os.O_RDWR)
    except OSError:
        return ""
    try:
        return _refused("a file beyond the limit", os.ftruncate, fd, size)
    finally:
        os.close(fd)
        os.unlink("/tmp/huge")


def make_a_device(_: dict[str, Any]) -> str:
    return _refused("a device", os.mknod, "/tmp/sda", 0o60666, os.makedev(8, 0))


def lock_shared_files(_: dict[str, Any]) -> str:
    """Locks, leases and notes on a shared inode would be a channel between bots."""
    fd = os.open("/usr/bin/env", os.O_RDONLY)
    attempts = [
        _refused("flock", fcntl.flock, fd, fcntl.LOCK_EX | fcntl.LOCK_NB),
        _refused("lock", fcntl.lockf, fd, fcntl.LOCK_SH),
        _refused("lease", fcntl.fcntl, fd, 1024, 0),
        _refused("notify", fcntl.fcntl, fd, 1026, 1),
    ]
    os.close(fd)
    return _all(attempts)


# Network


def open_sockets(_: dict[str, Any]) -> str:
    pairs = [(name, family, kind) for name, family in _FAMILIES.items() for kind in (1, 2, 3)]
    return _all([_refused(name, socket.socket, family, kind) for name, family, kind in pairs])


def connect_to_the_worker(settings: dict[str, Any]) -> str:
    def tcp() -> None:
        socket.create_connection(("127.0.0.1", settings["port"]), timeout=0.5).close()

    def abstract() -> None:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect("\0" + settings["abstract"])

    return _all([_refused("tcp", tcp), _refused("abstract", abstract)])


def make_socket_pairs(_: dict[str, Any]) -> str:
    return _all([_refused(str(family), socket.socketpair, family) for family in (2, 10, 16, 40)])


# The kernel


def call_the_kernel(settings: dict[str, Any]) -> str:
    table = _COMMON_CALLS + (_CALLS if settings["machine"] == "x86_64" else "")
    achieved = []
    for pair in table.split():
        name, number = pair.split("=")
        result, error = _raw(int(number))
        if result >= 0 or error not in _HELD:
            achieved.append(f"{name} ({error})")
    return ", ".join(achieved)


def make_namespaces(settings: dict[str, Any]) -> str:
    if settings["machine"] != "x86_64":
        return ""
    flags = {"user": 0x10000000, "mount": 0x20000, "net": 0x40000000, "pid": 0x20000000, "time": 0x80}
    achieved = [name for name, flag in flags.items() if _raw(272, flag)[0] >= 0]
    for name, flag in flags.items():
        result = _raw(56, flag | signal.SIGCHLD)[0]
        if result == 0:
            os._exit(0)
        achieved += [f"clone {name}"] if result > 0 else []
    return ", ".join(achieved)


def use_clone3(_: dict[str, Any]) -> str:
    arguments = (ctypes.c_uint64 * 11)(*([0] * 4), signal.SIGCHLD)
    result, error = _raw(435, ctypes.addressof(arguments), ctypes.sizeof(arguments))
    if result == 0:
        os._exit(0)
    return "" if result < 0 and error == errno.ENOSYS else f"clone3 ({error})"


def use_x32_calls(settings: dict[str, Any]) -> str:
    result, error = _raw(0x40000000 + 39)
    return "" if settings["machine"] != "x86_64" or (result < 0 and error == errno.ENOSYS) else "x32 getpid"


def become_root(_: dict[str, Any]) -> str:
    achieved = [
        _refused("setuid", os.setuid, 0),
        _refused("setgid", os.setgid, 0),
        _refused("setreuid", os.setreuid, 0, 0),
        _refused("setgroups", os.setgroups, [0]),
    ]
    achieved.append("no_new_privs is off" if _libc.prctl(39, 0, 0, 0, 0) != 1 else "")
    achieved.append("" if os.getuid() and os.geteuid() else "is root")
    return _all(achieved)


def have_capabilities(settings: dict[str, Any]) -> str:
    if settings["machine"] != "x86_64":
        return ""
    bounding = [number for number in range(41) if _libc.prctl(24, number, 0, 0, 0) == 1]
    ambient = [number for number in range(41) if _libc.prctl(47, 1, number, 0, 0) == 1]
    has_some = ambient or (bounding and settings["level"] != "lite")
    return f"bounding {bounding}, ambient {ambient}" if has_some else ""


def inject_terminal_input(_: dict[str, Any]) -> str:
    attempts = [_refused("/dev/tty", os.open, "/dev/tty", os.O_RDWR)]
    for request in (0x5412, 0x541C, 0x5412 | 1 << 32, 0x541C | 1 << 32):  # TIOCSTI, TIOCLINUX, with high bits
        result, error = _raw(16, 0, request, 0)
        attempts.append(f"ioctl {request:#x}" if result >= 0 or error != errno.ENOTTY else "")
    return _all(attempts)


def take_more_processor(_: dict[str, Any]) -> str:
    attempts = [
        _refused("affinity", os.sched_setaffinity, 0, {0, 1}),
        _refused("nice", os.setpriority, os.PRIO_PROCESS, 0, -5),
        _refused("realtime", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)),
    ]
    return _all(attempts)


def raise_limits(_: dict[str, Any]) -> str:
    achieved = []
    for name in ("NOFILE", "NPROC", "FSIZE", "CORE", "CPU", "MEMLOCK"):
        which = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(which)[1]
        if hard == resource.RLIM_INFINITY:
            achieved.append("" if name == "NPROC" else f"{name} is unlimited")
            continue
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(which, (hard + 1, hard + 1))
            achieved.append(name)
    return _all(achieved)


# Others, and what was left lying about


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
    return _refused("memfd", os.memfd_create, "x")


def lock_memory(_: dict[str, Any]) -> str:
    area = mmap.mmap(-1, 8 << 20)
    address = ctypes.addressof(ctypes.c_char.from_buffer(area))
    return "8 MB locked" if _libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(8 << 20)) == 0 else ""


def use_old_system_calls(settings: dict[str, Any]) -> str:
    """int 0x80 is another door into the kernel, whose numbers the filter does not know: it is deadly."""
    if settings["machine"] != "x86_64":
        return ""
    area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    area.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # getpid of the 32-bit world
    address = ctypes.addressof(ctypes.c_char.from_buffer(area))
    return f"int 0x80 gave {ctypes.CFUNCTYPE(ctypes.c_int)(address)()}"


ATTACKS: tuple[Callable[[dict[str, Any]], str], ...] = (
    read_secrets, read_machine, list_homes, read_proc, list_the_root, list_local_software, write_anywhere,
    change_own_files, follow_a_link_out, fill_tmp, fill_shared_memory, write_a_huge_file, make_a_device,
    lock_shared_files, open_sockets, connect_to_the_worker, make_socket_pairs, call_the_kernel,
    make_namespaces, use_clone3, use_x32_calls, become_root, have_capabilities, inject_terminal_input,
    take_more_processor, raise_limits, find_other_processes, kill_process_one, find_descriptors,
    read_the_environment, learn_the_host_name, open_many_files, start_many_threads, fork_many,
    hide_memory_in_files, lock_memory, use_old_system_calls,
)  # fmt: skip
NEED_WALLS = frozenset({"list_the_root", "list_local_software", "learn_the_host_name"})  # not held at `lite`


def main() -> None:
    """Run the attacks named, one line of result each; the last may be the end of this process."""
    settings = json.loads(sys.argv[1])
    for attack in ATTACKS:
        if attack.__name__ in settings["attacks"]:
            try:
                detail = attack(settings)
            except BaseException as error:  # noqa: BLE001 - an attack that breaks proves nothing, and says so
                detail = f"the attack itself failed: {error!r}"
            sys.stdout.write(json.dumps([attack.__name__, detail]) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
