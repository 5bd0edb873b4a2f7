"""Every table there is: each game with each combination of options and each number of seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from games import GAMES
from games.core.dealer import Dealer
from games.core.errors import OptionsError
from games.core.game import Game
from games.core.options import Options
from tests.games.lie.census import census as lie_census
from tests.games.sequence.census import census as sequence_census
from tests.games.takethat.census import census as takethat_census
from tests.games.ten.census import census as ten_census
from tests.games.twinit.census import census as twinit_census

CENSUS: dict[str, Callable[[Any], Counter[Any]]] = {
    "ten": ten_census,
    "lie": lie_census,
    "sequence": sequence_census,
    "takethat": takethat_census,
    "twinit": twinit_census,
}


class Table(NamedTuple):
    """One way to play a game."""

    slug: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.slug]

    def chosen(self) -> Options:
        """Give the complete options."""
        return self.game.options().resolve(dict(self.options), seats=self.seats)

    def deal(self, seed: int) -> Any:
        """Deal a game."""
        return self.game.deal(seats=self.seats, options=self.chosen(), dealer=dealer(seed))

    def __str__(self) -> str:
        return "-".join(map(str, (self.slug, self.seats, *(value for _, value in self.options))))


def dealer(seed: int) -> Dealer:
    """Make a dealer of a number."""
    return Dealer(seed.to_bytes(32, "big"))


def tables_of(slug: str) -> list[Table]:
    """List every combination of options with every number of seats it allows."""
    known = GAMES[slug].options()
    names = [option.name for option in known.options]
    found = []
    for values in product(*(option.values for option in known.options)):
        for seats in range(1, 20):
            options = dict(zip(names, values, strict=True))
            try:
                known.resolve(options, seats=seats)
            except OptionsError:
                continue
            found.append(Table(slug, seats, tuple(options.items())))
    return found


TABLES = {slug: tables_of(slug) for slug in GAMES}
ALL_TABLES = [table for tables in TABLES.values() for table in tables]
