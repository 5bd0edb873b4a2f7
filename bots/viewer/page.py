"""The replay viewer as one HTML file that opens from a disk, without a network."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import Any

from bots.frames import board
from bots.viewer.account import account
from bots.viewer.pack import pack_leg
from games import GAMES

MODULES = (
    "main", "player", "controls", "panels", "frames", "keys", "chart", "dom", "seats", "telling", "words",
)  # fmt: skip
_EXTRA = {"twinit": ("picture",)}
_OPEN_GAMES = {"ten"}  # nothing is hidden there: every seat's picture is the open table's


def modules(game: str) -> tuple[str, ...]:
    """Name the modules that draw a game, by their names in the import map."""
    return (*MODULES, game, *_EXTRA.get(game, ()))


def legs_of(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the tables of a match for the viewer's menu."""
    alone = len({entry["table"] for entry in data["tables"]}) == 1
    return [
        {
            "leg": entry["leg"], "table": entry["table"],
            "who": "" if alone else _sitters(data, entry),
        }
        for entry in data["tables"]
    ]  # fmt: skip


def _sitters(data: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    return ", ".join(dict.fromkeys(data["names"][player] for player in entry["players"]))


def offline_page(record: Mapping[str, Any]) -> str:
    """Write a whole match, its drawings and its text account as one HTML file."""
    game = GAMES[record["game"]]
    title = f"{game.title}: {', '.join(record['names'])}"
    config = {"game": record["game"], "legs": legs_of(record), "packed": _packed(_pictures(record))}
    return _PAGE.format(
        title=escape(title),
        css=static_text("viewer.css"),
        imports=_json({"imports": {f"viewer/{name}": _module(name) for name in modules(record["game"])}}),
        config=_json(config),
        account=_account(record),
    )


@lru_cache(maxsize=1)
def module_names() -> tuple[str, ...]:
    """Name all modules of the viewer, for the import map of a site that serves them."""
    folder = files("bots.viewer").joinpath("static", "viewer")
    return tuple(sorted(found.name[:-3] for found in folder.iterdir() if found.name.endswith(".js")))


def static_text(name: str) -> str:
    """Read one of the viewer's own files."""
    return files("bots.viewer").joinpath("static", "viewer", name).read_text("utf-8")


def _module(name: str) -> str:
    """Give a module as an address that holds its whole text; an import map finds it by name."""
    text = base64.b64encode(static_text(f"{name}.js").encode()).decode()
    return f"data:text/javascript;base64,{text}"


def _pictures(record: Mapping[str, Any]) -> dict[str, Any]:
    """Pack every table of every leg, openly and through each seat's eyes."""
    pictures = {}
    for entry in record["tables"]:
        where = {"leg": entry["leg"], "table": entry["table"]}
        views = [None] if record["game"] in _OPEN_GAMES else [None, *range(len(entry["players"]))]
        for seat in views:
            key = f"{entry['leg']}.{entry['table']}.{'' if seat is None else seat}"
            pictures[key] = pack_leg(record, seat=seat, **where)
    return pictures


def _packed(data: Any) -> str:
    return base64.b64encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()


def _json(data: Any) -> str:
    """Write JSON that can stand inside a script element."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _account(record: Mapping[str, Any]) -> str:
    """Tell every leg in words: for readers without scripts, and for those who cannot see the pictures."""
    parts = []
    for entry in record["tables"]:
        found = board(record, leg=entry["leg"], table=entry["table"])
        lines = [
            f"<li value='{step}'>{escape(' '.join(sentences))}</li>" for step, sentences in account(found)
        ]
        heading = f"Leg {entry['leg'] + 1}: {', '.join(found.names)}"
        parts.append(f"<details><summary>{escape(heading)}</summary><ol>{''.join(lines)}</ol></details>")
    return "".join(parts)


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 16px; max-width: 1500px; font: 16px/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 22px; margin: 4px 0 14px; }}
h2 {{ font-size: 18px; margin: 24px 0 8px; }}
{css}
</style>
<script type="importmap">{imports}</script>
</head>
<body>
<main>
<h1>{title}</h1>
<div data-viewer data-config="viewer-config">
<noscript>The pictures need JavaScript; the account below does not.</noscript>
</div>
<h2>The match in words</h2>
{account}
</main>
<script type="application/json" id="viewer-config">{config}</script>
<script type="module">import "viewer/main";</script>
</body>
</html>
"""
