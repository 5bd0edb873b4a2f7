"""What decides a game: how everybody stands after each step, and the steps worth jumping to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bots.frames import ENGLISH, Board, Frame, Voice
from games.ten.scoring import score

Standing = tuple[int, ...]  # a seat: higher is better
Moment = dict[str, Any]  # step, kind, text; where it was said openly also what it was made of

# The events that decide something, by game: what happened, and the kind of moment it is.
DECISIVE: dict[str, dict[str, str]] = {
    "lie": {"reveal": "challenge", "out": "out", "tie": "tie", "end": "end"},
    "ten": {"fiasco": "fiasco", "won": "wild", "buy": "buy", "last_buys": "last"},
    "takethat": {"take": "take", "score": "round", "end": "end"},
    "sequence": {"sequence": "sequence", "void": "broken", "win": "end", "undecided": "end"},
    "twinit": {
        "win": "won", "steal": "stolen", "secure": "won", "tie": "tie", "mistake": "mistake", "lose": "lost",
        "match": "won", "end": "end", "time": "end",
    },
}  # fmt: skip
LEAD = "{name} takes the lead."
FORFEIT = "{name} forfeits the leg ({fault}): {reason}"
GRAVE_TAKE = 5  # Take That: a row that costs less is no turning point


def standing(board: Board, raw: Any) -> Standing:
    """Say how every seat stands, from what lies open on the table."""
    seen = board.game.observe(raw, None)
    return _STANDINGS[board.game.slug](seen, raw, board)


def _lie(seen: Any, _raw: Any, board: Board) -> Standing:
    counts = seen["counts"]
    if board.record.options.get("shrinking"):
        return tuple(counts)
    return tuple(-count for count in counts)


def _ten(_seen: Any, raw: Any, _board: Board) -> Standing:
    return tuple(score(player).points for player in raw.players)


def _takethat(seen: Any, _raw: Any, _board: Board) -> Standing:
    """Count an unseen card as -1: nobody at the table knows better."""
    now = [
        len(up) - sum(5 if card % 11 == 0 else 1 for card in down) - unseen
        for up, down, unseen in zip(seen["face_up"], seen["face_down"], seen["unseen"], strict=True)
    ]
    if seen["phase"] == "over":
        now = [0] * len(now)
    return tuple(points + sum(row[seat] for row in seen["points"]) for seat, points in enumerate(now))


def _sequence(seen: Any, _raw: Any, board: Board) -> Standing:
    owners = [found["side"] for found in seen["sequences"]]
    return tuple(owners.count(side) for side in board.teams)


def _twinit(seen: Any, _raw: Any, board: Board) -> Standing:
    if seen["mode"] == "coop":
        return (seen["points"],) * len(board.teams)
    return tuple(seen["counts"])


_STANDINGS: dict[str, Callable[[Any, Any, Board], Standing]] = {
    "lie": _lie, "ten": _ten, "takethat": _takethat, "sequence": _sequence, "twinit": _twinit,
}  # fmt: skip


def moments(
    board: Board, frame: Frame, before: Standing, after: Standing, voice: Voice = ENGLISH
) -> list[Moment]:
    """List what makes a step worth jumping to; the first is what its mark on the time line says."""
    kinds = DECISIVE[board.game.slug]
    found = [
        {"step": frame.step, "kind": kinds[event["event"]], **_words(event)}
        for event in frame.events
        if event["event"] in kinds and not _slight(event)
    ]
    leader = _new_leader(board, before, after)
    if leader is not None:
        found.append({"step": frame.step, "kind": "lead", **voice.say(LEAD, {"name": leader})})
    return found


def _words(event: dict[str, Any]) -> dict[str, Any]:
    return {key: event[key] for key in ("text", "told") if key in event}


def _slight(event: dict[str, Any]) -> bool:
    return event["event"] == "take" and int(event["cost"]) < GRAVE_TAKE


def _new_leader(board: Board, before: Standing, after: Standing) -> str | None:
    """Name the seat that alone leads now and did not before; a side of several counts as one."""
    seats = len(board.names)
    was, now = _leaders(before[:seats], board.teams), _leaders(after[:seats], board.teams)
    if len(set(board.teams)) < 2 or len(now) != 1 or was == now:
        return None
    (side,) = now
    return " and ".join(board.names[seat] for seat in range(seats) if board.teams[seat] == side)


def _leaders(standing: Sequence[int], teams: Sequence[int]) -> set[int]:
    best = max(standing)
    return {side for side, value in zip(teams, standing, strict=True) if value == best}


def fault_moment(fault: Any, names: Sequence[str], steps: int, voice: Voice = ENGLISH) -> Moment:
    """Mark the step at which a bot failed; a leg given up ends before that step is played."""
    filling = {"name": names[fault["seat"]], "fault": fault["fault"], "reason": fault["reason"]}
    return {"step": min(fault["step"], steps), "kind": "fault", **voice.say(FORFEIT, filling)}
