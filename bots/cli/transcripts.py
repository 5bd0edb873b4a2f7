"""Writes docs/transcripts: every line of a whole game, as one bot sees it. `python -m bots.cli.transcripts`

The bots are the Python kit's and the seed is fixed: the files change only when the protocol or a game does.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bots import kits
from bots.build import build
from bots.cli.places import build_cache
from bots.cli.series import local_sandbox
from bots.errors import RunnerError
from bots.match import MatchPlan, MatchReport, sides
from bots.referee import play
from bots.sandbox import Sandbox

DIRECTORY = Path("docs/transcripts")
# Small tables, so that a whole game can be read: seats and options of each game.
TABLES: Mapping[str, tuple[int, Mapping[str, Any]]] = {
    "ten": (2, {}),
    "lie": (2, {}),
    "takethat": (2, {"rounds": 1}),
    "sequence": (2, {}),
    "twinit": (2, {"mode": "coop"}),
}
_NAMES = ("ada", "bob")


# A whole game of rivals is long: its beginning is enough to see how windows and ticks go.
BEGINNINGS: Mapping[str, tuple[str, int, Mapping[str, Any], int]] = {"twinit-rivalry": ("twinit", 2, {}, 20)}


def documents(sandbox: Sandbox) -> dict[str, str]:
    """Make all files by their names."""
    whole = {f"{game}.txt": transcript(game, sandbox, *table) for game, table in TABLES.items()}
    parts = {
        f"{name}.txt": "".join(transcript(game, sandbox, seats, options).splitlines(keepends=True)[:lines])
        for name, (game, seats, options, lines) in BEGINNINGS.items()
    }
    return whole | parts


def transcript(game: str, sandbox: Sandbox, seats: int, options: Mapping[str, Any]) -> str:
    """Play one leg and give the conversation of the first bot at seat 0."""
    kit = build(kits.archive("python", game), "kit.zip", cache=build_cache(), sandbox=sandbox)
    count = sides(game, seats=seats, options=options)
    plan = MatchPlan(
        game=game, seats=seats, options=options, legs=1, seed=b"transcript".ljust(32), names=_NAMES[:count]
    )
    report = play(plan, [kit] * count, sandbox=sandbox)
    if report.faults:
        raise RunnerError(f"the kit failed in {game}: {report.faults[0].reason}")
    return conversation(report, player=0, seat=0)


def conversation(report: MatchReport, *, player: int, seat: int) -> str:
    """Give what a player's program at one seat was sent (->) and answered (<-), a line each."""
    lines = []
    for _, _, at, message, answer in report.players[player].transcript:
        if at == seat:
            lines += [f"-> {message}", f"<- {answer}"] if answer else [f"-> {message}"]
    return "".join(f"{line}\n" for line in lines)


def conversations(report: MatchReport) -> str:
    """Give the conversations of all players, leg by leg, under their names."""
    parts = []
    for player, name in enumerate(report.plan.names):
        heading: tuple[int, int] | None = None
        for leg, _, seat, message, answer in report.players[player].transcript:
            if heading != (leg, seat):
                heading = (leg, seat)
                parts.append(f"# {name}, leg {leg + 1}, seat {seat}\n")
            parts.append(f"-> {message}\n" + (f"<- {answer}\n" if answer else ""))
    return "".join(parts)


def main(arguments: list[str]) -> None:
    """Write the transcript of every game into a directory."""
    directory = Path(arguments[0]) if arguments else DIRECTORY
    directory.mkdir(parents=True, exist_ok=True)
    with local_sandbox() as sandbox:
        for name, text in documents(sandbox).items():
            (directory / name).write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
