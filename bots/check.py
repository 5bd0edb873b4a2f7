"""The check of a new bot, the same on the server and at home: a short match in every game that it enters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bots.errors import BuildError
from bots.manifest import BuiltBot
from bots.match import MatchPlan, MatchReport, sides
from bots.matchfile import log_data
from bots.referee import play
from bots.sandbox import Sandbox
from games import GAMES

EXCERPT = 4000  # characters of a log or message that the author is shown
EXCHANGES = 20  # the last messages and answers that the author is shown


def entered_games(named: Sequence[str]) -> list[str]:
    """Name the games a bot enters: those of its bot.toml, else all. BuildError when it names another."""
    unknown = [game for game in named if game not in GAMES]
    if unknown:
        raise BuildError(f"There is no game {unknown[0]!r}; the games are: {', '.join(GAMES)}.")
    return list(named) or list(GAMES)


def short_legs(count: int) -> int:
    """Give the legs of a check: one for each side of the table, so that the bot sits everywhere."""
    return max(count, 2)


def check_plan(game: str, name: str, partner: str, seed: bytes) -> MatchPlan:
    """Plan the check match of a game: its usual table, the house on all other sides."""
    seats = GAMES[game].options().default_seats
    count = sides(game, seats=seats, options={})
    names = (name, *(f"{partner}-{number}" for number in range(1, count)))
    return MatchPlan(game=game, seats=seats, options={}, legs=short_legs(count), seed=seed, names=names)


def check_game(
    bot: BuiltBot, partner: BuiltBot, game: str, *, name: str, partner_name: str, seed: bytes,
    sandbox: Sandbox, core: int | None = None,
) -> tuple[dict[str, Any], MatchReport]:  # fmt: skip
    """Play the check match of one game and say how it went. RunnerError is our fault."""
    plan = check_plan(game, name, partner_name, seed)
    report = play(plan, [bot] + [partner] * (len(plan.names) - 1), sandbox=sandbox, core=core)
    return entry(game, fault=report.players[0].fault, log=log_data(report, 0)), report


def entry(game: str, *, fault: str, log: Mapping[str, Any]) -> dict[str, Any]:
    """Say how a check match went, with the transcript of the fault; `log` is the bot's own of the match."""
    first: Mapping[str, Any] = log["faults"][0] if log["faults"] else {}
    return {
        "game": game, "ok": not fault, "fault": fault, "reason": str(first.get("reason", "")),
        "log": log["stderr"][-EXCERPT:], "message": str(first.get("message", ""))[:EXCERPT],
        "answer": str(first.get("answer", ""))[:EXCERPT],
        "transcript": [_cut(exchange) for exchange in _until(first, log.get("transcript", ()))[-EXCHANGES:]],
    }  # fmt: skip


def _until(fault: Mapping[str, Any], exchanges: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Leave out what came after a fault: the author looks for what led to it."""
    if not fault:
        return list(exchanges)
    end = (fault["leg"], fault["step"])
    return [exchange for exchange in exchanges if (exchange["leg"], exchange["step"]) <= end]


def _cut(exchange: Mapping[str, Any]) -> dict[str, Any]:
    """Keep an exchange readable; the log of the match has all of it."""
    return {name: text[:1000] if isinstance(text, str) else text for name, text in exchange.items()}


def sentence(failed: Mapping[str, Any]) -> str:
    """Say in words why a check was not passed."""
    title = GAMES[failed["game"]].title
    return f"It failed its check match of {title} ({failed['fault']}): {failed['reason']}"
