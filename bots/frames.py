"""Pictures of a match, computed from its record: a frame a step, through a seat's eyes or of the open table.

A record is what `bots.matchfile.record_data` writes. Nothing here is stored: the rules play the record again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import GAMES
from games.core.game import Event, Game, Seat
from games.core.record import Moves, Record, replay

Translate = Callable[[str], str]
Sight = dict[str, Any]  # an event as it was seen, with its sentence under "text"


class NoFrameError(LookupError):
    """There is no such leg or seat; `code` says which."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Voice:
    """Says things in one language; `is_open` gives the template and its filling too, for others to say."""

    translate: Translate = str
    is_open: bool = False

    def say(self, template: str, filling: Mapping[str, Any]) -> dict[str, Any]:
        """Give a sentence under "text" and, openly, what it was made of under "told"."""
        values = {key: str(value) for key, value in filling.items()}
        told: dict[str, Any] = {"text": self.translate(template).format(**values)}
        return told | {"told": [template, values]} if self.is_open else told


ENGLISH = Voice()


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: the table after a step, and what led to it. Frame 0 is the deal."""

    step: int
    to_act: tuple[Seat, ...]
    moves: tuple[tuple[Seat, Mapping[str, Any]], ...]  # those that may be seen
    events: tuple[Sight, ...]
    state: Any
    raw: Any  # the engine's own state: for whoever computes more from it, never shown


@dataclass(frozen=True, slots=True)
class Board:
    """One table of one leg: who sat where, how it went, and the record to play again."""

    game: Game[Any, Any]
    record: Record
    teams: tuple[int, ...]
    names: tuple[str, ...]  # a seat
    entry: Mapping[str, Any]  # the record's own entry of this table
    faults: tuple[Mapping[str, Any], ...]

    def frames(self, seat: Seat | None = None, voice: Voice = ENGLISH) -> Iterator[Frame]:
        """Play the leg again, frame by frame. RecordError when the rules have changed since."""
        if seat is not None and not 0 <= seat < len(self.names):
            raise NoFrameError("no_such_seat", "There is no such seat.")
        for step in replay(self.record, self.game):
            yield frame_of(
                self.game, step.index, step.moves, step.events, step.state, seat, self.names, voice
            )


def board(data: Mapping[str, Any], *, leg: int, table: int = 0) -> Board:
    """Find one table of a match's record."""
    entry = _entry(data, leg, table)
    record = Record.from_json(entry["record"])
    game = GAMES[record.game]
    options = game.options().resolve(record.options, seats=record.seats)
    players = entry["players"]
    faults = tuple(f for f in data["faults"] if f["leg"] == leg and f["player"] in players)
    return Board(
        game=game, record=record, teams=game.teams(seats=record.seats, options=options),
        names=seat_names([data["names"][player] for player in players]), entry=entry, faults=faults,
    )  # fmt: skip


def seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """Name the seats after their bots; a bot that holds several seats gets a number at each."""
    return tuple(
        f"{name} ({names[: seat + 1].count(name)})" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    )


def frame_of(
    game: Game[Any, Any], step: int, moves: Moves, events: Sequence[Event], state: Any, seat: Seat | None,
    names: Sequence[str], voice: Voice = ENGLISH,
) -> Frame:  # fmt: skip
    """Make one frame; of the others' moves a seat sees only what the events tell it."""
    return Frame(
        step=step,
        to_act=game.to_act(state),
        moves=tuple((who, action) for who, action in moves if seat is None or who == seat),
        events=tuple(
            view | _said(game, view, names, voice)
            for event in events
            if (view := event.view(seat)) is not None
        ),
        state=game.observe(state, seat),
        raw=state,
    )


def _said(game: Game[Any, Any], view: Mapping[str, Any], names: Sequence[str], voice: Voice) -> Sight:
    """Say an event in words, with bots in place of seats."""
    template, values = game.describe(view)
    return voice.say(template, {key: _named(key, value, names) for key, value in values.items()})


def _entry(data: Mapping[str, Any], leg: int, table: int) -> Mapping[str, Any]:
    for found in data["tables"]:
        if (found["leg"], found["table"]) == (leg, table):
            chosen: Mapping[str, Any] = found
            return chosen
    raise NoFrameError("no_such_leg", "There is no such leg.")


def _named(key: str, value: Any, names: Sequence[str]) -> Any:
    if not key.startswith("seat"):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(names[seat] for seat in value)
    return names[value] if isinstance(value, int) and 0 <= value < len(names) else value
