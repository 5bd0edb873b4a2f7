"""`arena verify`: prove that a match was dealt and counted as it says."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from bots.cli.exits import Exit
from bots.cli.records import load_record
from bots.cli.screen import say, show_json
from bots.verify import verify as prove
from games import GAMES


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="verify")(verify)


def verify(
    match: Annotated[str, typer.Argument(help="A file of `arena play --replay`, or the number of a match.")],
    seed_hash: Annotated[str, typer.Option(help="The hash of the seed as it was published before.")] = "",
    server: Annotated[str, typer.Option(envvar="ARENA_SERVER", help="Address of the server.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Replay a match and recompute every shuffle, every step and every result.

    A match named by its number is fetched, together with the hash that was published when it was made.
    """
    data, published = load_record(match, server)
    verdict = prove(data, published=(seed_hash or published).lower())
    if as_json:
        show_json({
            "holds": verdict.holds, "findings": list(verdict.findings), "tables": verdict.tables,
            "steps": verdict.steps, "seed_hash": verdict.seed_hash, "digest": verdict.digest,
        })  # fmt: skip
    elif verdict.holds:
        title = GAMES[data["game"]].title
        counted = f"{title}: {verdict.tables} tables, {verdict.steps} steps replayed."
        say(f"[bold green]It holds.[/bold green] {counted}")
        promise = "as it was published" if seed_hash or published else "compare it with what was published"
        say(f"The seed's hash is {verdict.seed_hash}: {promise}.")
    for finding in verdict.findings if not as_json else ():
        say(f"[red]wrong[/red] {escape(finding)}")
    if not verdict.holds:
        raise typer.Exit(Exit.BOT_FAILED)
