"""Attacks on files and over the network."""

# ruff: noqa: PTH108, PTH109, PTH112, PTH118, PTH208, PTH211, S108
# Plain system calls, on purpose.

import contextlib
import fcntl
import os
import signal
import socket
from typing import Any

from bots.sandbox.attacks.attempts import joined, read_some, unless_refused

_FAMILIES = {
    "unix": 1, "inet": 2, "inet6": 10, "netlink": 16, "packet": 17, "can": 29, "bluetooth": 31, "alg": 38,
    "vsock": 40, "xdp": 44,
}  # fmt: skip


def read_secrets(_: dict[str, Any]) -> str:
    paths = ("/etc/passwd", "/etc/shadow", "/etc/hosts", "/bot/../../etc/passwd", "/bot/../etc/shadow")
    return joined([unless_refused(path, read_some, path) for path in paths])


def read_machine(_: dict[str, Any]) -> str:
    paths = ("/var/run/docker.sock", "/run/docker.sock", "/sys/kernel/uevent_seqnum", "/boot", "/dev/mem")
    return joined([unless_refused(path, read_some, path) for path in paths])


def list_homes(_: dict[str, Any]) -> str:
    paths = ("/root", "/home", "/var", "/etc", "/srv", "/mnt", "/sys", "/run")
    return joined([unless_refused(path, os.listdir, path) for path in paths])


def read_proc(_: dict[str, Any]) -> str:
    names = (
        "self/environ", "1/environ", "1/mem", "1/cmdline", "1/maps", "self/mem", "self/mountinfo",
        "self/cgroup",
        "sys/kernel/core_pattern", "sysrq-trigger", "kcore", "keys", "kallsyms", "self/oom_score_adj",
        "self/uid_map", "self/ns/net", "net/tcp", "version", "mounts", "cmdline", "meminfo", "timer_list",
    )  # fmt: skip
    return joined([unless_refused(name, read_some, f"/proc/{name}") for name in names])


def list_the_root(_: dict[str, Any]) -> str:
    expected = {"bin", "bot", "dev", "lib", "lib64", "opt", "tmp", "usr", "etc"}
    found = set(os.listdir("/")) - expected
    etc = set(os.listdir("/etc")) if os.path.isdir("/etc") else set()
    strange = {name for name in etc if not name.startswith("java-")}
    return joined(
        [f"/ has {sorted(found)}" if found else "", f"/etc has {sorted(strange)}" if strange else ""]
    )


def list_local_software(_: dict[str, Any]) -> str:
    return joined([str(os.listdir("/usr/local"))]) if os.listdir("/usr/local") else ""


def write_anywhere(_: dict[str, Any]) -> str:
    directories = ("/", "/bot", "/usr", "/usr/local", "/usr/bin", "/dev", "/etc", "/opt", os.getcwd())
    return joined(
        [unless_refused(path, os.open, f"{path}/x", os.O_CREAT | os.O_WRONLY) for path in directories]
    )


def change_own_files(_: dict[str, Any]) -> str:
    path = os.path.join(os.getcwd(), "new")
    attempts = [
        unless_refused("mkdir", os.mkdir, path),
        unless_refused("chmod", os.chmod, os.getcwd(), 0o777),
        unless_refused("symlink", os.symlink, "/", path),
    ]
    return joined(attempts)


def follow_a_link_out(settings: dict[str, Any]) -> str:
    if settings["level"] != "full":
        return unless_refused("a link was made", os.symlink, "/etc/shadow", "/tmp/move.json")
    os.symlink("/etc/shadow", "/tmp/move.json")
    return unless_refused("read /etc/shadow", read_some, "/tmp/move.json")


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
        return unless_refused("a file beyond the limit", os.ftruncate, fd, size)
    finally:
        os.close(fd)
        os.unlink("/tmp/huge")


def make_a_device(_: dict[str, Any]) -> str:
    return unless_refused("a device", os.mknod, "/tmp/sda", 0o60666, os.makedev(8, 0))


def open_devices(_: dict[str, Any]) -> str:
    names = ("sda", "vda", "nvme0n1", "kmsg", "kvm", "fuse", "net/tun", "ptmx", "console", "tty0", "port")
    return joined([unless_refused(name, os.open, f"/dev/{name}", os.O_RDONLY) for name in names])


