"""Proves the isolation of this machine with real attacks; a worker that fails takes no work."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bots.errors import RunnerError
from bots.languages import LANGUAGES
from bots.program import Program
from bots.sandbox import attacks, errand
from bots.sandbox.errand import Finished
from bots.sandbox.levels import Level
from bots.sandbox.limits import Limits
from bots.sandbox.sandbox import Sandbox
from bots.sandbox.syscalls import machine

_LIMITS = Limits(memory_mb=64, processes=16, cpu_s=20, file_mb=8, tmp_mb=8)
_LAST = "use_old_system_calls"  # ends its process
_SECRET = "ARENA_SELF_TEST_SECRET"  # noqa: S105
_HOGS = {  # each takes memory until it is stopped
    "eat_memory": "b = []\nwhile True: b.append(bytearray(1 << 22))",
    "eat_shared_memory": (
        "import mmap\nb = []\nwhile True: b.append(mmap.mmap(-1, 1 << 22)); b[-1][:] = bytes(1 << 22)"
    ),
    "eat_memory_in_files": (
        "import os\nb = []\nwhile True: b.append(os.memfd_create('x')); os.write(b[-1], bytes(7 << 20))"
    ),
    "eat_memory_in_sockets": """
import os, socket, time
while True:
    pairs = []
    try:
        while True:
            pairs += socket.socketpair()
            pairs[-1].setblocking(False)
            try: pairs[-1].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24)
            except OSError: pass
            try:
                while pairs[-1].send(bytes(1 << 16)): pass
            except BlockingIOError: pass
    except OSError: # no more descriptors: go on in a child
        if os.fork(): time.sleep(60)
        pairs.clear()
""",
}
_SLOW_HOGS = {
    "make_many_files": "import os\nn = 0\nwhile True: n += 1; os.close(os.open(f'/tmp/{n}', os.O_CREAT))",
}
_DAEMON = (
    "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n"
    "import signal\nfor n in range(1, 65):\n try: signal.signal(n, signal.SIG_IGN)\n"
    " except (OSError, ValueError): pass\nos.write(1, b'alive')\ntime.sleep(60)"
)


@dataclass(frozen=True, slots=True)
class Probe:
    """One attack: `ok` when it was held; `detail` says what it achieved otherwise."""

    name: str
    ok: bool
    detail: str = ""


def self_test(sandbox: Sandbox, *, thorough: bool = False) -> list[Probe]:
    """Attack this sandbox from inside in every way we know; under three seconds unless it is thorough."""
    python = LANGUAGES["python"].toolchain()
    if python is None:
        return [Probe("python", False, "the attacks are written in Python, which is not installed here")]
    checks: list[Callable[[Sandbox], list[Probe]]] = [_inside, _old_calls, _memory, _tree]
    checks += [_much_memory] if thorough else []
    probes = []
    for check in checks:
        try:
            probes += check(sandbox)
        except RunnerError as error:
            probes.append(Probe(check.__name__.strip("_"), False, f"could not be run: {error}"))
    return probes


def failures(probes: list[Probe]) -> str:
    """Say in one line what was not held; empty when all was."""
    return "; ".join(f"{probe.name}: {probe.detail}" for probe in probes if not probe.ok)


def attack_names(level: Level) -> list[str]:
    """List the attacks that a level must hold."""
    names = [attack.__name__ for attack in attacks.ATTACKS]
    return [name for name in names if level is not Level.LITE or name not in attacks.NEED_WALLS]


def run_python(sandbox: Sandbox, source: str, *arguments: str, wall_s: float = 10) -> Finished:
    """Run Python text in the sandbox to its end."""
    python = LANGUAGES["python"].toolchain()
    assert python is not None
    command = (python.tools["python"], "-S", "-s", "-c", source, *arguments)
    slot = sandbox.launcher.new_slot()
    (slot / "private").touch(0o600)
    program = Program(slot, command, python.environment, python.binds)
    return errand.run(sandbox.launch(program, _LIMITS), _LIMITS, wall_s=wall_s)


def _inside(sandbox: Sandbox) -> list[Probe]:
    names = [name for name in attack_names(sandbox.level) if name != _LAST]
    with _bait() as bait:
        done = run_python(sandbox, attacks.script(), json.dumps(_settings(sandbox, names) | bait))
    return _judged(names, done)


def _judged(names: list[str], done: Finished) -> list[Probe]:
    results = dict(json.loads(line) for line in done.output.splitlines())
    lost = f"the attacks did not get so far (status {done.status} {done.trouble}): {done.log[-500:]}"
    return [Probe(name, results.get(name) == "", results.get(name, lost)) for name in names]


def _settings(sandbox: Sandbox, names: list[str]) -> dict[str, Any]:
    return {
        "level": str(sandbox.level), "counted": sandbox.means.hierarchy is not None, "machine": machine(),
        "tmp_mb": _LIMITS.tmp_mb, "file_mb": _LIMITS.file_mb, "open_files": _LIMITS.open_files,
        "processes": _LIMITS.processes, "attacks": names, "root": os.getuid() == 0,
    }  # fmt: skip


@contextlib.contextmanager
def _bait() -> Iterator[dict[str, Any]]:
    """Leave things about that a bot must not find: listeners, a secret, an inheritable descriptor."""
    os.environ[_SECRET] = "secret"
    abstract = f"arena-self-test-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as unix,
        tempfile.TemporaryFile() as secret,
    ):
        unix.bind("\0" + abstract)
        unix.listen()
        os.set_inheritable(secret.fileno(), True)
        try:
            yield {"port": tcp.getsockname()[1], "abstract": abstract}
        finally:
            del os.environ[_SECRET]


def _old_calls(sandbox: Sandbox) -> list[Probe]:
    settings = _settings(sandbox, [_LAST]) | {"port": 0, "abstract": ""}
    done = run_python(sandbox, attacks.script(), json.dumps(settings))
    held = done.status == 128 + 31 or (machine() != "x86_64" and done.status == 0)  # SIGSYS
    return [Probe(_LAST, held, "" if held else done.output.decode(errors="replace"))]


def _memory(sandbox: Sandbox) -> list[Probe]:
    return [_hogged(sandbox, name, source) for name, source in _HOGS.items()]


def _much_memory(sandbox: Sandbox) -> list[Probe]:
    return [_hogged(sandbox, name, source) for name, source in _SLOW_HOGS.items()]


def _hogged(sandbox: Sandbox, name: str, source: str) -> Probe:
    done = run_python(sandbox, source, wall_s=60)
    # Where only the address space is bounded Python itself gives up, and what nobody would count is refused.
    held = "memory" in done.trouble or (done.status == 1 and "Error" in done.log)
    detail = "" if held else f"status {done.status}, {done.trouble or 'no limit was hit'}"
    return Probe(name, held, detail)


def _tree(sandbox: Sandbox) -> list[Probe]:
    """A process that forks away, starts a session and ignores all signals still ends with its sandbox."""
    if sandbox.level is Level.LITE:
        return []  # nothing can be forked there: `fork_many` has shown it
    before = descendants()
    done = run_python(sandbox, _DAEMON)
    left = descendants() - before
    detail = f"{len(left)} processes left (status {done.status})" if left else ""
    return [Probe("outlive_the_sandbox", not left, detail)]


def descendants() -> set[int]:
    """List our own descendants: a bot's processes are among them, also when their parent is gone."""
    parents = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(path.name)] = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found
