"""A leg as the viewer reads it: the first picture in full, then what every step changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bots.frames import ENGLISH, Board, Frame, Voice, board
from bots.viewer.moments import fault_moment, moments, standing
from bots.viewer.patch import diff

FORMAT = 1


def pack_leg(
    data: Mapping[str, Any], *, leg: int, table: int = 0, seat: int | None = None, voice: Voice = ENGLISH
) -> dict[str, Any]:
    """Pack one table of one leg, through a seat's eyes or of the open table (None)."""
    found = board(data, leg=leg, table=table)
    packer = Packer(found, voice)
    steps = [packer.add(frame) for frame in found.frames(seat, voice)]
    faults = [fault_moment(fault, found.names, len(steps) - 1, voice) for fault in found.faults]
    return {
        **header(data, found), "seat": seat, "steps": len(steps) - 1, "frames": steps,
        "moments": packer.moments + faults,
    }  # fmt: skip


def header(data: Mapping[str, Any], found: Board) -> dict[str, Any]:
    """Tell what stands over the pictures of a leg."""
    entry = found.entry
    return {
        "format": FORMAT, "game": found.game.slug, "title": found.game.title,
        "options": dict(found.record.options),
        "legs": data["legs"], "leg": entry["leg"], "table": entry["table"], "names": found.names,
        "players": entry["players"], "teams": found.teams, "ranks": entry["ranks"], "scores": entry["scores"],
        "ending": entry["ending"], "detail": entry["detail"],
        "faults": [dict(fault) for fault in found.faults],
    }  # fmt: skip


class Packer:
    """Packs frame after frame, each against the one before."""

    def __init__(self, found: Board, voice: Voice = ENGLISH) -> None:
        self._board, self._voice = found, voice
        self._state: Any = None
        self._standing: tuple[int, ...] = ()
        self.moments: list[dict[str, Any]] = []

    def add(self, frame: Frame) -> dict[str, Any]:
        """Pack one frame: who acts next, moves, thinking time, events, change of state, new standings."""
        now = standing(self._board, frame.raw)
        packed: dict[str, Any] = {"a": frame.to_act}
        if frame.step:
            packed |= {"m": frame.moves, "t": self._think(frame.step), "e": frame.events}
            packed["p"] = diff(self._state, frame.state)
            self.moments += moments(self._board, frame, self._standing, now, self._voice)
        else:
            packed["s"] = frame.state
        if now != self._standing:
            packed["n"] = now
        self._state, self._standing = frame.state, now
        return packed

    def _think(self, step: int) -> Any:
        think = self._board.entry["think_ms"]
        if step > len(think):
            return []
        seats = [who for who, _ in self._board.record.steps[step - 1]]
        return list(zip(seats, think[step - 1], strict=False))
