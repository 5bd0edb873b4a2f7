"""A record is what is needed to play a game again: game, version, seats, options, seed and actions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.core.dealer import Dealer
from games.core.errors import GameError, RecordError
from games.core.game import Event, Game, Json, Seat

KEY_BYTES = 32
Moves = tuple[tuple[Seat, Mapping[str, Json]], ...]  # the actions of one step, by ascending seat


@dataclass(frozen=True, slots=True)
class Record:
    """One game as it was played; `digest` is the last link of the hash chain over its steps."""

    game: str
    version: int
    seats: int
    options: Mapping[str, Json]
    seed: str  # 32 bytes in hexadecimal: the key of the dealer
    steps: tuple[Moves, ...]
    digest: str = ""

    def to_json(self) -> dict[str, Json]:
        """Write the record as JSON data."""
        return {
            "game": self.game,
            "version": self.version,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": self.seed,
            "steps": [[[seat, dict(action)] for seat, action in step] for step in self.steps],
            "digest": self.digest,
        }

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """Read a record. RecordError when the data is no record."""
        try:
            return cls(
                game=str(data["game"]),
                version=_whole(data["version"]),
                seats=_whole(data["seats"]),
                options=dict(data["options"]),
                seed=_seed(data["seed"]),
                steps=tuple(map(_moves, data["steps"])),
                digest=str(data["digest"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"This is not a record: {error!r}.") from error


def _whole(value: Json) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _seed(text: str) -> str:
    key = bytes.fromhex(text)
    if len(key) != KEY_BYTES:
        raise ValueError(f"the seed has {len(key)} bytes instead of {KEY_BYTES}")
    return key.hex()


def _moves(step: Json) -> Moves:
    """Read the actions of one step; nobody acts twice in it."""
    moves = tuple((_whole(seat), dict(action)) for seat, action in step)
    if len({seat for seat, _ in moves}) < len(moves):
        raise ValueError("a seat acts twice in one step")
    return moves


@dataclass(frozen=True, slots=True)
class Replayed:
    """One step of a replay: the state after it, and what happened. Step 0 is the deal.

    What the deal brought is told but not hashed: it follows from the seed.
    """

    index: int
    moves: Moves
    state: Any
    events: tuple[Event, ...]
    link: str  # the hash chain up to here


def replay(record: Record, game: Game[Any, Any]) -> Iterator[Replayed]:
    """Play a record again, state by state. RecordError where it does not fit the rules."""
    if (record.game, record.version) != (game.slug, game.version):
        raise RecordError(
            f"Recorded with {record.game} version {record.version}; "
            f"this engine is {game.slug} version {game.version}."
        )
    try:
        options = game.options().resolve(record.options, seats=record.seats)
        state = game.deal(seats=record.seats, options=options, dealer=Dealer(bytes.fromhex(record.seed)))
        link = first_link(record)
        yield Replayed(0, (), state, game.opening(state), link)
        for index, moves in enumerate(record.steps, 1):
            step = game.apply(state, {seat: game.parse(action) for seat, action in moves})
            state, link = step.state, next_link(link, moves, step.events)
            yield Replayed(index, moves, state, step.events, link)
    except GameError as error:
        raise RecordError(f"The record does not replay: {error}") from error


def first_link(record: Record) -> str:
    """Start the hash chain: what the game was dealt from."""
    return _link("", [record.game, record.version, record.seats, dict(record.options), record.seed])


def next_link(link: str, moves: Moves, events: tuple[Event, ...]) -> str:
    """Add one step to the hash chain: who did what, and all that happened."""
    return _link(
        link, [[[seat, dict(action)] for seat, action in moves], [event.view(None) for event in events]]
    )


def chain(record: Record, game: Game[Any, Any]) -> str:
    """Give the last link of the record's hash chain."""
    last = ""
    for step in replay(record, game):
        last = step.link
    return last


def _link(before: str, content: Json) -> str:
    text = json.dumps([before, content], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()