def spoil_the_random_numbers(_: dict[str, Any]) -> str:
    """All programs of the machine draw from one pool."""
    fd = os.open("/dev/urandom", os.O_RDWR)
    requests = {"zap": 0x5204, "clear": 0x5206, "add": 0x40045201, "reseed": 0x5207}
    attempts = [unless_refused(name, fcntl.ioctl, fd, number, bytes(8)) for name, number in requests.items()]
    os.close(fd)
    return joined(attempts)


def read_a_private_file(settings: dict[str, Any]) -> str:
    """A worker that is root does not lend its rights: what only root may read beside the bot stays unread."""
    if not settings["root"]:
        return ""
    return unless_refused("read it", read_some, os.path.join(os.getcwd(), "private"))


def grow_pipes(_: dict[str, Any]) -> str:
    """The memory of pipes is the kernel's, and all pipes of a user share one allowance."""
    ends = os.pipe()
    attempts = [unless_refused("grown", fcntl.fcntl, fd, 1031, 1 << 20) for fd in (*ends, 0, 1)]
    for fd in ends:
        os.close(fd)
    return joined(attempts)


def lock_shared_files(_: dict[str, Any]) -> str:
    """Locks, leases and notes on a shared inode would be a channel between bots."""
    fd = os.open("/usr/bin/env", os.O_RDONLY)
    attempts = [
        unless_refused("flock", fcntl.flock, fd, fcntl.LOCK_EX | fcntl.LOCK_NB),
        unless_refused("lock", fcntl.lockf, fd, fcntl.LOCK_SH),
        unless_refused("lease", fcntl.fcntl, fd, 1024, 0),
        unless_refused("notify", fcntl.fcntl, fd, 1026, 1),
    ]
    os.close(fd)
    return joined(attempts)


def leave_notes_on_shared_files(_: dict[str, Any]) -> str:
    """What is said of an inode that others see, too, is a note: when it was touched, how long it lives."""
    paths = ("/dev/null", "/dev/urandom", "/usr/bin/env", os.path.join(os.getcwd(), "private"))
    attempts = []
    for path in paths:
        attempts.append(unless_refused(f"touched {path}", os.utime, path))
        attempts.append(unless_refused(f"attribute of {path}", os.setxattr, path, "user.note", b"1"))
        with contextlib.suppress(OSError):
            fd = os.open(path, os.O_RDONLY)
            attempts += [_hint(fd, number, path) for number in (1036, 1038)]
            attempts.append(unless_refused(f"time of {path}", os.utime, fd))
            os.close(fd)
    return joined(attempts)


def _hint(fd: int, number: int, path: str) -> str:
    return unless_refused(f"hint {number} on {path}", fcntl.fcntl, fd, number, bytes([3, *bytes(7)]))


def send_descriptors(_: dict[str, Any]) -> str:
    """A descriptor on its way counts for nobody's limit but the user's, and keeps what is behind it."""
    one, other = socket.socketpair()
    with one, other:
        return unless_refused("sent one", socket.send_fds, one, [b"x"], [0])


def open_sockets(_: dict[str, Any]) -> str:
    pairs = [(name, family, kind) for name, family in _FAMILIES.items() for kind in (1, 2, 3)]
    return joined([unless_refused(name, socket.socket, family, kind) for name, family, kind in pairs])


def connect_to_the_worker(settings: dict[str, Any]) -> str:
    def tcp() -> None:
        socket.create_connection(("127.0.0.1", settings["port"]), timeout=0.5).close()

    def abstract() -> None:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect("\0" + settings["abstract"])

    return joined([unless_refused("tcp", tcp), unless_refused("abstract", abstract)])


def make_socket_pairs(_: dict[str, Any]) -> str:
    return joined([unless_refused(str(family), socket.socketpair, family) for family in (2, 10, 16, 40)])


ON_FILES = (
    read_secrets, read_machine, list_homes, read_proc, list_the_root, list_local_software, write_anywhere,
    change_own_files, follow_a_link_out, fill_tmp, fill_shared_memory, write_a_huge_file, make_a_device,
    open_devices, spoil_the_random_numbers, read_a_private_file, grow_pipes, lock_shared_files,
    leave_notes_on_shared_files, send_descriptors, open_sockets,
    connect_to_the_worker, make_socket_pairs,
)  # fmt: skip
