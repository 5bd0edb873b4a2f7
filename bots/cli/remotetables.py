"""Answers of the service as people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.markup import escape

from bots.cli.screen import say, show_block, show_table, table

_COLOURS = {"active": "green", "rejected": "red", "finished": "green", "win": "green", "loss": "red"}


def coloured(word: str) -> str:
    """Give a state its colour."""
    colour = _COLOURS.get(word)
    return f"[{colour}]{word}[/{colour}]" if colour else word


def show_bots(bots: Sequence[Mapping[str, Any]]) -> None:
    """List bots."""
    if not bots:
        say("You have no bots here yet; `arena submit` sends one.")
        return
    shown = table("bot", "version", "games", "state", right=("version",))
    for bot in bots:
        shown.add_row(
            escape(bot["name"]), str(bot["active_version"] or "-"), ", ".join(bot["games"]), _state(bot)
        )
    show_table(lambda _: shown)


def _state(bot: Mapping[str, Any]) -> str:
    if bot["retired_at"]:
        return "retired"
    if bot["paused_at"]:
        return f"[yellow]paused[/yellow]: {escape(bot['paused_reason'])}"
    return "[green]playing[/green]" if bot["active_version"] else "no version is active"


def show_bot(
    bot: Mapping[str, Any], version: Mapping[str, Any] | None, ratings: Sequence[Mapping[str, Any]]
) -> None:
    """Show one bot with its newest version and its ratings."""
    say(f"[bold]{escape(bot['name'])}[/bold] of {escape(bot['owner'])}: {_state(bot)}")
    if version is not None:
        reason = f": {escape(version['status_reason'])}" if version.get("status_reason") else ""
        say(f"Newest version {version['number']} is {coloured(version['status'])}{reason}")
    if not ratings:
        say("It stands on no ladder yet.")
        return
    shown = table("ladder", "rating", "mu", "sigma", "won", "drawn", "lost", "faults",
                  right=("rating", "mu", "sigma", "won", "drawn", "lost", "faults"))  # fmt: skip
    for one in ratings:
        shown.add_row(
            escape(one["ladder"]), f"{one['shown']:.2f}", f"{one['mu']:.2f}", f"{one['sigma']:.2f}",
            str(one["wins"]), str(one["draws"]), str(one["losses"]), str(one["faults"]),
        )  # fmt: skip
    show_table(lambda _: shown)


def show_version(version: Mapping[str, Any]) -> None:
    """Show how a version was built and checked."""
    reason = f": {escape(version['status_reason'])}" if version.get("status_reason") else ""
    state = coloured(version["status"])
    say(f"[bold]{escape(version['bot'])}[/bold] version {version['number']} is {state}{reason}")
    show_block("The build said:", version.get("build_log", ""))
    for entry in version.get("check_report", []):
        verdict = "[green]passed[/green]" if entry["ok"] else f"[red]failed[/red] ({entry['fault']})"
        say(f"{verdict} {escape(entry['game'])} {escape(entry.get('reason', ''))}")
        if not entry["ok"]:
            show_block("It had been asked:", entry.get("message", "")[:2000])
            show_block("It answered:", entry.get("answer", "") or "(nothing)")
            show_block("Its log (standard error) ends:", entry.get("log", ""))


def show_match_log(log: Mapping[str, Any], *, transcript: bool) -> None:
    """Show a bot's own log of a match; on demand with every line that it was sent and answered."""
    if transcript:
        show_block("Sent (->) and answered (<-):", _lines(log.get("transcript", ())))
    for fault in log["faults"]:
        say(
            f"[red]forfeited leg {fault['leg'] + 1} at step {fault['step']}[/red] "
            f"({fault['fault']}): {escape(fault['reason'])}"
        )
        show_block("It had been asked:", fault.get("message", "")[:2000])
        show_block("It answered:", fault.get("answer", "") or "(nothing)")
    for note in log["notes"]:
        where = f"leg {note['leg'] + 1}, step {note['step']}, seat {note['seat']}"
        say(f"[dim]{where}[/dim] {escape(note['text'])}")
    show_block("Standard error:", log["stderr"])
    if not (log["faults"] or log["notes"] or log["stderr"] or transcript):
        count = len(log.get("transcript", ()))
        say(f"It wrote no log and did not fail; --transcript shows its {count} exchanges.")


def _lines(exchanges: Sequence[Mapping[str, Any]]) -> str:
    lines = []
    for one in exchanges:
        where = f"leg {one['leg'] + 1}, step {one['step']}, seat {one['seat']}"
        lines += [f"{where} -> {one['message']}"] + ([f"{where} <- {one['answer']}"] if one["answer"] else [])
    return "\n".join(lines)


def show_matches(matches: Sequence[Mapping[str, Any]], bot: str) -> None:
    """List matches; with a bot, from its side."""
    if not matches:
        say("There are no such matches.")
        return
    shown = table("match", "ladder", "game", "state", "bots, with rank and points", right=("match",))
    for match in matches:
        players = sorted(match["players"], key=lambda player: (player["rank"] or 99, player["index"]))
        names = ", ".join(_player(player, bot) for player in players)
        shown.add_row(
            str(match["id"]), escape(match["ladder"] or match["kind"]), match["game"],
            coloured(match["status"]), names,
        )  # fmt: skip
    show_table(lambda _: shown)


def _player(player: Mapping[str, Any], bot: str) -> str:
    name = f"[bold]{escape(player['bot'])}[/bold]" if player["bot"] == bot else escape(player["bot"])
    place = f"{player['rank']}. " if player["rank"] else ""
    points = "" if player["points"] is None else f" {player['points']:+.1f}"
    return place + name + points + (f" [red]({player['fault']})[/red]" if player["fault"] else "")
