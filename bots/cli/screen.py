"""Where commands write: results to standard output, progress and errors to standard error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import orjson
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

_WIDE = 1000
out = Console(soft_wrap=True, highlight=False)
err = Console(stderr=True, soft_wrap=True, highlight=False)


def say(text: str) -> None:
    """Write a line of results; markup is ours, so names and texts of others are escaped before."""
    out.print(text)


def show_json(data: Any) -> None:
    """Write data for scripts."""
    out.file.write(orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode())


def show_block(title: str, text: str) -> None:
    """Write a longer text under its title, as it is."""
    if text.strip():
        say(f"[bold]{escape(title)}[/bold]")
        out.print(text.rstrip("\n"), markup=False)


def table(*columns: str, right: tuple[str, ...] = (), title: str = "") -> Table:
    """Start a table; the named columns are aligned to the right."""
    made = Table(
        title=escape(title) or None, title_justify="left", title_style="bold", box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0), pad_edge=False,
    )  # fmt: skip
    for column in columns:
        made.add_column(
            column, justify="right" if column in right else "left", overflow="fold", no_wrap=column in right
        )
    return made


def show_table(make: Callable[[Sequence[str]], Table], spare: Sequence[str] = ()) -> None:
    """Write a table in full: wide where nobody looks, else made without spare columns that have no room."""
    wide = Console(file=out.file, width=_WIDE, soft_wrap=True, highlight=False)
    if not out.is_terminal:
        wide.print(make(()))
        return
    tables = [make(spare[:count]) for count in range(len(spare) + 1)]
    out.print(next((made for made in tables if _width(made, wide) <= out.width), tables[-1]))


def _width(made: Table, on: Console) -> int:
    return max(sum(segment.cell_length for segment in line) for line in on.render_lines(made, pad=False))


def progress_bar() -> Progress:
    """Make the bar of a long command; it leaves no trace, and none appears where nobody looks."""
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=err, transient=True, disable=not err.is_terminal,
    )  # fmt: skip
