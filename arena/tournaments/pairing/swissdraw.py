"""Draw one Swiss round: the best pairing, and who has which side; draws are remembered."""

from functools import lru_cache
from hashlib import sha256
from typing import Protocol

from arena.tournaments.pairing.swissmatching import Ranking, best_matching
from arena.tournaments.pairing.swissplayer import FIRST, Player

Pair = tuple[int, int | None]


class Memory(Protocol):
    """Where draws are kept beyond this process, so that a large one is made only once."""

    def get(self, key: str) -> tuple[Pair, ...] | None:
        """Find a draw; None when it is not known."""

    def put(self, key: str, drawn: tuple[Pair, ...]) -> None:
        """Keep a draw."""


class _NoMemory:
    """Forgets everything."""

    def get(self, key: str) -> tuple[Pair, ...] | None:  # noqa: ARG002 it knows nothing
        return None

    def put(self, key: str, drawn: tuple[Pair, ...]) -> None:
        """Keep nothing."""


_memory: Memory = _NoMemory()


def remember_in(memory: Memory) -> None:
    """Keep draws there from now on; what is drawn stays the same, it only comes sooner."""
    global _memory  # noqa: PLW0603 one for the process, like the cache below
    _memory = memory


def fingerprint(players: tuple[Player, ...]) -> str:
    """Name all that a draw depends on; the number grows when the rules of the draw change."""
    facts = [
        (one.id, str(one.points), sorted(one.opponents), one.sides, one.had_bye, one.floated)
        for one in players
    ]
    return sha256(f"1/{facts}".encode()).hexdigest()


@lru_cache(maxsize=512)
def draw(players: tuple[Player, ...]) -> tuple[Pair, ...] | None:
    """Pair all players, first side first and a bye last; None when no pairing keeps rule 1."""
    key = fingerprint(players)
    drawn = _memory.get(key)
    if drawn is None:
        drawn = _drawn(players)
        if drawn is not None:
            _memory.put(key, drawn)
    return drawn


def _drawn(players: tuple[Player, ...]) -> tuple[Pair, ...] | None:
    ranking = Ranking(players)
    matching = best_matching(ranking)
    if matching is None:
        return None
    pairs = [(players[i], players[j]) for i, j in matching if j < len(players)]
    seated = [_seated(board, *pair) for board, pair in enumerate(pairs)]
    return (*seated, *((players[i].id, None) for i, j in matching if j == len(players)))


def _seated(board: int, high: Player, low: Player) -> Pair:
    """Give the sides: by wish, else by the greater need, else as they last differed, else by rank."""
    side = _side_of_higher(board, high, low)
    return (high.id, low.id) if side == FIRST else (low.id, high.id)


def _side_of_higher(board: int, high: Player, low: Player) -> int:
    if high.wish is None and low.wish is None:
        return board % 2
    if high.wish is None or low.wish is None:
        return high.wish if high.wish is not None else 1 - (low.wish or FIRST)
    if high.wish != low.wish:
        return high.wish
    needs = [(player.is_strong, abs(player.balance)) for player in (high, low)]
    if needs[0] != needs[1]:
        return high.wish if needs[0] > needs[1] else 1 - low.wish
    for mine, theirs in zip(reversed(high.sides), reversed(low.sides), strict=False):
        if mine != theirs:
            return 1 - mine
    return high.wish
