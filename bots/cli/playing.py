"""`arena play`: let bots play each other here, by the same referee and sandbox as the service."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from bots import matchfile
from bots.cli import series
from bots.cli.exits import CommandError, Exit
from bots.cli.programs import build_upload, distinct_names, find_upload
from bots.cli.screen import err, progress_bar, say, show_json, show_table, table
from bots.cli.standing import Standing, standings
from bots.cli.transcripts import conversations
from bots.match import Clock, MatchPlan, MatchReport, sides
from games import GAMES
from games.core.errors import OptionsError

_CLOCK = Clock()
_SPARE = ("MB", "drawn", "CPU, s", "forfeits", "won")  # left out of a narrow terminal, in this order
_PYTHON = {"True": "true", "False": "false", "None": "null"}  # what Python's authors type


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="play")(play)


def play(
    game: Annotated[str, typer.Argument(help="ten, lie, takethat, sequence or twinit.")],
    bots: Annotated[
        list[str],
        typer.Argument(help="Files, directories, archives, or house bots: random, sensible, strong."),
    ],
    seats: Annotated[
        int | None, typer.Option(help="Seats at the table; what fits the bots by default.")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--options", "-o", help="The game's options: KEY=VALUE, several times, or a JSON object."
        ),
    ] = None,
    legs: Annotated[
        int | None, typer.Option(min=1, max=200, help="Legs of a match; about ten by default.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000, help="How many matches.")] = 1,
    parallel: Annotated[
        int | None,
        typer.Option("--parallel", "-p", min=1, help="Matches at once; as many as there are cores."),
    ] = None,
    seed: Annotated[str, typer.Option(help="Any text: the same seed gives the same deals.")] = "",
    mirror: Annotated[
        bool, typer.Option(help="Play every deal once for each rotation of the seats.")
    ] = False,
    move_ms: Annotated[int, typer.Option(min=1, help="CPU time for one answer.")] = _CLOCK.move_ms,
    replay: Annotated[
        Path | None, typer.Option(help="Write the match to a file; several get a number each.")
    ] = None,
    transcript: Annotated[
        Path | None, typer.Option(help="Write every line between referee and bots to a file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Let bots play matches and show who is better, with 95 % confidence intervals.

    [bold]arena play lie mybot.py strong -n 20[/bold]
    """
    chosen = read_options(options or [])
    plan = make_plan(game, bots, seats=seats, options=chosen, legs=legs, mirror=mirror, move_ms=move_ms)
    seed = seed or secrets.token_hex(32)
    todo = series.plans(plan, seed=seed, games=games)
    reports = []
    played = _play(todo, game, bots, parallel=parallel or min(games, series.cores()))
    for number, report in enumerate(played, 1):
        _keep(report, number if games > 1 else 0, replay=replay, transcript=transcript)
        reports.append(series.lightened(report))
    _show(reports, seed, as_json=as_json)
    if any(report.faults for report in reports):
        raise typer.Exit(Exit.BOT_FAILED)


def make_plan(
    game: str, bots: Sequence[str], *, seats: int | None, options: Mapping[str, Any], legs: int | None,
    mirror: bool, move_ms: int,
) -> MatchPlan:  # fmt: skip
    """Make the plan of a match out of what was typed, or say what does not fit."""
    if game not in GAMES:
        raise CommandError(f"There is no game {game!r}; the games are: {', '.join(GAMES)}.")
    try:
        seats = seats or _seats_for(game, len(bots), options)
        count = sides(game, seats=seats, options=options)
    except OptionsError as bad:
        raise CommandError(str(bad)) from None
    if count not in (1, len(bots)):
        raise CommandError(
            f"At a table of {seats} there are {count} sides, so {count} bots play, not {len(bots)}."
        )
    names = distinct_names([find_upload(text, game).name for text in bots])
    return MatchPlan(
        game=game, seats=seats, options=options, legs=legs or _about_ten(count), seed=b"", names=names,
        mirror=mirror, clock=Clock(move_ms=move_ms),
    )  # fmt: skip


def _seats_for(game: str, bots: int, options: Mapping[str, Any]) -> int:
    """Choose the smallest table for so many bots; the usual one where each bot has its own."""
    rules = GAMES[game].options()
    allowed = rules.seats_for(
        {option.name: options.get(option.name, option.default) for option in rules.options}
    )
    fitting = [seats for seats in allowed if sides(game, seats=seats, options=options) == bots]
    alone = [seats for seats in allowed if sides(game, seats=seats, options=options) == 1]
    if fitting or alone:
        return (sorted(alone, key=lambda seats: abs(seats - 2)) or fitting)[0]
    numbers = sorted({sides(game, seats=seats, options=options) for seats in allowed})
    raise CommandError(
        f"{bots} bots cannot play this; it takes {', '.join(map(str, numbers))}. "
        "A bot may be named several times."
    )


