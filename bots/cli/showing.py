"""`arena replay`: look at a match again, step by step in the terminal or as one page for a browser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from bots.cli.exits import CommandError
from bots.cli.records import load_record
from bots.cli.screen import out, say
from bots.cli.stepping import Stepper
from bots.frames import Board, NoFrameError, board
from games.core.errors import GameError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="replay")(replay)


def replay(
    match: Annotated[str, typer.Argument(help="A file of `arena play --replay`, or the number of a match.")],
    html: Annotated[
        Path | None, typer.Option(help="Write one page that opens offline, in place of showing.")
    ] = None,
    leg: Annotated[int, typer.Option(min=1, help="Which leg.")] = 1,
    table: Annotated[int, typer.Option(min=1, help="Which table, where every bot has its own.")] = 1,
    seat: Annotated[int | None, typer.Option(min=0, help="Through the eyes of one seat only.")] = None,
    text: Annotated[
        bool, typer.Option("--text", help="Print the whole leg, without stopping at each step.")
    ] = False,
    server: Annotated[str, typer.Option(envvar="ARENA_SERVER", help="Address of the server.")] = "",
) -> None:
    """Step through a match: space or → goes on, ← back, n and p change the leg, q ends."""
    data, _ = load_record(match, server)
    try:
        if html is not None:
            _write_page(html, data)
        elif text or not out.is_terminal:
            _print_leg(board(data, leg=leg - 1, table=table - 1), leg, seat)
        else:
            Stepper(data, leg=leg - 1, table=table - 1, seat=seat).run()
    except (GameError, NoFrameError) as bad:
        raise CommandError(f"This match cannot be shown: {bad}") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as bad:
        raise CommandError(f"This match cannot be shown, its record is damaged: {bad!r}.") from None


def _write_page(path: Path, data: Mapping[str, Any]) -> None:
    from bots.viewer.page import offline_page

    try:
        path.write_text(offline_page(data))
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from None
    say(f"[green]written[/green] {escape(str(path))}: open it in a browser, offline if you like.")


def _print_leg(shown: Board, leg: int, seat: int | None) -> None:
    names = ", ".join(shown.names)
    say(f"[bold]{escape(shown.game.title)}, leg {leg}[/bold]: {escape(names)}")
    for frame in shown.frames(seat):
        for event in frame.events:
            say(f"[dim]{frame.step:4}[/dim]  {escape(event['text'])}")
    for fault in shown.faults:
        name = escape(shown.names[fault["seat"]])
        say(f"[red]{name} forfeited[/red] ({fault['fault']}): {escape(fault['reason'])}")
    say(result_line(shown))


def result_line(shown: Board) -> str:
    """Say how the leg ended."""
    entry = shown.entry
    order = sorted(range(len(shown.names)), key=lambda seat: entry["ranks"][seat])
    parts = [f"{entry['ranks'][s]}. {escape(shown.names[s])} ({entry['scores'][s]})" for s in order]
    return f"[bold]{entry['ending']}[/bold]: {', '.join(parts)}"
