"""How a bot did in each seat, read from the records of its last matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from arena.errors import ArenaError
from arena.matches import records
from arena.matches.models import MatchKind, MatchPlayer, MatchStatus
from arena.submissions.models import Bot

_MATCHES = 20  # records that are read
_KEPT_S = 120


@dataclass(slots=True)
class SeatTally:
    """Legs that a bot played in one seat of one size of table."""

    game: str
    seats: int
    seat: int
    legs: int = 0
    firsts: int = 0
    rank_sum: int = 0

    @property
    def mean_rank(self) -> float:
        """Give the mean place."""
        return self.rank_sum / self.legs if self.legs else 0.0


def seat_record(bot: Bot) -> list[SeatTally]:
    """Count the legs of a bot's last matches by seat; a few minutes old."""
    key = f"seats:{bot.pk}"
    found: list[SeatTally] | None = cache.get(key)
    if found is None:
        found = _counted(bot)
        cache.set(key, found, _KEPT_S)
    return found


def _counted(bot: Bot) -> list[SeatTally]:
    parts = MatchPlayer.objects.filter(
        bot=bot, match__status=MatchStatus.FINISHED, match__record_key__gt=""
    ).exclude(match__kind=MatchKind.CHECK)
    tallies: dict[tuple[str, int, int], SeatTally] = {}
    for part in parts.select_related("match").order_by("-match_id")[:_MATCHES]:
        for seat, rank in _legs(part):
            key = (part.match.game, part.match.seats, seat)
            tally = tallies.setdefault(key, SeatTally(*key))
            tally.legs, tally.firsts = tally.legs + 1, tally.firsts + (rank == 1)
            tally.rank_sum += rank
    return [tallies[key] for key in sorted(tallies)]


def _legs(part: MatchPlayer) -> Iterator[tuple[int, int]]:
    """Give seat and rank of each leg; a record that is away costs its legs, not the page."""
    try:
        data: dict[str, Any] = records.load(part.match.record_key)
    except (ArenaError, OSError):
        return
    for table in data["tables"]:
        for seat, player in enumerate(table["players"]):
            if player == part.index:
                yield seat, table["ranks"][seat]
