"""Hostile sources: a build is held by the same walls as a bot, and a failure is the author's."""

from __future__ import annotations

import subprocess
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
from tests.bots.test_archive import zipped


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
    "embedded bytes": ("bot.rs", 'fn main() { println!("{:?}", include_bytes!("/etc/passwd")); }\n'),
    "a module of the machine's": ("bot.rs", '#[path = "/etc/passwd"]\nmod users;\nfn main() {}\n'),
    "a file embedded by Go": (
        "bot.go",
        'package main\n\nimport _ "embed"\n\n//go:embed /etc/passwd\nvar users string\n\n'
        "func main() { println(users) }\n",
    ),
    "C within Go": (
        "bot.go", 'package main\n\n// #include "/etc/passwd"\nimport "C"\n\nfunc main() {}\n',
    ),
    "options for the C within Go": (
        "bot.go",
        "package main\n\n// #cgo CFLAGS: -include /etc/passwd\n// #cgo LDFLAGS: -Wl,@/etc/passwd\n"
        '// int one(void) { return 1; }\nimport "C"\n\nfunc main() { println(C.one()) }\n',
    ),
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
    entry = "$(touch pwned); echo.py"
    manifest = f'name = "x"\nlanguage = "python"\nentry = "{entry}"\n'.encode()
    built = build(
        zipped({"bot.toml": manifest, entry: b"print(1)"}), "b.zip", cache=tmp_path, sandbox=sandbox
    )
    assert built.manifest.entry == entry
    assert not list(tmp_path.rglob("pwned"))


@pytest.mark.needs("go")
def test_what_go_would_generate_is_not_run(sandbox: Sandbox, tmp_path: Path) -> None:
    source = 'package main\n\n//go:generate sh -c "echo func >> bot.go"\nfunc main() { println(1) }\n'
    built = build(source.encode(), "bot.go", cache=tmp_path, sandbox=sandbox)
    assert built.log == ""


_TAG = "61.8034"  # seconds to sleep: nobody else sleeps so long
_PROCESSOR = f"""
import java.nio.file.*;
import java.util.*;
import javax.annotation.processing.*;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

@SupportedAnnotationTypes("*")
public class Evil extends AbstractProcessor {{
    @Override public SourceVersion getSupportedSourceVersion() {{ return SourceVersion.latest(); }}
    @Override public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) {{
        if (!round.processingOver()) return false;
        System.err.println("it runs");
        for (String path : List.of("/etc/passwd", "/etc/shadow", "/root", "/home", "/proc/1/environ", "/var"))
            System.err.println(path + " " + Files.exists(Path.of(path)));
        String sleep = "trap '' TERM HUP; exec 0<&- 1>&- 2>&-; setsid sleep {_TAG} & sleep {_TAG} &";
        var shell = new ProcessBuilder("sh", "-c", sleep);
        try {{ System.err.println("left behind " + shell.start().waitFor()); }}
        catch (Exception failed) {{ System.err.println(failed); }}
        try (var socket = new java.net.Socket("127.0.0.1", 22)) {{ System.err.println("connected"); }}
        catch (Exception failed) {{ System.err.println("no network"); }}
        return false;
    }}
}}
"""


@pytest.mark.needs("java")
def test_a_program_within_the_compiler_sees_nothing_and_leaves_nothing(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """javac runs the annotation processors of an archive: code of the author's, before any check."""
    monkeypatch.setattr(building, "BUILD_LIMITS", BUILD_LIMITS)  # it is to come to its end
    built = build(_with_processor(tmp_path), "bot.zip", cache=tmp_path / "cache", sandbox=sandbox)
    said = built.log.splitlines()
    assert "it runs" in said
    assert "left behind 0" in said
    assert "no network" in said
    assert [line for line in said if line.endswith(" true")] == []
    assert _sleeping() == []


def _with_processor(place: Path) -> bytes:
    (place / "Evil.java").write_text(_PROCESSOR)
    subprocess.run(["javac", "-proc:none", "-d", place, place / "Evil.java"], check=True)
    return zipped({
        "bot.toml": b'name = "x"\nlanguage = "java"\nentry = "Bot.java"\n',
        "Bot.java": b"public class Bot { public static void main(String[] words) { } }",
        "Evil.class": (place / "Evil.class").read_bytes(),
        "META-INF/services/javax.annotation.processing.Processor": b"Evil\n",
    })  # fmt: skip


def _sleeping() -> list[str]:
    processes = (path for path in Path("/proc").iterdir() if path.name.isdigit())
    return [process.name for process in processes if _TAG.encode() in _command(process)]


def _command(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:  # it has ended
        return b""


@pytest.mark.needs("c")
def test_a_source_whose_name_is_options_is_a_source(sandbox: Sandbox, tmp_path: Path) -> None:
    files = {
        "bot.toml": b'name = "x"\nlanguage = "c"\nentry = "my bot.c"\n',
        "my bot.c": b"int two(void);\nint main(void) { return two(); }\n",
        "x -fplugin=y $(id) '.c": b"int two(void) { return 2; }\n",
    }
    built = build(zipped(files), "bot.zip", cache=tmp_path, sandbox=sandbox)
    assert built.log == ""
