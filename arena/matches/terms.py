"""How a match is played: everything about it but the bots and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.errors import InvalidError
from arena.ladders.models import Ladder
from bots.match import sides
from games import GAMES
from games.core.errors import OptionsError


@dataclass(frozen=True, slots=True)
class Terms:
    """Game, options, seats, legs and clock."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    legs: int = 10
    mirror: bool = False
    move_ms: int = 1000
    bank_ms: int = 10_000
    start_ms: int = 5000

    @classmethod
    def of_ladder(cls, ladder: Ladder) -> Terms:
        """Take over a ladder's settings."""
        return cls(
            game=ladder.game, seats=ladder.seats, options=ladder.options, legs=ladder.legs,
            mirror=ladder.mirror,
            move_ms=ladder.move_ms, bank_ms=ladder.bank_ms, start_ms=ladder.start_ms,
        )  # fmt: skip

    def checked(self) -> Terms:
        """Refuse what cannot be played."""
        if self.game not in GAMES:
            raise InvalidError(f"There is no game {self.game!r}.", code="no_such_game")
        try:
            GAMES[self.game].options().resolve(self.options, seats=self.seats)
        except OptionsError as bad:
            raise InvalidError(str(bad), code="bad_options") from None
        if not 1 <= self.legs <= 200:
            raise InvalidError("A match has 1 to 200 legs.", code="bad_legs")
        return self

    @property
    def sides(self) -> int:
        """Count the sides of a table; 1 where every bot has a table of its own."""
        return sides(self.game, seats=self.seats, options=self.options)

    def check_players(self, count: int) -> None:
        """Refuse a number of bots that cannot play."""
        wanted = self.sides
        if wanted == 1 and not 1 <= count <= 16:
            raise InvalidError("One to sixteen bots play side by side.", code="bad_players")
        if wanted > 1 and count != wanted:
            raise InvalidError(f"{wanted} bots play this, not {count}.", code="bad_players")
