"""Hostile sources: a build is held by the same walls as a bot, and a failure is the author's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bots import build as building
from bots.build import build
from bots.errors import BuildError
from bots.sandbox import Level, Sandbox
from bots.sandbox.limits import BUILD_LIMITS


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox.open(accept=Level.RLIMITS, warm=0) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hit the limits of a build sooner."""
    monkeypatch.setattr(building, "BUILD_LIMITS", replace(BUILD_LIMITS, cpu_s=3, memory_mb=400, file_mb=64))
    monkeypatch.setattr(building, "_WALL_S", 20)


BOMBS = {
    "an endless include": ("bot.c", '#include "/dev/zero"\nint main(void) { return 0; }\n'),
    "a huge array in the binary": ("bot.c", "int a[1 << 28] = {1};\nint main(void) { return a[0]; }\n"),
    "a file of the machine": ("bot.c", '#include "/etc/passwd"\nint main(void) { return 0; }\n'),
    "a file of another": ("bot.c", '#include "/bot/../../etc/shadow"\nint main(void) { return 0; }\n'),
    "templates without end": (
        "bot.cpp",
        "template<unsigned A, unsigned B> struct F { typedef typename F<A + 1, F<A + 2, B>::n>::t t; "
        "enum { n = 1 }; };\nint main() { return F<0, 0>::n + sizeof(F<0, 0>::t); }\n",
    ),
    "a macro that doubles": (
        "bot.c",
        "".join(f"#define A{n + 1} A{n} A{n}\n" for n in range(40)) + "#define A0 x\nint A40;\n",
    ),
    "an embedded file": ("bot.rs", 'fn main() { println!("{}", include_str!("/etc/passwd")); }\n'),
}  # fmt: skip


_NEEDS = {".c": "c", ".cpp": "cpp", ".rs": "rust", ".java": "java", ".go": "go"}


def _bomb(name: str) -> Any:
    need = _NEEDS[Path(BOMBS[name][0]).suffix]
    return pytest.param(name, marks=pytest.mark.needs(need), id=name)


@pytest.mark.parametrize("name", [_bomb(name) for name in BOMBS])
def test_a_hostile_source_fails_alone(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    filename, source = BOMBS[name]
    with pytest.raises(BuildError) as raised:
        build(source.encode(), filename, cache=tmp_path, sandbox=sandbox)
    assert "root:" not in raised.value.log  # of /etc/passwd
    assert len(raised.value.log) < 200_000
    assert not list(tmp_path.glob("*/*/*"))


@pytest.mark.needs("c")
def test_code_that_runs_at_build_time_is_held(sandbox: Sandbox, tmp_path: Path) -> None:
    """The assembler can be made to read any file it sees: there is none."""
    source = 'asm(".incbin \\"/etc/shadow\\"");\nint main(void) { return 0; }\n'
    with pytest.raises(BuildError):
        build(source.encode(), "bot.c", cache=tmp_path, sandbox=sandbox)


def test_names_are_not_commands(sandbox: Sandbox, tmp_path: Path) -> None:
    from tests.bots.test_archive import zipped

    entry = "$(touch pwned); echo.py"
    manifest = f'name = "x"\nlanguage = "python"\nentry = "{entry}"\n'.encode()
    built = build(
        zipped({"bot.toml": manifest, entry: b"print(1)"}), "b.zip", cache=tmp_path, sandbox=sandbox
    )
    assert built.manifest.entry == entry
    assert not list(tmp_path.rglob("pwned"))
