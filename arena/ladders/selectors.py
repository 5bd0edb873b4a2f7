"""What is read about ladders."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from arena.errors import NotFoundError
from arena.ladders.matchmaking import Candidate
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchKind, MatchPlayer, MatchStatus
from arena.matches.terms import Terms
from arena.ratings.maths import Skill, widened
from arena.ratings.models import Rating
from arena.ratings.selectors import parameters_of
from games import GAMES

NEW_FOR = timedelta(minutes=30)  # a version is new for this long after its check

_UNDER_WAY = (MatchStatus.QUEUED, MatchStatus.RUNNING)


def ladders() -> QuerySet[Ladder]:
    """List all ladders in their order."""
    return Ladder.objects.order_by("order", "slug")


def open_ladders() -> QuerySet[Ladder]:
    """List the ladders on which matches are made."""
    return ladders().filter(is_open=True)


def ladder_named(slug: str) -> Ladder:
    """Find a ladder by its slug."""
    found = Ladder.objects.filter(slug=slug).first()
    if found is None:
        raise NotFoundError("There is no such ladder.")
    return found


def check_terms(game: str) -> tuple[Terms, int]:
    """Give the terms and number of players of a check match: the game's main ladder, one leg a side."""
    ladder = Ladder.objects.filter(game=game, is_default=True).order_by("order", "slug").first()
    if ladder is None:
        terms = Terms(game=game, seats=GAMES[game].options().default_seats)
        return Terms(game=game, seats=terms.seats, legs=max(terms.sides, 2)), max(terms.sides, 1)
    main = Terms.of_ladder(ladder)
    legs = max(main.sides, 2)
    short = Terms(
        game=game, seats=main.seats, options=main.options, legs=legs, move_ms=main.move_ms,
        bank_ms=main.bank_ms,
        start_ms=main.start_ms,
    )  # fmt: skip
    return short, ladder.players


def waiting_matches() -> dict[int, int]:
    """Count the ladder matches that wait for a worker, by ladder."""
    rows = Match.objects.filter(kind=MatchKind.LADDER, status=MatchStatus.QUEUED).values_list("ladder")
    return dict(rows.annotate(count=Count("pk")).order_by())


def candidates_of(ladder: Ladder) -> list[Candidate]:
    """List the bots to be matched on a ladder; a new version is as uncertain as it will be rated."""
    ratings = Rating.objects.filter(
        ladder=ladder, is_active=True, bot__active_version__status="active"
    ).select_related("bot__active_version")
    rows = list(ratings)
    pending = _under_way(ladder)
    fresh = _new_versions(ladder, rows)
    return [_candidate(rating, ladder, pending.get(rating.bot_id, 0), fresh) for rating in rows]


def _candidate(rating: Rating, ladder: Ladder, pending: int, fresh: dict[int, int]) -> Candidate:
    bot = rating.bot
    skill = Skill(rating.mu, rating.sigma)
    if rating.version_id is not None and rating.version_id != bot.active_version_id:
        skill = widened(skill, parameters_of(ladder))
    return Candidate(
        bot=bot.pk, owner=bot.owner_id, mu=skill.mu, sigma=skill.sigma, matches=rating.matches,
        is_house=bot.is_house, pending=pending, new_matches=fresh.get(bot.active_version_id or 0),
    )  # fmt: skip


def _under_way(ladder: Ladder) -> dict[int, int]:
    """Count each bot's matches that are queued or played."""
    players = MatchPlayer.objects.filter(
        match__ladder=ladder, match__kind=MatchKind.LADDER, match__status__in=_UNDER_WAY
    )
    return dict(players.values_list("bot").annotate(count=Count("pk")).order_by())


def _new_versions(ladder: Ladder, ratings: list[Rating]) -> dict[int, int]:
    """Count the finished matches of each version that is new; the house does not hurry."""
    since = timezone.now() - NEW_FOR
    new = [
        version.pk
        for rating in ratings
        if (version := rating.bot.active_version) is not None
        and not rating.bot.is_house
        and version.checked_at is not None
        and version.checked_at > since
    ]
    if not new:
        return {}
    played = MatchPlayer.objects.filter(
        version__in=new,
        match__ladder=ladder,
        match__kind=MatchKind.LADDER,
        match__status=MatchStatus.FINISHED,
    )
    counts = dict(played.values_list("version").annotate(count=Count("pk")).order_by())
    return {version: counts.get(version, 0) for version in new}
