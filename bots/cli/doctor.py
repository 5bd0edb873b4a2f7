"""`arena doctor`: what this machine can do with bots, and how it can do more."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.markup import escape

from bots.cli.exits import Exit
from bots.cli.screen import out, say, show_json, table
from bots.errors import RunnerError
from bots.languages import LANGUAGES, toolchains
from bots.sandbox import Level, Sandbox
from bots.sandbox.selftest import failures, self_test


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="doctor")(doctor)


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Say which languages and which sandbox this machine has, and how to get the rest."""
    found = {name: tools.version if tools else "" for name, tools in toolchains().items()}
    levels = {level.value: _probe(level) for level in Level}
    strongest = next((level for level, trouble in levels.items() if not trouble.reason), "")
    if as_json:
        shown = {level: asdict(trouble) for level, trouble in levels.items()}
        show_json({"languages": found, "sandbox": strongest, "levels": shown})
    else:
        _show_languages(found)
        _show_levels(levels, strongest)
    if not strongest:
        raise typer.Exit(Exit.OUR_FAULT)


@dataclass(frozen=True, slots=True)
class Probed:
    """How a level fared: attacks held, and the reason when it cannot be used."""

    attacks: int = 0
    reason: str = ""


def _probe(level: Level) -> Probed:
    """Open a sandbox at one level and attack it from inside, as a worker does when it starts."""
    try:
        with Sandbox.open(level.value) as sandbox:
            probes = self_test(sandbox)
    except RunnerError as error:
        return Probed(reason=str(error))
    return Probed(sum(probe.ok for probe in probes), failures(probes))


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


def _show_levels(levels: dict[str, Probed], strongest: str) -> None:
    shown = table("level", "rests on", "works here", title="Sandbox, from the strongest to the weakest")
    for name, probed in levels.items():
        held = f"[green]yes[/green], {probed.attacks} attacks held"
        works = f"[yellow]no[/yellow]: {escape(probed.reason)}" if probed.reason else held
        shown.add_row(name, _MEANING[Level(name)], works)
    out.print(shown)
    if strongest:
        say(f"Bots run at the level [bold]{strongest}[/bold].")
    else:
        say("[bold red]Bots cannot run here.[/bold red] Install bubblewrap (apt install bubblewrap).")
