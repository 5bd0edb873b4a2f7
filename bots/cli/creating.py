"""`arena new`: a directory with a bot that plays at once."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.markup import escape

from bots import kits, protocol_schema
from bots.cli.exits import CommandError, Exit
from bots.cli.screen import out, say, show_json
from bots.languages import LANGUAGES
from games import GAMES

_ALIASES = {
    "js": "javascript",
    "node": "javascript",
    "py": "python",
    "c++": "cpp",
    "rs": "rust",
    "golang": "go",
}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(name="new")(new)
    app.command(name="rules")(rules)


def new(
    language: Annotated[str, typer.Argument(help="python, javascript, c, cpp, rust, go or java.")],
    game: Annotated[str, typer.Argument(help="The game it will play.")] = kits.DEFAULT_GAME,
    into: Annotated[Path | None, typer.Option("--into", "-d", help="The directory to make.")] = None,
) -> None:
    """Make a directory with a bot in a language: one file to edit, and it plays at once."""
    language = _ALIASES.get(language.lower(), language.lower())
    if language not in kits.ENTRIES:
        raise CommandError(f"There is no kit for {language!r}; there are: {', '.join(kits.ENTRIES)}.")
    if game not in GAMES:
        raise CommandError(f"There is no game {game!r}; the games are: {', '.join(GAMES)}.")
    target = into or Path(f"{game}-{language}")
    write_kit(target, language, game)
    entry = escape(str(target / kits.ENTRIES[language]))
    say(f"[green]made[/green] {escape(str(target))}: edit [bold]{entry}[/bold]")
    if LANGUAGES[language].toolchain() is None:
        say(f"[yellow]{language} is not installed here[/yellow]: {LANGUAGES[language].install}")
    say(f"Then: arena play {game} {escape(str(target))} random")


def rules(
    game: Annotated[str, typer.Argument(help="ten, lie, takethat, sequence or twinit.")],
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schemas instead.")] = False,
) -> None:
    """Print the rules of a game, or the JSON Schemas of its options, actions, states and messages."""
    if game not in GAMES:
        raise CommandError(f"There is no game {game!r}; the games are: {', '.join(GAMES)}.")
    if schema:
        show_json(GAMES[game].schemas() | {"messages": protocol_schema.schemas(GAMES[game])})
        return
    page = Path(inspect.getfile(type(GAMES[game]))).with_name("RULES.md")
    if not page.exists():
        raise CommandError(f"The rules of {GAMES[game].title} are not installed here.", Exit.OUR_FAULT)
    text = page.read_text()
    out.print(Markdown(text) if out.is_terminal else text, markup=False)


def write_kit(target: Path, language: str, game: str) -> None:
    """Write a kit into a directory that is new or empty."""
    name = target.resolve().name
    if not _NAME.fullmatch(name):
        raise CommandError(f"{name!r} cannot be a bot's name: letters, digits, - and _, at most 40.")
    try:
        target.mkdir(parents=True, exist_ok=True)
        if any(target.iterdir()):
            raise CommandError(f"{target} is not empty; choose another directory with --into.")
        for file, content in kits.files(language, game, name=name).items():
            (target / file).write_bytes(content)
    except OSError as error:
        raise CommandError(f"{target} cannot be made: {error.strerror}.") from None
