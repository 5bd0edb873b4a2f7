"""Results for other programs: everything as JSON, the standings as CSV."""

from __future__ import annotations

import csv
import io
from typing import Any

from arena.tournaments.models import Entrant, Tournament
from arena.tournaments.pairing.scoring import TIE_BREAK_RULES
from arena.tournaments.selectors import entrants_of, games_of

_COLUMNS = (
    "place",
    "bot",
    "owner",
    "version",
    "seed",
    "points",
    "played",
    "group",
    "medal",
    "status",
    "note",
)
_FORMULA = ("=", "+", "-", "@", "\t")  # a spreadsheet would compute a cell that begins so


def results_of(tournament: Tournament) -> dict[str, Any]:
    """Give entrants, standings and every match of a tournament by name."""
    entrants = {row.pk: row for row in entrants_of(tournament)}
    plan = tournament.plan or {}
    return {
        "tournament": tournament.slug, "title": tournament.title, "status": tournament.status,
        "format": tournament.format, "game": tournament.game, "plan_version": tournament.plan_version,
        "started_at": tournament.started_at, "finished_at": tournament.finished_at,
        "entrants": [_entrant(row) for row in entrants.values()],
        "standings": [_line(line, entrants) for line in plan.get("standings", [])],
        "groups": {
            name: [_line(line, entrants) for line in lines] for name, lines in plan.get("tables", {}).items()
        },
        "tie_breaks": tie_breaks_of(plan),
        "pairings": _pairings(tournament, entrants),
        "notes": plan.get("notes", []),
    }  # fmt: skip


def tie_breaks_of(plan: dict[str, Any]) -> dict[str, str]:
    """Explain the tie-breaks that a plan's standings use, in their order."""
    lines = plan.get("standings", [])
    names = [one["name"] for one in lines[0]["tie_breaks"]] if lines else []
    return {name: TIE_BREAK_RULES[name] for name in [*names, "seed"]}


def _entrant(row: Entrant) -> dict[str, Any]:
    return {
        "bot": row.bot.name, "owner": row.bot.owner.username,
        "version": row.version.number if row.version is not None else None, "seed": row.seed,
        "status": row.status, "reason": row.reason, "place": row.place, "medal": row.medal,
        "is_checked_in": row.checked_in_at is not None,
    }  # fmt: skip


def _line(line: dict[str, Any], entrants: dict[int, Entrant]) -> dict[str, Any]:
    return {**line, "entrant": None, "bot": _name(entrants, line["entrant"])}


def _name(entrants: dict[int, Entrant], entrant: int | None) -> str | None:
    return entrants[entrant].bot.name if entrant in entrants else None


def _pairings(tournament: Tournament, entrants: dict[int, Entrant]) -> list[dict[str, Any]]:
    games: dict[str, list[dict[str, Any]]] = {}
    for row in games_of(tournament):
        ranks = [player.rank for player in row.match.players.all()]
        games.setdefault(row.key, []).append({
            "number": row.number, "match": row.match_id, "status": row.match.status,
            "bots": [_name(entrants, one) for one in row.entrants], "ranks": ranks,
        })  # fmt: skip
    return [
        {
            "key": pairing["key"], "round": pairing["round"], "stage": pairing["stage"],
            "slots": [
                {"bot": _name(entrants, slot["entrant"]), "origin": slot["origin"]}
                for slot in pairing["slots"]
            ],
            "order": [_name(entrants, one) for one in pairing["order"]],
            "absent": [_name(entrants, one) for one in pairing["absent"]],
            "decision": pairing["decision"], "if_needed": pairing["if_needed"],
            "matches": games.get(pairing["key"], []),
        }
        for pairing in (tournament.plan or {}).get("pairings", [])
    ]  # fmt: skip


def standings_csv(tournament: Tournament) -> str:
    """Write the standings as CSV, a column for each tie-break."""
    entrants = {row.pk: row for row in entrants_of(tournament)}
    lines = (tournament.plan or {}).get("standings", [])
    breaks = [name for name in tie_breaks_of(tournament.plan or {}) if name != "seed"]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*_COLUMNS, *breaks])
    for line in lines:
        values = {one["name"]: one["value"] for one in line["tie_breaks"]}
        cells = _cells(line, entrants[line["entrant"]])
        writer.writerow([_safe(cell) for cell in [*cells, *(values.get(name, "") for name in breaks)]])
    return text.getvalue()


def _cells(line: dict[str, Any], row: Entrant) -> list[Any]:
    version = row.version.number if row.version is not None else ""
    points = "" if line["points"] is None else line["points"]
    return [
        line["place"], row.bot.name, row.bot.owner.username, version, row.seed, points, line["played"],
        line["group"], row.medal, row.status, line["note"],
    ]  # fmt: skip


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
