"""Who met whom and how it went: a bot's last matches, its opponents, two bots head to head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Sum

from arena.matches.models import Match, MatchKind, MatchPlayer, MatchStatus
from arena.ratings.models import Rating
from arena.submissions.models import Bot

WINDOW = 300  # of a bot's matches are looked at for its record by opponent; a house bot has played far more
MEETINGS = 1000  # of two bots are counted at most, the newest


@dataclass(slots=True)
class Tally:
    """How often one was before, level with and behind another."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        """Count all meetings."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Count a win as one and a draw as a half."""
        return self.wins + self.draws / 2

    def note(self, mine: int, theirs: int) -> None:
        """Count one meeting by the two ranks."""
        if mine < theirs:
            self.wins += 1
        elif mine == theirs:
            self.draws += 1
        else:
            self.losses += 1


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two bots: how the first did, and the matches in which both sat, newest first."""

    tally: Tally
    keys: list[int]

    @property
    def is_cut(self) -> bool:
        """Say whether they may have met more often than was counted."""
        return len(self.keys) == MEETINGS

    @property
    def matches(self) -> QuerySet[Match]:
        """Find the matches."""
        found = Match.objects.filter(pk__in=self.keys).order_by("-pk")
        return found.select_related("ladder").prefetch_related("players__bot")


def parts_of(bot: Bot, *, own: bool = False) -> QuerySet[MatchPlayer]:
    """List a bot's parts in matches, newest first; check matches are for its owner."""
    parts = MatchPlayer.objects.filter(bot=bot)
    if not own:
        parts = parts.exclude(match__kind=MatchKind.CHECK)
    return parts.select_related("match__ladder").prefetch_related("match__players__bot").order_by("-match_id")


def faults_of(bot: Bot, limit: int = 20) -> list[MatchPlayer]:
    """List the last times that a bot failed, newest first."""
    failed = MatchPlayer.objects.filter(bot=bot, fault__gt="").exclude(match__kind=MatchKind.CHECK)
    return list(failed.select_related("match__ladder").order_by("-match_id")[:limit])


def opponents_of(bot: Bot) -> list[Tally]:
    """Count how a bot did against each opponent in its last finished matches, the most frequent first."""
    own = MatchPlayer.objects.filter(bot=bot, rank__isnull=False).exclude(match__kind=MatchKind.CHECK)
    ranks = dict(own.order_by("-match_id").values_list("match_id", "rank")[:WINDOW])
    others = MatchPlayer.objects.filter(match__in=list(ranks), rank__isnull=False).exclude(bot=bot)
    tallies: dict[str, Tally] = {}
    for match, name, rank in others.order_by().values_list("match_id", "bot__name", "rank"):
        tallies.setdefault(name, Tally(name)).note(ranks[match] or 0, rank or 0)
    return sorted(tallies.values(), key=lambda one: (-one.matches, one.name))


def head_to_head(one: Bot, other: Bot) -> HeadToHead:
    """Find the matches in which two bots met and count how the first did in them."""
    rare, frequent = sorted((one, other), key=_played)
    shared = MatchPlayer.objects.filter(bot=frequent, rank__isnull=False).values("match_id")
    met = MatchPlayer.objects.filter(
        bot=rare, match__in=shared, match__status=MatchStatus.FINISHED, match__invalidated_at=None
    ).exclude(match__kind=MatchKind.CHECK)
    keys = list(met.order_by("-match_id").values_list("match_id", flat=True)[:MEETINGS])
    mine, theirs = _ranks(keys, one), _ranks(keys, other)
    tally = Tally(one.name)
    for key in keys:
        tally.note(mine[key], theirs[key])
    return HeadToHead(tally, keys)


def _played(bot: Bot) -> int:
    total: int | None = Rating.objects.filter(bot=bot).aggregate(total=Sum("matches"))["total"]
    return total or 0


def _ranks(matches: Sequence[int], bot: Bot) -> dict[int, int]:
    found = MatchPlayer.objects.filter(match__in=matches, bot=bot).order_by()
    return {match: rank or 0 for match, rank in found.values_list("match_id", "rank")}
