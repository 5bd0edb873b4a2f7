"""The `arena` command. Every error is one sentence and an exit code; a traceback comes with ARENA_DEBUG."""

from __future__ import annotations

import os

import typer
from rich.markup import escape

from bots.cli import checking, creating, doctor, judging, playing, remote, showing
from bots.cli.exits import CommandError, Exit
from bots.cli.screen import err
from bots.errors import BotsError, BuildError
from bots.matchfile import MatchFileError

app = typer.Typer(
    name="arena", no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich",
    help="Write bots, let them play here, and send them to an arena.",
    epilog="Exit codes: 0 fine, 1 the bot failed, 2 not understood, 3 this machine or the server failed, "
    "4 the server refused.",
)  # fmt: skip
for module in (playing, checking, creating, showing, judging, doctor, remote):
    module.register(app)


def run(arguments: list[str]) -> int:
    """Run one command and give its exit code."""
    try:
        app(arguments, prog_name="arena")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else int(done.code is not None)
    except KeyboardInterrupt:
        return _failed("Stopped.", Exit.INTERRUPTED)
    except BotsError as error:
        return _told(error)
    except Exception as error:  # noqa: BLE001 - people get a sentence, whatever it was
        return _unforeseen(error)
    return Exit.OK


def _told(error: BotsError) -> int:
    if isinstance(error, CommandError):
        return _failed(str(error), error.code)
    if isinstance(error, BuildError):
        if error.log.strip():
            err.print(error.log.rstrip("\n"), markup=False)
        return _failed(f"{error}", Exit.BOT_FAILED)
    if isinstance(error, MatchFileError):
        return _failed(str(error), Exit.USAGE)
    return _failed(f"This machine could not do it: {error}", Exit.OUR_FAULT)


def _unforeseen(error: Exception) -> int:
    if os.environ.get("ARENA_DEBUG"):
        raise error
    sentence = f"arena itself failed ({type(error).__name__}: {error}). ARENA_DEBUG=1 shows where."
    return _failed(sentence, Exit.OUR_FAULT)


def _failed(sentence: str, code: Exit) -> int:
    err.print(f"[bold red]arena:[/bold red] {escape(sentence)}")
    return int(code)
