"""Pictures of a finished match, computed from its record: through a seat's eyes, or of the open table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.errors import ConflictError, NotFoundError
from games import GAMES
from games.core.errors import RecordError
from games.core.game import Event, Game
from games.core.record import Record, Replayed, replay


def frames(
    data: Mapping[str, Any],
    *,
    leg: int,
    table: int = 0,
    seat: int | None = None,
    first: int = 0,
    limit: int = 200,
) -> dict[str, Any]:
    """Give the frames of one leg from `first` on; `data` is a match's record."""
    found = _table(data, leg, table)
    if seat is not None and not 0 <= seat < len(found["players"]):
        raise NotFoundError("There is no such seat.", code="no_such_seat")
    record = Record.from_json(found["record"])
    names = [data["names"][player] for player in found["players"]]
    try:
        shown = [
            _frame(GAMES[record.game], step, seat, names)
            for step in replay(record, GAMES[record.game])
            if first <= step.index < first + limit
        ]
    except RecordError as old:
        raise ConflictError(f"This match cannot be shown any more: {old}", code="old_record") from None
    return {
        "leg": leg, "table": table, "seat": seat, "names": names, "steps": len(record.steps),
        "ranks": found["ranks"], "scores": found["scores"], "ending": found["ending"], "frames": shown,
    }  # fmt: skip


def _table(data: Mapping[str, Any], leg: int, table: int) -> Mapping[str, Any]:
    for found in data["tables"]:
        if (found["leg"], found["table"]) == (leg, table):
            chosen: Mapping[str, Any] = found
            return chosen
    raise NotFoundError("There is no such leg.", code="no_such_leg")


def _frame(game: Game[Any, Any], step: Replayed, seat: int | None, names: list[str]) -> dict[str, Any]:
    return {
        "step": step.index,
        "to_act": list(game.to_act(step.state)),
        "state": game.observe(step.state, seat),
        "events": [view for event in step.events if (view := _seen(game, event, seat, names)) is not None],
    }


def _seen(game: Game[Any, Any], event: Event, seat: int | None, names: list[str]) -> dict[str, Any] | None:
    view = event.view(seat)
    if view is None:
        return None
    return view | {"text": sentence(game, view, names)}


def sentence(game: Game[Any, Any], view: Mapping[str, Any], names: list[str]) -> str:
    """Say an event in English, with bots in place of seats."""
    template, values = game.describe(view)
    return template.format(**{key: _named(key, value, names) for key, value in values.items()})


def _named(key: str, value: Any, names: list[str]) -> Any:
    if not key.startswith("seat"):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(names[seat] for seat in value)
    return names[value] if isinstance(value, int) and 0 <= value < len(names) else value
