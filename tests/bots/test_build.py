"""Uploads become bots: in the sandbox, in every language that is here, from a cache that is never half."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bots import build as building
from bots.build import build
from bots.errors import ArchiveError, BuildError
from bots.languages import LANGUAGES, toolchains
from bots.match import MatchPlan
from bots.referee import play
from bots.sandbox import Sandbox
from tests.bots.conftest import ZOO, BotMaker
from tests.bots.test_archive import zipped

SOURCES = Path(__file__).parent / "sources"
PRESENT = [name for name, tools in toolchains().items() if tools is not None]
MANIFEST = b'name = "Twofold"\nlanguage = "python"\nentry = "src/main.py"\ngames = ["lie"]\n'
PLAIN = (ZOO / "plain.py").read_bytes()


def _source(language: str) -> Path:
    return next(path for path in SOURCES.iterdir() if path.suffix in LANGUAGES[language].suffixes)


@pytest.mark.parametrize("language", PRESENT)
def test_a_bot_in_every_language_is_built_and_plays(
    language: str, sandbox: Sandbox, cache: Path, zoo_bot: BotMaker
) -> None:
    source = _source(language)
    built = build(source.read_bytes(), source.name, cache=cache, sandbox=sandbox)
    plan = MatchPlan("lie", 2, {}, 2, bytes(32), ("new", "old"))
    report = play(plan, [built, zoo_bot("plain")], sandbox=sandbox)
    assert not report.faults
    assert (built.language, built.manifest.games) == (language, ())


@pytest.mark.parametrize("language", PRESENT)
def test_a_source_that_does_not_build_is_the_authors_fault_with_a_log(
    language: str, sandbox: Sandbox, cache: Path
) -> None:
    name = "Bot.java" if language == "java" else f"bot{LANGUAGES[language].suffixes[0]}"
    with pytest.raises(BuildError) as raised:
        build(b"this is ( not a program\n", name, cache=cache, sandbox=sandbox)
    assert raised.value.log.strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_how_to_get_it(language: str) -> None:
    assert LANGUAGES[language].install
    assert _source(language).exists()


def test_an_archive_is_built_by_its_manifest(sandbox: Sandbox, cache: Path) -> None:
    helper = b"def first(legal):\n    return legal[0]\n"
    main = (
        b"import sys, os\nsys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))\n"
    )
    main += b"from choice import first\n" + PLAIN
    upload = zipped({"bot.toml": MANIFEST, "src/main.py": main, "choice.py": helper})
    built = build(upload, "bot.zip", cache=cache, sandbox=sandbox)
    assert (built.manifest.name, built.manifest.games) == ("Twofold", ("lie",))
    report = play(MatchPlan("lie", 2, {}, 2, bytes(32), ("a", "b")), [built, built], sandbox=sandbox)
    assert not report.faults


@pytest.mark.parametrize(
    ("upload", "name", "word"),
    [
        (b"x", "bot.exe", "ends in one of"),
        (b"  \n", "bot.py", "empty"),
        (zipped({"bot.py": PLAIN}), "bot.zip", "no bot.toml"),
        (zipped({"bot.toml": b'name = "x"'}), "bot.zip", "language"),
        (zipped({"bot.toml": b"\xff"}), "bot.zip", "UTF-8"),
        (zipped({"bot.toml": MANIFEST}), "bot.zip", "not in the archive"),
        (
            zipped({"bot.toml": MANIFEST.replace(b"python", b"cobol"), "src/main.py": b"x"}),
            "bot.zip",
            "cobol",
        ),
        (zipped({"bot.toml": MANIFEST.replace(b"src/main.py", b"../x"), "x": b""}), "bot.zip", "entry"),
    ],
)
def test_an_upload_that_is_no_bot_is_refused_with_a_reason(
    upload: bytes, name: str, word: str, sandbox: Sandbox, cache: Path
) -> None:
    with pytest.raises(BuildError, match=word):
        build(upload, name, cache=cache, sandbox=sandbox)


def test_archive_errors_are_build_errors() -> None:
    assert issubclass(ArchiveError, BuildError)


def test_a_build_is_cached_by_content(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build(PLAIN, "one.py", cache=tmp_path, sandbox=sandbox)
    monkeypatch.setattr(building, "_make", None)  # would fail if it were called again
    assert build(PLAIN, "other.py", cache=tmp_path, sandbox=sandbox) == first
    building._load.cache_clear()
    assert build(PLAIN, "one.py", cache=tmp_path, sandbox=sandbox) == first


def test_a_damaged_entry_is_made_again(sandbox: Sandbox, tmp_path: Path) -> None:
    built = build(PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox)
    (built.directory / "bot.py").write_bytes(b"import evil")
    building._load.cache_clear()
    again = build(PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox)
    assert (again.directory / "bot.py").read_bytes() == PLAIN
    (again.directory.parent / "built.json").write_text("{")
    building._load.cache_clear()
    assert build(PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox).digest == built.digest


def test_an_entry_of_older_tools_is_not_used(sandbox: Sandbox, tmp_path: Path) -> None:
    built = build(PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox)
    entry = built.directory.parent
    entry.rename(entry.with_name("0123456789abcdef"))
    building._load.cache_clear()
    assert build(PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox).directory == built.directory


def test_many_workers_build_the_same_bot_at_once(sandbox: Sandbox, tmp_path: Path) -> None:
    with ThreadPoolExecutor(6) as threads:
        attempts = [threads.submit(build, PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox) for _ in range(6)]
        assert len({attempt.result().directory for attempt in attempts}) == 1
    [shelf] = tmp_path.glob("*/*")
    assert [path.name for path in shelf.iterdir()] == [attempts[0].result().directory.parent.name]


def test_what_a_killed_worker_was_storing_goes_with_the_next_build(sandbox: Sandbox, tmp_path: Path) -> None:
    built = build(PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox)
    entry = built.directory.parent
    abandoned, busy = entry.with_name(".new-abandoned"), entry.with_name(".new-busy")
    for path in (abandoned, busy):
        (path / "files").mkdir(parents=True)
    os.utime(abandoned, (0, 0))
    (built.directory / "bot.py").write_bytes(b"damaged")
    building._load.cache_clear()
    build(PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox)
    assert (abandoned.exists(), busy.exists()) == (False, True)


def test_the_listing_names_every_file(sandbox: Sandbox, tmp_path: Path) -> None:
    built = build(PLAIN, "bot.py", cache=tmp_path, sandbox=sandbox)
    listing = json.loads((built.directory.parent / "built.json").read_text())
    assert set(listing["files"]) == {"bot.py"}
