"""The command ./run before anything is installed: whatever is missing is one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APT = """
case "$*" in *update*) exit 0 ;; *rustc*) exit 100 ;; esac
for package in "$@"; do
    case $package in
    golang-go) package=go ;;
    nodejs) package=node ;;
    default-jdk-headless) package=javac ;;
    systemd) package=systemd-analyze ;;
    esac
    touch "{commands}/$package"
    chmod +x "{commands}/$package"
done
"""


def refusal(clone: Path, *arguments: str, **environment: str) -> str:
    """Run it in a clone that has nothing else, and give what it said in the end."""
    shutil.copy(ROOT / "run", clone / "run")
    done = subprocess.run(
        ["./run", *arguments], cwd=clone, env={"PATH": os.environ["PATH"], **environment},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert not (clone / ".venv").exists()
    return done.stderr.splitlines()[-1]


def program(path: Path, text: str) -> str:
    """Write a program of the shell."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_an_unknown_command_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, "walk") == "arena: there is no command walk."


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, PYTHON="no-python").startswith("arena: Python is missing: install python3")


def test_an_old_python_is_refused(tmp_path: Path) -> None:
    old = program(tmp_path / "old", "exit 1")
    assert refusal(tmp_path, PYTHON=old).startswith("arena: Python 3.11 or newer is needed")


@pytest.mark.parametrize("installer", ["apt-get", "sudo"])
def test_a_python_without_venv_says_what_to_type(tmp_path: Path, installer: str) -> None:
    """Neither as root, whose apt fails, nor as somebody who may not install."""
    commands = tmp_path / "bin"
    commands.mkdir()
    program(commands / installer, "exit 1")
    program(commands / "id", "echo 1000" if installer == "sudo" else "echo 0")
    half = program(tmp_path / "half", 'if [ "$1" = -m ]; then exit 1; fi')
    said = refusal(tmp_path, PYTHON=half, PATH=f"{commands}:{os.environ['PATH']}")
    assert said == "arena: Python cannot make virtual environments: type 'apt install python3-venv'."


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    commands = tmp_path / "bin"
    commands.mkdir()
    program(commands / "df", "printf 'head\\nnone 100 90 20480 90%% /\\n'")
    said = refusal(tmp_path, PATH=f"{commands}:{os.environ['PATH']}")
    assert said == "arena: The disk is full: installing needs 1 GB here, 20 MB are left."


def test_a_package_that_cannot_be_had_keeps_no_other_away(tmp_path: Path) -> None:
    """The part of ./run before its commands, where nothing is installed and apt knows no Rust."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("dirname", "touch", "chmod"):
        (commands / name).symlink_to(shutil.which(name) or "")
    program(commands / "id", "echo 0")
    program(commands / "apt-get", APT.format(commands=commands))
    functions = (ROOT / "run").read_text().partition("# ---- commands")[0]
    part = program(tmp_path / "part", functions + 'system_packages; say "$LEFT_OUT"; echo "$ARENA_LEFT_OUT"')
    done = subprocess.run([part], env={"PATH": str(commands)}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rust"]
    assert done.stderr.splitlines()[-1] == "arena: not tested here: rust. To test them too: apt install rustc"
