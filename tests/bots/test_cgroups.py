"""Control groups of version 2, on a made-up hierarchy; version 1 is what the security tests run on here.

A kernel gives every new directory its files. Here the test does.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bots.sandbox import cgroups
from bots.sandbox.cgroups import CgroupV2, Hierarchy, _find_v1, _find_v2
from bots.sandbox.guard import group_names
from bots.sandbox.limits import Limits

_FILES = {
    "cgroup.procs": "", "cgroup.kill": "", "memory.max": "max", "memory.swap.max": "max",
    "memory.oom.group": "0",
    "pids.max": "max", "cpu.max": "max 100000", "memory.peak": "5242880\n", "pids.events": "max 3\n",
    "memory.events": "low 0\nhigh 0\nmax 7\noom 1\noom_kill 2\noom_group_kill 1\n",
    "cpu.stat": "usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\n",
    "cgroup.controllers": "cpu memory pids", "cgroup.subtree_control": "", "cgroup.events": "populated 1",
}  # fmt: skip


def _populate(directory: Path, files: dict[str, str] = _FILES) -> None:
    for name, content in files.items():
        (directory / name).write_text(content)


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a group of this process, below which new directories come with files."""
    original: Callable[..., None] = Path.mkdir

    def mkdir(path: Path, *args: object, **options: object) -> None:
        original(path, *args, **options)
        if path.is_relative_to(tmp_path):
            _populate(path)

    _populate(tmp_path)
    monkeypatch.setattr(Path, "mkdir", mkdir)
    return tmp_path


def test_a_group_is_bounded_when_it_is_made(base: Path) -> None:
    group = Hierarchy(CgroupV2, {"": base}).create("7", Limits(memory_mb=64, processes=9))
    directory = base / f"{group_names(os.getpid())}7"
    assert (directory / "memory.max").read_text() == str(64 << 20)
    assert (directory / "memory.swap.max").read_text().startswith("0")
    assert (directory / "memory.oom.group").read_text() == "1"
    assert (directory / "pids.max").read_text().startswith("10")
    assert (directory / "cpu.max").read_text() == "100000 100000"
    group.add(4242)
    assert (directory / "cgroup.procs").read_text() == "4242"


def test_what_was_used_is_read(base: Path) -> None:
    group = Hierarchy(CgroupV2, {"": base}).create("7", Limits())
    assert group.cpu_ns() == 1_234_567_000
    assert group.peak_bytes() == 5_242_880
    assert (group.oom_kills(), group.forks_denied()) == (2, 3)


def test_all_are_killed_at_once(base: Path) -> None:
    group = Hierarchy(CgroupV2, {"": base}).create("7", Limits())
    group.kill()
    assert (base / f"{group_names(os.getpid())}7" / "cgroup.kill").read_text() == "1"


def test_the_worker_moves_to_a_leaf_and_hands_controllers_down(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, str]] = []
    (base / "cgroup.procs").write_text("11\n12\n")
    original = cgroups._write

    def write(path: Path, value: object) -> None:
        written.append((str(path.relative_to(base)), str(value)))
        if path.name == "cgroup.subtree_control":
            path.write_text(f"{path.read_text()} {str(value).removeprefix('+')}")
        else:
            original(path, value)

    monkeypatch.setattr(cgroups, "_write", write)
    found = _find_v2(base, "")
    assert found == Hierarchy(CgroupV2, {"": base})
    assert ("arena-worker/cgroup.procs", "11") in written
    assert ("arena-worker/cgroup.procs", "12") in written
    assert [value for name, value in written if name == "cgroup.subtree_control"] == [
        "+memory",
        "+pids",
        "+cpu",
    ]


def test_without_the_memory_controller_version_2_is_not_used(base: Path) -> None:
    (base / "cgroup.controllers").write_text("cpu io")
    assert _find_v2(base, "") is None


def test_version_1_needs_its_controllers_writable(tmp_path: Path) -> None:
    mounts = dict.fromkeys(("memory", "pids", "cpuacct", "cpu"), tmp_path)
    own = dict.fromkeys(mounts, "")
    assert _find_v1(mounts, own) is not None
    assert _find_v1({name: path for name, path in mounts.items() if name != "pids"}, own) is None


def test_rousing_the_kernel_leaves_this_process_where_it_is(base: Path) -> None:
    hierarchy = Hierarchy(CgroupV2, {"": base})
    hierarchy.rouse()  # in the root group, processes lie beside groups
    assert (base / "cgroup.procs").read_text() == str(os.getpid())
    _find_v2(base, "")  # elsewhere they lie in a leaf
    (base / "cgroup.procs").write_text("")
    hierarchy.rouse()
    assert (base / "arena-worker" / "cgroup.procs").read_text() == str(os.getpid())
    assert (base / "cgroup.procs").read_text() == ""


def test_rousing_the_real_kernel_moves_nothing() -> None:
    hierarchy = cgroups.find_hierarchy()
    before = Path("/proc/self/cgroup").read_text()
    if hierarchy is not None:
        hierarchy.rouse()
    assert Path("/proc/self/cgroup").read_text() == before
