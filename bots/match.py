"""What a match is before it is played (a plan) and after (a report): plain data, made into one another.

A bot plays a *side*: one seat where everybody plays alone, all seats of its team in a team game, and the
whole table in solo and co-operative games, where every bot has a table of its own with the same deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from games import GAMES
from games.core.record import Record


@dataclass(frozen=True, slots=True)
class Clock:
    """CPU time a bot may use: for one answer, beyond 50 ms each over a leg, and until it is ready."""

    move_ms: int = 1000
    bank_ms: int = 10_000
    start_ms: int = 5000

    @property
    def wall_ms(self) -> int:
        """Give the wall-clock limit behind the CPU clock; it catches a bot that sleeps."""
        return max(2000, 5 * self.move_ms)

    @property
    def sleep_ms(self) -> int:
        """Give the time of a leg in which a bot may let the others wait without working."""
        return max(2000, 5 * self.bank_ms)


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """Everything that decides a match but the bots' own choices."""

    game: str
    seats: int
    options: Mapping[str, Any]
    legs: int
    seed: bytes
    names: tuple[str, ...]  # one a player
    mirror: bool = False
    clock: Clock = field(default_factory=Clock)


Exchange = tuple[int, int, int, str, str]  # leg, step, seat, message, answer ("" where none is due)
Writing = tuple[int, int, int, str]  # leg, step, seat, text


@dataclass(frozen=True, slots=True)
class FaultReport:
    """A bot's own failure: where it was, what it was asked and what it said."""

    leg: int
    seat: int
    player: int
    step: int
    fault: str  # a stable word: timeout, exited, illegal, garbled, out_of_memory ...
    reason: str  # a sentence
    message: str = ""  # what the bot had been sent (cut to 64 KiB)
    answer: str = ""  # what it answered (cut to 64 KiB)


@dataclass(frozen=True, slots=True)
class LegReport:
    """One game of a match."""

    leg: int
    deal: int  # legs with the same deal number were dealt from the same seed
    table: int  # 0 but where every player has a table of its own
    players: tuple[int, ...]  # which player sat at each seat
    ranks: tuple[int, ...]  # a seat
    scores: tuple[int, ...]  # a seat
    points: tuple[float, ...]  # a player: what the leg counts in the match, centred on the mean
    ending: str  # the engine's word, or "forfeit"
    detail: Mapping[str, Any]
    record: Record
    think_ms: tuple[
        tuple[int, ...], ...
    ] = ()  # a step: CPU ms of each seat that acted, -1 when it was not asked


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """One player's part of a match."""

    points: float
    rank: int  # 1 is best; shared ranks as in sport
    cpu_ms: int
    idle_cpu_ms: int  # CPU time used while others were on turn
    peak_memory_kb: int
    fault: str  # the first fault, or ""
    forfeits: int  # legs forfeited
    log: bytes  # standard error of its processes, with a heading each
    notes: tuple[Writing, ...] = ()
    transcript: tuple[
        Exchange, ...
    ] = ()  # what its programs were sent and answered; bounded, the earliest kept
    written: tuple[Writing, ...] = ()  # of the log, what came before the answer of a step; bounded with it


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match that was played to its end."""

    plan: MatchPlan
    legs: tuple[LegReport, ...]
    players: tuple[PlayerReport, ...]
    faults: tuple[FaultReport, ...]
    digest: str  # over all legs' digests

    @property
    def ranks(self) -> tuple[int, ...]:
        """Rank the players by their summed points."""
        return tuple(player.rank for player in self.players)


def leg_seed(seed: bytes, deal: int) -> bytes:
    """Derive the dealer's key of one deal from the seed of the match: SHA-256(seed + "deal/" + number)."""
    return sha256(seed + f"deal/{deal}".encode()).digest()


def seed_hash(seed: bytes) -> str:
    """Give what is published of a seed before the match: its SHA-256."""
    return sha256(seed).hexdigest()


def sides(game: str, *, seats: int, options: Mapping[str, Any]) -> int:
    """Count the sides of a table: how many bots play a match, or 1 when each has a table of its own."""
    rules = GAMES[game]
    return len(set(rules.teams(seats=seats, options=rules.options().resolve(options, seats=seats))))
