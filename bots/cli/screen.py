"""Where commands write: results to standard output, progress and errors to standard error."""

from __future__ import annotations

from typing import Any

import orjson
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

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


def progress_bar() -> Progress:
    """Make the bar of a long command; it leaves no trace, and none appears where nobody looks."""
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=err, transient=True, disable=not err.is_terminal,
    )  # fmt: skip
