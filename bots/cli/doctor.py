"""`arena doctor`: what this machine can do with bots, and how it can do more."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from bots.cli.exits import Exit
from bots.cli.screen import out, say, show_json, table
from bots.errors import RunnerError
from bots.languages import LANGUAGES, toolchains
from bots.sandbox import Level, Sandbox


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="doctor")(doctor)


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Say which languages and which sandbox this machine has, and how to get the rest."""
    found = {name: tools.version if tools else "" for name, tools in toolchains().items()}
    levels = {level.value: _probe(level) for level in Level}
    strongest = next((level for level, trouble in levels.items() if not trouble), "")
    if as_json:
        show_json({"languages": found, "sandbox": strongest, "levels": levels})
    else:
        _show_languages(found)
        _show_levels(levels, strongest)
    if not strongest:
        raise typer.Exit(Exit.OUR_FAULT)


def _probe(level: Level) -> str:
    """Open a sandbox at one level and close it again; the reason when that fails."""
    try:
        Sandbox.open(level.value).close()
    except RunnerError as error:
        return str(error)
    return ""


def _show_languages(found: dict[str, str]) -> None:
    shown = table("language", "here", "how to get it", title="Languages")
    for name, version in found.items():
        here = f"[green]{escape(version)}[/green]" if version else "[yellow]not installed[/yellow]"
        shown.add_row(name, here, "" if version else escape(LANGUAGES[name].install))
    out.print(shown)


_MEANING = {
    Level.FULL: "namespaces, system call filter, cgroups",
    Level.RLIMITS: "namespaces, system call filter, limits a process",
    Level.LITE: "no namespaces: Landlock, a stricter filter, limits a process",
}


def _show_levels(levels: dict[str, str], strongest: str) -> None:
    shown = table("level", "rests on", "works here", title="Sandbox, from the strongest to the weakest")
    for name, trouble in levels.items():
        works = f"[yellow]no:[/yellow] {escape(trouble)}" if trouble else "[green]yes[/green]"
        shown.add_row(name, _MEANING[Level(name)], works)
    out.print(shown)
    if strongest:
        say(f"Bots run at the level [bold]{strongest}[/bold].")
    else:
        say("[bold red]Bots cannot run here.[/bold red] Install bubblewrap (apt install bubblewrap).")
