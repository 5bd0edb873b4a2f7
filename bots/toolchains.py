"""Finds the tools of the languages on this machine, and says what a sandbox must show for them to work.

A sandbox shows /usr without /usr/local. Tools that live elsewhere (a home directory, /usr/local, /opt) are
bound read-only, each below a path of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bots.program import Bind

_SHOWN = Path("/usr")
_HIDDEN = Path("/usr/local")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Where a language's tools are on this machine and what they need inside a sandbox."""

    version: str
    binds: tuple[Bind, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)  # paths inside the sandbox


def _version(*command: str) -> str:
    """Ask a tool for its version; empty when it does not work."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return ((done.stdout or done.stderr).strip().splitlines() or [""])[0]


def _is_shown(path: Path) -> bool:
    return path.is_relative_to(_SHOWN) and not path.is_relative_to(_HIDDEN)


def _locate(*names: str) -> Path | None:
    """Find a tool: one that every sandbox shows, else whatever the search path has."""
    system = (shutil.which(name, path="/usr/bin:/bin") for name in names)
    anywhere = (shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/local/bin") for name in names)
    found = [Path(path).resolve() for path in (*system, *anywhere) if path]
    return next((path for path in found if _is_shown(path)), found[0] if found else None)


def _placed(tool: Path, inside: str) -> tuple[str, tuple[Bind, ...]]:
    """Give a tool's path in a sandbox, with the bind that it needs when it is not shown anyway."""
    if _is_shown(tool):
        return str(tool), ()
    root = tool.parent.parent
    return f"{inside}/{tool.relative_to(root)}", (Bind(root, inside),)


def find_python() -> Toolchain | None:
    """Prefer the system's interpreter; else the one that runs us."""
    environment = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    system = shutil.which("python3", path="/usr/bin:/bin")
    if system and (version := _version(system, "--version")):
        return Toolchain(version, (), environment, {"python": str(Path(system).resolve())})
    inside = "/opt/python"
    environment |= {"PYTHONHOME": inside, "LD_LIBRARY_PATH": f"{inside}/lib"}
    tool = f"{inside}/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    binds = (Bind(Path(sys.base_prefix), inside),)
    return Toolchain(f"Python {sys.version.split()[0]}", binds, environment, {"python": tool})


def find_node() -> Toolchain | None:
    """Find Node, which is one file wherever it lies."""
    tool = _locate("node", "nodejs")
    if tool is None or not (version := _version(str(tool), "--version")):
        return None
    path, binds = _placed(tool, "/opt/node")
    return Toolchain(f"Node {version}", binds, {}, {"node": path})


def _find_gnu(*names: str) -> Toolchain | None:
    tool = _locate(*names)
    if tool is None or not _is_shown(tool) or not (version := _version(str(tool), "--version")):
        return None  # elsewhere it would be without its libraries and its linker
    return Toolchain(version, (), {}, {"compiler": str(tool)})


def find_c() -> Toolchain | None:
    """Find a C compiler."""
    return _find_gnu("gcc", "clang")


def find_cpp() -> Toolchain | None:
    """Find a C++ compiler."""
    return _find_gnu("g++", "clang++")


def find_rust() -> Toolchain | None:
    """Find Rust: below /usr, or where rustup keeps it; it links with the C compiler."""
    tool = _locate("rustc") or _in_home(".cargo/bin/rustc")
    linker = find_c()
    if tool is None or linker is None:
        return None
    tools = {"linker": linker.tools["compiler"]}
    shim = shutil.which("rustc") or str(tool)  # rustup's stand-in knows which toolchain is meant
    root = Path(_version(shim, "--print", "sysroot") or "/")
    compiler = root / "bin/rustc"
    if not (compiler.exists() and (version := _version(str(compiler), "--version"))):
        return None
    if _is_shown(compiler):
        # Older ones, like Debian 12's, ask /proc where they are and give up without an answer.
        itself = (Bind(compiler.resolve(), "/proc/self/exe", is_link=True),)
        return Toolchain(version, itself, {}, tools | {"compiler": str(compiler), "root": str(root)})
    inside = "/opt/rust"
    # The compiler looks for its libraries beside itself through /proc, which is not there.
    environment = {"LD_LIBRARY_PATH": f"{inside}/lib"}
    tools |= {"compiler": f"{inside}/bin/rustc", "root": inside}
    return Toolchain(version, (Bind(root, inside),), environment, tools)


def _in_home(path: str) -> Path | None:
    tool = Path.home() / path
    return tool if tool.exists() else None


def find_go() -> Toolchain | None:
    """Find Go by its root; it needs nothing else."""
    tool = _locate("go") or next((p for p in [Path("/usr/local/go/bin/go")] if p.exists()), None)
    if tool is None or not (version := _version(str(tool), "version")):
        return None
    root = Path(_version(str(tool), "env", "GOROOT")).resolve()
    inside, binds = (str(root), ()) if _is_shown(root) else ("/opt/go", (Bind(root, "/opt/go"),))
    environment = {
        "GOROOT": inside, "GOCACHE": "/tmp/gocache", "GOPATH": "/tmp/gopath", "GOPROXY": "off",  # noqa: S108
        "GOFLAGS": "-buildvcs=false", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0", "GOTELEMETRY": "off",
    }  # fmt: skip
    return Toolchain(version, binds, environment, {"go": f"{inside}/bin/go"})


def find_java() -> Toolchain | None:
    """Find a JDK by its compiler; Debian keeps its settings in /etc."""
    tool = _locate("javac")
    if tool is None or not (version := _version(str(tool), "-version")):
        return None
    root = tool.parent.parent
    inside, binds = (str(root), ()) if _is_shown(root) else ("/opt/java", (Bind(root, "/opt/java"),))
    settings = [path for path in Path("/etc").glob("java-*-openjdk") if path.is_dir()]
    # $ORIGIN is resolved through /proc, which is not there.
    environment = {"JAVA_HOME": inside, "LD_LIBRARY_PATH": f"{inside}/lib:{inside}/lib/server"}
    tools = {"javac": f"{inside}/bin/javac", "java": f"{inside}/bin/java"}
    return Toolchain(version, (*binds, *(Bind(path, str(path)) for path in settings)), environment, tools)
