"""What is read about ladders."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, QuerySet
from django.utils import timezone

from arena.errors import NotFoundError
from arena.ladders.matchmaking import Candidate
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchKind, MatchPlayer, MatchStatus
from arena.matches.terms import Terms
from arena.ratings.maths import Parameters, Skill, widened
from arena.ratings.models import Rating
from arena.ratings.selectors import parameters_of
from arena.submissions.models import Version, VersionStatus
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


class _Row(NamedTuple):
    """What matchmaking reads of a rating: plain values, for a board may be long."""

    bot: int
    owner: int
    is_house: bool
    mu: float
    sigma: float
    matches: int
    rated_version: int | None
    version: int
    checked_at: datetime | None

    @property
    def is_new(self) -> bool:
        """Tell whether somebody waits for the first results of this version; the house does not hurry."""
        return (
            not self.is_house and self.checked_at is not None and self.checked_at > timezone.now() - NEW_FOR
        )


_COLUMNS = (
    "bot", "bot__owner", "bot__is_house", "mu", "sigma", "matches", "version", "bot__active_version",
    "bot__active_version__checked_at",
)  # fmt: skip


def candidates_of(ladder: Ladder) -> list[Candidate]:
    """List the bots to be matched on a ladder; a new version is as uncertain as it will be rated."""
    ratings = Rating.objects.filter(ladder=ladder, is_active=True, bot__active_version__status="active")
    rows = [_Row(*values) for values in ratings.order_by("pk").values_list(*_COLUMNS)]
    pending, played = _under_way(ladder), _played_by(ladder, [row.version for row in rows if row.is_new])
    parameters = parameters_of(ladder)
    return [_candidate(row, parameters, pending.get(row.bot, 0), played) for row in rows]


def _candidate(row: _Row, parameters: Parameters, pending: int, played: dict[int, int]) -> Candidate:
    skill = Skill(row.mu, row.sigma)
    if row.rated_version is not None and row.rated_version != row.version:
        skill = widened(skill, parameters)
    return Candidate(
        bot=row.bot, owner=row.owner, mu=skill.mu, sigma=skill.sigma, matches=row.matches,
        is_house=row.is_house, pending=pending, new_matches=played.get(row.version),
    )  # fmt: skip


def has_new_versions() -> bool:
    """Tell whether anybody waits for first results."""
    since = timezone.now() - NEW_FOR
    new = Version.objects.filter(status=VersionStatus.ACTIVE, checked_at__gt=since, bot__is_house=False)
    return new.exists()


def _under_way(ladder: Ladder) -> dict[int, int]:
    """Count each bot's matches that are queued or played."""
    players = MatchPlayer.objects.filter(
        match__ladder=ladder, match__kind=MatchKind.LADDER, match__status__in=_UNDER_WAY
    )
    return dict(players.values_list("bot").annotate(count=Count("pk")).order_by())


def _played_by(ladder: Ladder, versions: list[int]) -> dict[int, int]:
    """Count the finished matches of each of these versions."""
    if not versions:
        return {}
    played = MatchPlayer.objects.filter(
        version__in=versions,
        match__ladder=ladder,
        match__kind=MatchKind.LADDER,
        match__status=MatchStatus.FINISHED,
    )
    counts = dict(played.values_list("version").annotate(count=Count("pk")).order_by())
    return {version: counts.get(version, 0) for version in versions}
