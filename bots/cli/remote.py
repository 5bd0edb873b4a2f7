"""`arena login`, `submit`, `status`, `logs`, `matches`: the service over its HTTP API."""

from __future__ import annotations

import socket
from time import monotonic, sleep
from typing import Annotated, Any

import httpx
import typer
from rich.markup import escape

from bots.check import sentence
from bots.cli import ending
from bots.cli.exits import CommandError, Exit
from bots.cli.programs import Upload, find_upload
from bots.cli.remotetables import show_bot, show_bots, show_match_log, show_matches, show_version
from bots.cli.screen import err, say, show_json
from bots.cli.server import Account, Api, ApiError, account, clean_address, connect, forget, remember

_POLL_S = 1.0
Server = Annotated[str, typer.Option(envvar="ARENA_SERVER", help="Address of the server.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (login, logout, submit, status, logs, matches):
        app.command()(command)


def login(
    address: Annotated[str, typer.Argument(metavar="[SERVER]", help="Address of the server.")] = "",
    server: Server = "",
    username: Annotated[str, typer.Option(help="Your name there.")] = "",
    token: Annotated[str, typer.Option(help="A token made on the web page, in place of a password.")] = "",
    password: Annotated[
        str, typer.Option(envvar="ARENA_PASSWORD", help="Asked for when it is not given.")
    ] = "",
) -> None:
    """Log in to a server; a token of your own is kept in your configuration directory, for you alone."""
    address = clean_address(address or server or _ask("Address of the server"))
    if not token:
        username = username or _ask("Name")
        password = password or _ask("Password", hidden=True)
        token = _new_token(address, username, password)
    with connect(known=Account(address, token)) as api:
        username = api.get("me")["username"]
    remember(Account(address, token, username))
    say(f"[green]logged in[/green] to {escape(address)} as [bold]{escape(username)}[/bold]")


def _ask(what: str, *, hidden: bool = False) -> str:
    try:
        with ending.unwound():
            return str(typer.prompt(what, hide_input=hidden, err=True))
    except typer.Abort:
        raise CommandError(f"{what} is needed; `arena login --help` names the options.") from None


def _new_token(address: str, username: str, password: str) -> str:
    with connect(known=Account(address)) as api:
        name = f"arena on {socket.gethostname()}"[:60]
        try:
            made = api.post("tokens", {"name": name, "username": username, "password": password})
        except ApiError as refused:
            if refused.status != httpx.codes.UNAUTHORIZED:
                raise
            raise CommandError("Wrong name or password.", Exit.REFUSED) from None
        return str(made["token"])


def logout(server: Server = "") -> None:
    """Delete the token that is kept for a server."""
    known = account(server)
    if not forget(known.address):
        raise CommandError(f"You are not logged in to {known.address}.")
    say(f"[green]logged out[/green] of {escape(known.address)}; the web page can revoke the token, too.")


def submit(
    bot: Annotated[str, typer.Argument(help="A file, a directory with bot.toml, or an archive.")],
    name: Annotated[str, typer.Option(help="The bot's name on the server; as in bot.toml by default.")] = "",
    game: Annotated[list[str] | None, typer.Option("--game", "-g", help="Games a new bot enters.")] = None,
    wait: Annotated[bool, typer.Option(help="Wait until it is accepted or rejected.")] = True,
    timeout_s: Annotated[int, typer.Option(min=1, help="How long to wait, in seconds.")] = 300,
    server: Server = "",
    as_json: AsJson = False,
) -> None:
    """Send a bot to the server: a new one, or the next version of one that you have."""
    upload = find_upload(bot)
    manifest = upload.manifest()
    name = name or manifest.name.replace(" ", "-").replace(".", "-")
    with connect(server) as api:
        _make_bot(api, name, game or list(manifest.games))
        version = _send(api, name, upload)
        if not as_json:
            say(f"[green]sent[/green] version {version['number']} of {escape(name)}")
        if wait:
            version = _wait(api, version, timeout_s)
    if as_json:
        show_json(version)
    elif wait:
        _tell_verdict(version)
    if version["status"] == "rejected":
        raise typer.Exit(Exit.BOT_FAILED)


def _make_bot(api: Api, name: str, games: list[str]) -> None:
    if api.find(f"bots/{name}") is None:
        api.post("bots", {"name": name, **({"games": games} if games else {})})


def _send(api: Api, name: str, upload: Upload) -> dict[str, Any]:
    file = {"file": (upload.filename, upload.content, "application/octet-stream")}
    sent: dict[str, Any] = api.post(f"bots/{name}/versions", files=file)
    return sent


def _wait(api: Api, version: dict[str, Any], timeout_s: int) -> dict[str, Any]:
    """Ask until the verdict is there."""
    deadline = monotonic() + timeout_s
    path = f"bots/{version['bot']}/versions/{version['number']}"
    with err.status("waiting for the verdict") as spinner:
        while version["status"] in ("uploaded", "building", "checking"):
            if monotonic() > deadline:
                raise CommandError(
                    f"There is no verdict after {timeout_s} s; `arena status {version['bot']}` asks again.",
                    Exit.OUR_FAULT,
                )
            sleep(_POLL_S)
            version = api.get(path)
            spinner.update(version["status"])
    return version


def _tell_verdict(version: dict[str, Any]) -> None:
    if version["status"] == "rejected":
        failed = [entry for entry in version.get("check_report", []) if not entry.get("ok")]
        reason = version.get("status_reason") or (sentence(failed[0]) if failed else "")
        say(f"[bold red]rejected[/bold red] {escape(reason)}")
        say(f"[dim]`arena logs {escape(version['bot'])}` has the build's log and the transcript.[/dim]")
    else:
        say(f"[bold green]{version['status']}[/bold green] {escape(version.get('status_reason', ''))}")


def status(
    bot: Annotated[str, typer.Argument(help="One bot; all of yours by default.")] = "",
    server: Server = "",
    as_json: AsJson = False,
) -> None:
    """Show your bots, or one with its newest version and its place on every ladder."""
    with connect(server) as api:
        if not bot:
            mine = api.get("bots", owner=api.get("me")["username"], limit=200)["results"]
            show_json(mine) if as_json else show_bots(mine)
            return
        found = api.get(f"bots/{bot}")
        version = _newest(api, bot)
        ratings = api.get(f"bots/{bot}/ratings")
    if as_json:
        show_json({"bot": found, "version": version, "ratings": ratings})
    else:
        show_bot(found, version, ratings)


def _newest(api: Api, bot: str) -> dict[str, Any] | None:
    versions = api.get(f"bots/{bot}/versions", limit=1)["results"]
    if not versions:
        return None
    newest: dict[str, Any] = api.get(f"bots/{bot}/versions/{versions[0]['number']}")
    return newest


def logs(
    bot: Annotated[str, typer.Argument(help="One of your bots.")],
    match: Annotated[
        int | None, typer.Argument(help="A match; the newest version's build and check by default.")
    ] = None,
    version: Annotated[int | None, typer.Option(help="Another version.")] = None,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="Of a match: every line that the bot was sent and answered.")
    ] = False,
    server: Server = "",
    as_json: AsJson = False,
) -> None:
    """Show what a bot wrote in a match, or how its newest version was built and checked."""
    with connect(server) as api:
        if match is not None:
            log = _match_log(api, bot, match)
            show_json(log) if as_json else show_match_log(log, transcript=transcript)
            return
        found = api.get(f"bots/{bot}/versions/{version}") if version else _newest(api, bot)
    if found is None:
        raise CommandError(f"{bot} has no version yet.", Exit.REFUSED)
    show_json(found) if as_json else show_version(found)


