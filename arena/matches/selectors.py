"""What is read about matches."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from arena.accounts.models import User
from arena.errors import ConflictError, NotAllowedError, NotFoundError
from arena.matches import records
from arena.matches.models import Match, MatchKind, MatchPlayer, Worker

Viewer = User | AnonymousUser


def visible_matches(viewer: Viewer) -> QuerySet[Match]:
    """List the matches a person may see, newest first: check matches only of their own bots."""
    matches = Match.objects.select_related("ladder").prefetch_related(
        "players__bot__owner", "players__version"
    )
    return matches.filter(_visible(viewer)).order_by("-pk")


def _visible(viewer: Viewer) -> Q:
    if viewer.is_staff:
        return Q()
    public = ~Q(kind=MatchKind.CHECK)
    if not viewer.is_authenticated:
        return public
    own = MatchPlayer.objects.filter(bot__owner=viewer.pk, match__kind=MatchKind.CHECK).values("match")
    return public | Q(pk__in=own)


def match_by_id(match_id: int, viewer: Viewer) -> Match:
    """Find a match that a person may see."""
    found = visible_matches(viewer).filter(pk=match_id).first()
    if found is None:
        raise NotFoundError("There is no such match.")
    return found


def record_of(match: Match) -> dict[str, Any]:
    """Read the record of a finished match; it holds the seed, so nobody sees it before."""
    if not match.is_over or not match.record_key:
        raise ConflictError("This match is not over: its record is not public yet.", code="match_not_over")
    return records.load(match.record_key)


def log_of(player: MatchPlayer, viewer: Viewer) -> dict[str, Any]:
    """Read a bot's own log of a match: for its owner and operators."""
    if not (viewer.is_staff or player.bot.owner_id == viewer.pk):
        raise NotAllowedError("Only the owner of a bot reads its log.", code="not_your_bot")
    return player_log(player)


def player_log(player: MatchPlayer) -> dict[str, Any]:
    """Read a player's log without asking who wants it."""
    empty: dict[str, Any] = {"stderr": "", "notes": [], "faults": [], "transcript": [], "written": []}
    return empty | (records.load(player.log_key) if player.log_key else {})


def workers() -> QuerySet[Worker]:
    """List all workers ever seen, by name."""
    return Worker.objects.order_by("name")


def matches_of_bot(bot_id: int, viewer: Viewer) -> QuerySet[Match]:
    """List a bot's matches, newest first."""
    return visible_matches(viewer).filter(players__bot=bot_id)
