"""From rows to the pure plan: entrants, settings and results of one tournament as it stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from django.core.cache import cache
from redis import RedisError

from arena.matches.models import MatchStatus
from arena.tournaments.models import Entrant, EntrantStatus, Tournament, TournamentGame
from arena.tournaments.pairing import formats
from arena.tournaments.pairing import plan as pure
from arena.tournaments.pairing.series import legs_to_play, match_ranks
from arena.tournaments.pairing.swissdraw import Pair, remember_in
from arena.tournaments.terms import pairing_settings

DRAWS_S = 7 * 24 * 3600  # how long a Swiss draw is kept for other processes

LEFT = (EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED)
OPEN = (MatchStatus.QUEUED, MatchStatus.RUNNING)
_TIES_STAND = ("R", "S", "T", "G")  # keys of round robin, Swiss, tables and groups begin so

Ranks = dict[int, int]


class SharedDraws:
    """Swiss draws in the cache: a worker that has just started need not make those of all rounds again."""

    def get(self, key: str) -> tuple[Pair, ...] | None:
        """Find a draw; a cache that is down knows nothing."""
        try:
            found: tuple[Pair, ...] | None = cache.get(f"draw:{key}")
        except RedisError:
            return None
        return found

    def put(self, key: str, drawn: tuple[Pair, ...]) -> None:
        """Keep a draw, if the cache is there."""
        with suppress(RedisError):
            cache.set(f"draw:{key}", drawn, DRAWS_S)


remember_in(SharedDraws())


def must_decide(key: str) -> bool:
    """Tell whether somebody has to go on from a pairing, so that a tie has to be broken."""
    return not key.startswith(_TIES_STAND)


@dataclass(frozen=True, slots=True)
class Game:
    """One match of a pairing as it stands."""

    row: TournamentGame
    ranks: Ranks | None  # by entrant, once it is over and counts

    @property
    def entrants(self) -> frozenset[int]:
        """Collect the entrants that play in it, stand-ins left out."""
        return frozenset(entrant for entrant in self.row.entrants if entrant is not None)

    @property
    def is_open(self) -> bool:
        """Tell whether it is waiting or played."""
        return self.row.match.status in OPEN

    @property
    def is_lost(self) -> bool:
        """Tell whether it came to nothing and has to be played again."""
        return not self.is_open and self.ranks is None


class Board:
    """A tournament's entrants, settings and current games, and the plan that follows from them."""

    def __init__(
        self, settings: pure.Settings, entrants: Sequence[pure.Entrant], games: Iterable[Game]
    ) -> None:
        self.settings = settings
        self.entrants = entrants
        self.games = list(games)

    @classmethod
    def load(cls, tournament: Tournament) -> Board:
        """Read a tournament: three queries, whatever its size."""
        entrants = Entrant.objects.filter(tournament=tournament, seed__isnull=False)
        games = TournamentGame.objects.filter(tournament=tournament, superseded_at=None)
        rows = games.select_related("match").prefetch_related("match__players").order_by("key", "number")
        return cls(pairing_settings(tournament), pure_entrants(entrants), map(_game, rows))

    @cached_property
    def by_key(self) -> dict[str, list[Game]]:
        """Group the games that may count by their pairing, in order of number."""
        found: dict[str, list[Game]] = defaultdict(list)
        for game in self.games:
            if not game.is_lost:
                found[game.row.key].append(game)
        return found

    @cached_property
    def results(self) -> list[pure.Result]:
        """List the pairings that are played out."""
        found = ((key, self.series(key)) for key in self.by_key)
        return [
            pure.Result(key, match_ranks(self.settings, legs))
            for key, legs in found
            if legs and not self.to_play(key, legs)
        ]

    def series(self, key: str) -> list[Ranks]:
        """List the ranks of a pairing's games up to the first that is open, among those in all of them."""
        games = [game for game in self.by_key[key] if game.ranks is not None]
        if len(games) < len(self.by_key[key]):
            games = games[: next(i for i, game in enumerate(self.by_key[key]) if game.ranks is None)]
        common = frozenset.intersection(*(game.entrants for game in games)) if games else frozenset()
        return [{entrant: (game.ranks or {})[entrant] for entrant in sorted(common)} for game in games]

    def to_play(self, key: str, legs: Sequence[Ranks]) -> int:
        """Count the games that a pairing still needs."""
        return legs_to_play(self.settings, legs, must_decide=must_decide(key))

    def is_playing(self, key: str) -> bool:
        """Tell whether a match of a pairing is waiting or played."""
        return any(game.is_open for game in self.by_key.get(key, ()))

    def next_number(self, key: str) -> int:
        """Give the lowest number that no game of a pairing has."""
        taken = {game.row.number for game in self.by_key.get(key, ())}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    @cached_property
    def plan(self) -> pure.Plan:
        """Tell all that follows."""
        return formats.plan(self.settings, self.entrants, self.results)

    @cached_property
    def out(self) -> frozenset[int]:
        """Collect those who play no more."""
        return frozenset(entrant.id for entrant in self.entrants if entrant.is_out)

    def fits(self, game: Game, pairing: pure.Pairing) -> bool:
        """Tell whether a game is one of this pairing as it is now drawn."""
        drawn = frozenset(pairing.entrants)
        return game.entrants <= drawn and drawn - game.entrants <= self.out

    def reopened_by(self, key: str) -> frozenset[str]:
        """List the pairings that would be open again if this one's result fell."""
        return formats.dependents(self.settings, self.entrants, self.results, key)


def pure_entrants(rows: Iterable[Entrant]) -> list[pure.Entrant]:
    """Describe entrants to the pure code; who left earlier has the lower `left_order`."""
    listed = list(rows)
    gone = sorted((row for row in listed if row.left_at is not None), key=lambda row: (row.left_at, row.pk))
    order = {row.pk: index for index, row in enumerate(gone, start=1)}
    return [
        pure.Entrant(
            id=row.pk, seed=row.seed or 0,
            withdrawn_after=(row.left_after or 0) if row.status in LEFT else None,
            is_disqualified=row.status == EntrantStatus.DISQUALIFIED,
            left_order=order.get(row.pk, 0),
        )
        for row in listed
    ]  # fmt: skip


def _game(row: TournamentGame) -> Game:
    match = row.match
    if match.status != MatchStatus.FINISHED or match.invalidated_at is not None:
        return Game(row, None)
    ranks = {
        row.entrants[player.index]: player.rank or 0
        for player in match.players.all()
        if row.entrants[player.index] is not None
    }
    return Game(row, ranks)