def _match_log(api: Api, bot: str, match: int) -> dict[str, Any]:
    players = api.get(f"matches/{match}")["players"]
    index = next((player["index"] for player in players if player["bot"] == bot), None)
    if index is None:
        raise CommandError(f"{bot} did not play in match {match}.", Exit.REFUSED)
    log: dict[str, Any] = api.get(f"matches/{match}/players/{index}/log")
    return log


def matches(
    bot: Annotated[str, typer.Argument(help="One bot; everybody's matches by default.")] = "",
    opponent: Annotated[str, typer.Option(help="Only against this bot.")] = "",
    ladder: Annotated[str, typer.Option(help="Only of this ladder.")] = "",
    result: Annotated[str, typer.Option(help="win, draw or loss, of the bot.")] = "",
    faults: Annotated[bool, typer.Option("--faults", help="Only those in which the bot failed.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200, help="How many.")] = 20,
    server: Server = "",
    as_json: AsJson = False,
) -> None:
    """List matches, the newest first."""
    with connect(server) as api:
        found = api.get(
            "matches", bot=bot, opponent=opponent, ladder=ladder, result=result,
            fault="true" if faults else "", limit=limit,
        )["results"]  # fmt: skip
        if not found and bot:
            api.get(f"bots/{bot}")  # there may be no such bot, which is another answer
    show_json(found) if as_json else show_matches(found, bot)
