"""`arena check`: what the server does with an upload, done here first."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.markup import escape

from bots import check as rules
from bots.cli.exits import CommandError, Exit
from bots.cli.programs import Upload, build_upload, find_upload
from bots.cli.screen import err, say, show_block, show_json
from bots.cli.series import local_sandbox, seed_of
from bots.manifest import BuiltBot
from bots.sandbox import Sandbox
from games import GAMES

_SHOWN = 3  # exchanges before a fault
_LINE = 160


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="check")(check)


def check(
    bot: Annotated[str, typer.Argument(help="A file, a directory with bot.toml, or an archive.")],
    game: Annotated[
        list[str] | None, typer.Option("--game", "-g", help="Only this game, in place of those of bot.toml.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Any text: the same seed gives the same deals.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Build a bot and let it play a short match against the house in every game that it enters."""
    upload = find_upload(bot)
    seed = seed or secrets.token_hex(16)
    with local_sandbox() as sandbox:
        built = build_upload(upload, sandbox)
        games = _games(built, game or [])
        report = _check_all(upload, built, games, seed, sandbox, quiet=as_json)
    if as_json:
        show_json({"bot": upload.name, "language": built.language, "seed": seed, "checks": report})
    _conclude([entry for entry in report if not entry["ok"]], seed, quiet=as_json)


def _games(built: BuiltBot, wanted: Sequence[str]) -> list[str]:
    for game in wanted:
        if game not in GAMES:
            raise CommandError(f"There is no game {game!r}; the games are: {', '.join(GAMES)}.")
    return list(wanted) or rules.entered_games(built.manifest.games)


def _check_all(
    upload: Upload, built: BuiltBot, games: Sequence[str], seed: str, sandbox: Sandbox, *, quiet: bool
) -> list[dict[str, Any]]:
    if not quiet:
        err.print(f"[dim]Sandbox: {escape(sandbox.describe())}[/dim]")
        say(f"[green]built[/green] {escape(upload.name)} ({built.language})")
        show_block("The build said:", built.log)
    report = []
    for game in games:
        entry = _check_one(upload, built, game, seed, sandbox)
        report.append(entry)
        if not quiet:
            _tell(entry)
    return report


def _check_one(upload: Upload, built: BuiltBot, game: str, seed: str, sandbox: Sandbox) -> dict[str, Any]:
    partner = find_upload("house:random", game)
    entry, _ = rules.check_game(
        built, build_upload(partner, sandbox), game, name=upload.name, partner_name=partner.name,
        seed=seed_of(seed, 0, 2), sandbox=sandbox,
    )  # fmt: skip
    return entry


def _tell(entry: Mapping[str, Any]) -> None:
    title = GAMES[entry["game"]].title
    if entry["ok"]:
        say(f"[green]passed[/green] {title}")
        return
    say(f"[red]failed[/red] {title}: [bold]{entry['fault']}[/bold], {escape(entry['reason'])}")
    wrong = f"{'this is' if entry['answer'] else 'no answer:'} {entry['fault']}"
    show_block("The last exchanges:", exchange_lines(entry["transcript"][-_SHOWN:], wrong))
    show_block("It had been asked:", _readable(entry["message"]))
    show_block("It answered:", entry["answer"] or "(nothing)")
    show_block("Its log (standard error) ends:", entry["log"][-2000:])


def exchange_lines(exchanges: Sequence[Mapping[str, Any]], fault: str = "") -> str:
    """Write exchanges as lines: what the bot was sent (->), what it answered (<-), where it failed (^^)."""
    lines, where = [], "before the first question"
    for one in exchanges:
        where = f"leg {one['leg'] + 1}, step {one['step']}"
        lines.append(f"  {where} -> {one['message'][:_LINE]}{'...' if len(one['message']) > _LINE else ''}")
        if one["answer"]:
            lines.append(f"  {where} <- {one['answer'][:_LINE]}")
    if fault:
        lines.append(f"  {where} ^^ {fault}")
    return "\n".join(lines)


def _readable(message: str) -> str:
    """Break a message into a line a key; a message that was cut stays as it is."""
    try:
        data = json.loads(message)
    except ValueError:
        return message[:2000]
    return "\n".join(f"  {key}: {json.dumps(value)[:600]}" for key, value in data.items())


def _conclude(failed: Sequence[Mapping[str, Any]], seed: str, *, quiet: bool) -> None:
    if not failed:
        if not quiet:
            say("[bold green]A server would accept this bot.[/bold green]")
        return
    if not quiet:
        say(f"[bold red]A server would reject this bot.[/bold red] {escape(rules.sentence(failed[0]))}")
        say(f"[dim]Repeat it with --seed {escape(seed)}[/dim]")
    raise typer.Exit(Exit.BOT_FAILED)
