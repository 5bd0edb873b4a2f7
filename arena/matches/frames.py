"""Pictures of a finished match for the web and the API: `bots.frames` with the service's errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from arena.errors import ConflictError, NotFoundError
from bots.frames import Frame, NoFrameError, Translate, Voice, board
from bots.viewer.account import account as tell
from bots.viewer.pack import pack_leg
from games.core.errors import RecordError

T = TypeVar("T")


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
    return _told(lambda: _frames(data, leg, table, seat, first, limit))


def packed(
    data: Mapping[str, Any],
    *,
    leg: int,
    table: int = 0,
    seat: int | None = None,
    translate: Translate = str,
) -> dict[str, Any]:
    """Give a whole leg as the viewer reads it: the first picture, then what each step changes."""
    return _told(lambda: pack_leg(data, leg=leg, table=table, seat=seat, voice=Voice(translate)))


def account(
    data: Mapping[str, Any], *, leg: int, table: int = 0, translate: Translate = str
) -> list[tuple[int, list[str]]]:
    """Tell a leg in words: the step, and its sentences."""
    return _told(lambda: tell(board(data, leg=leg, table=table), Voice(translate)))


def _told(make: Callable[[], T]) -> T:
    try:
        return make()
    except NoFrameError as missing:
        raise NotFoundError(str(missing), code=missing.code) from None
    except RecordError as old:
        raise ConflictError(f"This match cannot be shown any more: {old}", code="old_record") from None


def _frames(
    data: Mapping[str, Any], leg: int, table: int, seat: int | None, first: int, limit: int
) -> dict[str, Any]:
    found = board(data, leg=leg, table=table)
    shown = [_shown(frame) for frame in found.frames(seat) if first <= frame.step < first + limit]
    entry = found.entry
    return {
        "leg": leg, "table": table, "seat": seat, "names": list(found.names),
        "steps": len(found.record.steps),
        "ranks": entry["ranks"], "scores": entry["scores"], "ending": entry["ending"], "frames": shown,
    }  # fmt: skip


def _shown(frame: Frame) -> dict[str, Any]:
    return {
        "step": frame.step, "to_act": list(frame.to_act), "state": frame.state, "events": list(frame.events),
    }  # fmt: skip
