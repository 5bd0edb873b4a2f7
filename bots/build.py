"""From an upload to a bot that runs: unpacked, built in the sandbox, kept in a cache by content.

A cache entry appears by one rename of a finished directory, so it is whole or absent, however many workers
build at once. It is checked against its own list of digests before its first use in a process.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bots.archive import Bounds, File, Files, is_archive, unpack, unpack_tar, write_files
from bots.errors import ArchiveError, BuildError, RunnerError
from bots.languages import LANGUAGES, OUTPUT, Language, language_of
from bots.manifest import FILE_NAME, BuiltBot, Manifest
from bots.program import Program
from bots.sandbox import Level, Sandbox, errand
from bots.sandbox.limits import BUILD_LIMITS
from bots.toolchains import Toolchain

_FORMAT = 1  # raised when the same upload would build differently
_WALL_S = 180
_ARTEFACTS = Bounds(files=2000, unpacked_bytes=128 << 20)
_LISTING = "built.json"
_FILES = "files"
_ABANDONED_S = 3600.0  # nobody takes so long to store a build


def build(source: bytes, filename: str, *, cache: Path, sandbox: Sandbox) -> BuiltBot:
    """Build an upload, or take it from the cache. BuildError, with a log, is the author's fault."""
    digest = sha256(f"{_FORMAT}\0{_kind(filename)}\0".encode() + source).hexdigest()
    shelf = cache / digest[:2] / digest
    return _cached(shelf, digest) or _build(source, filename, digest, shelf, sandbox)


def _kind(filename: str) -> str:
    """Give what of a name decides the build: the suffix; in Java the whole name, which is the class's."""
    name = Path(filename).name
    return name if name.lower().endswith(".java") else "".join(Path(name).suffixes[-2:]).lower()


def _build(source: bytes, filename: str, digest: str, shelf: Path, sandbox: Sandbox) -> BuiltBot:
    files, manifest = read_upload(source, filename)
    language = LANGUAGES[manifest.language]
    tools = language.toolchain()
    if tools is None:
        raise RunnerError(f"{language.name} is not installed here: {language.install}")
    made, log = _make(files, manifest, language, tools, sandbox)
    entry = _store(made, manifest, language, tools, log, shelf)
    return _loaded(entry, digest) or _spoiled(entry)


def _spoiled(entry: Path) -> BuiltBot:
    raise RunnerError(f"the build cache is damaged at {entry.name}")


def read_upload(source: bytes, filename: str) -> tuple[Files, Manifest]:
    """Read an upload and what it says about itself, without building it."""
    if is_archive(filename):
        files = unpack(source, filename)
        manifest = _manifest_in(files)
    else:
        files, manifest = _single_file(source, filename)
    if manifest.language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise BuildError(f"{manifest.language!r} is not a language of this service; these are: {known}.")
    return files, manifest


def _single_file(source: bytes, filename: str) -> tuple[Files, Manifest]:
    language = language_of(filename)
    if language is None:
        suffixes = ", ".join(suffix for each in LANGUAGES.values() for suffix in each.suffixes)
        raise BuildError(
            f"The name of a bot ends in one of {suffixes}, .zip or .tar.gz; this is {filename!r}."
        )
    if not source.strip():
        raise BuildError("The file is empty.")
    name = Path(filename).name if language.name == "java" else f"bot{language.suffixes[0]}"
    return {name: File(source)}, Manifest(Path(filename).stem[:64] or "bot", language.name, name)


def _manifest_in(files: Files) -> Manifest:
    if FILE_NAME not in files:
        raise ArchiveError(
            f"The archive has no {FILE_NAME}, which names the language and the file to start from."
        )
    manifest = Manifest.parse(files[FILE_NAME].content)
    if manifest.entry not in files:
        raise BuildError(f"{FILE_NAME} says entry = {manifest.entry!r}, which is not in the archive.")
    return manifest


