"""Starting points for bots in seven languages: a directory that plays at once, with one file to edit."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from string import Template

from bots.kits.summary import actions_table, options_table
from bots.match import Clock
from games import GAMES

ENTRIES = {
    "python": "bot.py",
    "javascript": "bot.js",
    "c": "bot.c",
    "cpp": "bot.cpp",
    "rust": "bot.rs",
    "go": "bot.go",
    "java": "Bot.java",
}
DEFAULT_GAME = "lie"
_HERE = Path(__file__).parent
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold


def files(language: str, game: str, *, name: str = "my-bot") -> dict[str, bytes]:
    """Give the files of a kit by name: sources, bot.toml, a README for the game. KeyError: no such kit."""
    entry = ENTRIES[language]
    GAMES[game]  # a game that does not exist fails here, before anything is made
    sources = {
        path.name: path.read_bytes() for path in sorted((_HERE / language).iterdir()) if path.is_file()
    }
    manifest = f'name = "{name}"\nlanguage = "{language}"\nentry = "{entry}"\ngames = ["{game}"]\n'
    readme = _readme(entry, game, name, sorted(sources))
    return {**sources, "bot.toml": manifest.encode(), "README.md": readme.encode()}


def archive(language: str, game: str, *, name: str = "my-bot") -> bytes:
    """Pack a kit as a zip with one directory in it; the same kit gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as kit:
        for file, content in files(language, game, name=name).items():
            entry = zipfile.ZipInfo(f"{name}/{file}", _LONG_AGO)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, wherever it is packed
            kit.writestr(entry, content)
    return packed.getvalue()


def _readme(entry: str, game: str, name: str, sources: list[str]) -> str:
    rules, clock = GAMES[game], Clock()
    told = dict.fromkeys(sources, "a small JSON reader; it need not change") | {
        entry: "**the bot**",
        "bot.toml": "its name, language, entry and games",
    }
    return Template((_HERE / "README.template.md").read_text()).substitute(
        name=name, title=rules.title, game=game, entry=entry,
        files="\n".join(f"| `{file}` | {what} |" for file, what in told.items()),
        clock=f"{clock.move_ms} ms for an answer, {clock.bank_ms} ms a leg for all that took over 50 ms",
        actions=actions_table(rules), options=options_table(rules),
    )  # fmt: skip