def _about_ten(count: int) -> int:
    return max(1, round(10 / count)) * count


def read_options(given: Sequence[str]) -> dict[str, Any]:
    """Read options: JSON objects, and KEY=VALUE with values in JSON or plain words."""
    options: dict[str, Any] = {}
    for text in given:
        options |= _json_object(text) if text.lstrip().startswith("{") else _pair(text)
    return options


def _json_object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError as bad:
        raise CommandError(f"The options {text!r} are not JSON: {bad}.") from None
    return dict(data)


def _pair(text: str) -> dict[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise CommandError(f"An option is written KEY=VALUE, or as a JSON object; this is {text!r}.")
    try:
        return {key.strip(): json.loads(_PYTHON.get(value, value))}
    except ValueError:
        return {key.strip(): value}


def _play(todo: list[MatchPlan], game: str, bots: Sequence[str], *, parallel: int) -> Iterator[MatchReport]:
    with series.local_sandbox() as sandbox, progress_bar() as bar:
        err.print(f"[dim]Sandbox: {escape(sandbox.describe())}[/dim]")
        built = [build_upload(find_upload(text, game), sandbox) for text in bots]
        legs = todo[0].legs
        task = bar.add_task("legs", total=len(todo) * legs)
        if parallel == 1:
            yield from series.play_here(todo, built, sandbox, on_leg=lambda: bar.advance(task))
            return
        for report in series.play_apart(todo, built, processes=min(parallel, len(todo))):
            yield report
            bar.advance(task, legs)


def _keep(report: MatchReport, number: int, *, replay: Path | None, transcript: Path | None) -> None:
    """Write what was asked for of one match; of several each file has the match's number."""
    try:
        if replay is not None:
            matchfile.write(_numbered(replay, number), matchfile.record_data(report))
        if transcript is not None:
            _numbered(transcript, number).write_text(conversations(report))
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be written: {error.strerror}.") from None


def _numbered(path: Path, number: int) -> Path:
    return path.with_stem(f"{path.stem}-{number}") if number else path


def _show(reports: Sequence[MatchReport], seed: str, *, as_json: bool) -> None:
    found = standings(reports)
    plan = reports[0].plan
    if as_json:
        show_json({
            "game": plan.game, "seats": plan.seats, "options": dict(plan.options), "legs": plan.legs,
            "matches": len(reports), "seed": seed, "bots": [asdict(one) for one in found],
            "faults": [asdict(fault) for report in reports for fault in report.faults],
        })  # fmt: skip
        return
    unit = "match" if len(reports) > 1 else "leg"
    show_table(lambda without: _table(found, plan, unit, len(reports), without), spare=_SPARE)
    say(f"[dim]Intervals hold with 95 % confidence, by {unit}. Repeat it with --seed {escape(seed)}[/dim]")
    _show_faults(reports)


def _table(
    found: Sequence[Standing], plan: MatchPlan, unit: str, matches: int, without: Sequence[str]
) -> Any:
    count = "1 match" if matches == 1 else f"{matches} matches"
    title = f"{GAMES[plan.game].title}: {count} of {plan.legs} legs, {plan.seats} seats"
    rows = [_row(one, unit) for one in found]
    kept = [header for header in rows[0] if header not in without]
    shown = table(*kept, title=title, right=tuple(kept[1:]))
    for row in rows:
        shown.add_row(*(row[header] for header in kept))
    return shown


def _row(one: Standing, unit: str) -> dict[str, str]:
    error = "" if one.points_error is None else f" ± {one.points_error:.2f}"
    return {
        "bot": escape(one.name), "won": str(one.wins), "drawn": str(one.draws),
        "won, %": f"{100 * one.share:.0f} ({100 * one.share_low:.0f} to {100 * one.share_high:.0f})",
        f"points a {unit}": f"{one.points:+.2f}{error}", "CPU, s": f"{one.cpu_ms / 1000:.2f}",
        "MB": f"{one.peak_memory_kb / 1024:.0f}",
        "forfeits": f"[red]{one.forfeits}[/red]" if one.forfeits else "0",
    }  # fmt: skip


def _show_faults(reports: Sequence[MatchReport]) -> None:
    """Tell of each kind of failure once."""
    told: set[tuple[int, str]] = set()
    for report in reports:
        for fault in report.faults:
            if (fault.player, fault.fault) in told:
                continue
            told.add((fault.player, fault.fault))
            name = escape(report.plan.names[fault.player])
            say(
                f"[red]{name} forfeited leg {fault.leg + 1} at step {fault.step}[/red] "
                f"({fault.fault}): {escape(fault.reason)}"
            )
            if fault.answer:
                say(f"  it answered: {escape(fault.answer[:300])}")
    if told:
        say("[dim]`arena check` shows the whole message and the log of a bot that fails.[/dim]")