def _make(
    files: Files, manifest: Manifest, language: Language, tools: Toolchain, sandbox: Sandbox
) -> tuple[Files, str]:
    """Run the build; give the files the bot is run from, and the log."""
    if sandbox.level is Level.LITE and not language.keeps_source:
        raise RunnerError(
            f"{language.name} cannot be compiled at the level {sandbox.level}, which forbids children"
        )
    slot = sandbox.launcher.new_slot()
    write_files(files, slot)
    script = _script(language, tools, manifest.entry)
    program = Program(slot, ("/bin/sh", "-c", script), tools.environment, tools.binds)
    jail = sandbox.launch(program, BUILD_LIMITS)
    done = errand.run(jail, BUILD_LIMITS, wall_s=_WALL_S, output_bytes=_ARTEFACTS.unpacked_bytes + (4 << 20))
    if not done.succeeded:
        reason = f"The build {done.trouble}." if done.trouble else "The build failed; its log says why."
        raise BuildError(reason, done.log)
    return (files if language.keeps_source else unpack_tar(done.output, _ARTEFACTS)), done.log


def _script(language: Language, tools: Toolchain, entry: str) -> str:
    """Build with all output in the log; what was made leaves through standard output, and no other way."""
    if language.keeps_source:
        return f"exec 1>&2; exec {language.script(tools, entry)}"
    body = language.script(tools, entry)
    return f"mkdir {OUTPUT} || exit 1; ( {body} ) 1>&2 || exit 1; exec tar -C {OUTPUT} -cf - ."


def _fingerprint(tools: Toolchain) -> str:
    return sha256(f"{_FORMAT}\0{tools.version}".encode()).hexdigest()[:16]


def _store(
    files: Files, manifest: Manifest, language: Language, tools: Toolchain, log: str, shelf: Path
) -> Path:
    shelf.mkdir(parents=True, exist_ok=True)
    _sweep(shelf)
    entry = shelf / _fingerprint(tools)
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=shelf))
    try:
        fresh.chmod(0o755)
        write_files(files, fresh / _FILES)
        listing = {
            "name": manifest.name, "language": language.name, "entry": manifest.entry,
            "games": manifest.games, "log": log,
            "files": {path: sha256(file.content).hexdigest() for path, file in files.items()},
        }  # fmt: skip
        (fresh / _LISTING).write_text(json.dumps(listing))
        os.rename(fresh, entry)  # noqa: PTH104 - fails when another worker was first
    except OSError:
        if not (entry / _LISTING).exists():
            raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return entry


def _sweep(shelf: Path) -> None:
    """Delete what was being made or taken away when somebody's end came."""
    for path in shelf.glob(".*"):
        with suppress(OSError):  # another worker was first
            if time.time() - path.stat().st_mtime > _ABANDONED_S:
                shutil.rmtree(path)


def _cached(shelf: Path, digest: str) -> BuiltBot | None:
    """Find a whole entry made with the tools of today."""
    try:
        entries = [path for path in shelf.iterdir() if not path.name.startswith(".")]
    except FileNotFoundError:
        return None
    return next((built for entry in entries if (built := _loaded(entry, digest)) is not None), None)


def _loaded(entry: Path, digest: str) -> BuiltBot | None:
    try:
        built = _load(entry, digest, (entry / _LISTING).stat().st_mtime_ns)
    except (OSError, ValueError, KeyError):
        _discard(entry)
        return None
    return built


@lru_cache(maxsize=1024)
def _load(entry: Path, digest: str, _written_at: int) -> BuiltBot | None:
    """Read an entry and check every file of it. ValueError: it is damaged. None: made by other tools."""
    listing = json.loads((entry / _LISTING).read_text())
    language = LANGUAGES[listing["language"]]
    tools = language.toolchain()
    if tools is None or entry.name != _fingerprint(tools):
        return None
    _verify(entry / _FILES, listing["files"])
    manifest = Manifest(listing["name"], language.name, listing["entry"], tuple(listing["games"]))
    return BuiltBot(
        directory=entry / _FILES, command=language.command(tools, manifest.entry), language=language.name,
        digest=digest, log=listing["log"], manifest=manifest,
    )  # fmt: skip


def _verify(directory: Path, digests: dict[str, Any]) -> None:
    for path, digest in digests.items():
        if sha256((directory / path).read_bytes()).hexdigest() != digest:
            raise ValueError(path)


def _discard(entry: Path) -> None:
    """Take a damaged entry away in one step, so that nobody reads half of it."""
    try:
        away = Path(tempfile.mkdtemp(prefix=".old-", dir=entry.parent))
        os.rename(entry, away / "entry")  # noqa: PTH104
    except OSError:
        return  # another worker was first
    shutil.rmtree(away, ignore_errors=True)
