"""Rate matches, and rate ladders anew. Every function here that writes holds the lock on its ladder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone

from arena.errors import ConflictError
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchPlayer
from arena.ratings.maths import newcomer
from arena.ratings.models import Rating, RatingEvent
from arena.ratings.selectors import parameters_of
from arena.ratings.standings import Change, Entry, Standing, changes
from arena.rows import update_rows
from arena.submissions.models import Bot


def entry_of(player: MatchPlayer) -> Entry:
    """Give what a rating needs to know of a player in a finished match."""
    if player.rank is None:
        raise ConflictError("This match has no result.", code="no_result")
    return Entry(player.bot_id, player.version_id, player.rank, bool(player.fault))


def standing_of(rating: Rating) -> Standing:
    """Read a stored rating."""
    from arena.ratings.maths import Skill

    return Standing(
        skill=Skill(rating.mu, rating.sigma), version=rating.version_id, matches=rating.matches,
        wins=rating.wins,
        draws=rating.draws, losses=rating.losses, faults=rating.faults, recent=tuple(rating.recent),
    )  # fmt: skip


def write_standing(rating: Rating, standing: Standing) -> None:
    """Put a standing into a rating, unsaved."""
    rating.mu, rating.sigma, rating.shown = standing.skill.mu, standing.skill.sigma, standing.skill.shown
    rating.version_id = standing.version
    rating.matches, rating.wins, rating.draws = standing.matches, standing.wins, standing.draws
    rating.losses, rating.faults = standing.losses, standing.faults
    rating.recent, rating.trend = list(standing.recent), standing.trend


STANDING_FIELDS = (
    "mu", "sigma", "shown", "version", "matches", "wins", "draws", "losses", "faults", "recent", "trend",
)  # fmt: skip


BADGE_FIELDS = ("badge_level", "badge")


def ensure_ratings(*, ladder: Ladder, bots: Iterable[Bot]) -> None:
    """Put bots on a ladder's board, as newcomers where they are not on it yet."""
    fresh = newcomer(parameters_of(ladder))
    rows = [Rating(ladder=ladder, bot=bot, mu=fresh.mu, sigma=fresh.sigma, shown=fresh.shown) for bot in bots]
    Rating.objects.bulk_create(rows, ignore_conflicts=True)


def rate_match(*, match: Match, players: Sequence[MatchPlayer]) -> None:
    """Rate a ladder match: locks the ladder, then the ratings in key order.

    Within the transaction that ends the match, which happens once; a second event of a seat is refused by
    the database.
    """
    assert match.ladder_id is not None
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=match.ladder_id)
    ratings = _locked_ratings(ladder, [player.bot for player in players])
    standings = {bot: standing_of(rating) for bot, rating in ratings.items()}
    made = changes(standings, [entry_of(player) for player in players], parameters_of(ladder))
    write_events(ladder, ((match.pk, change) for change in made), count=len(made))
    for change in made:
        rating = ratings[change.entry.bot]
        write_standing(rating, change.after)
        _wear(rating, players)
        rating.last_match_at = timezone.now()
    update_rows(list(ratings.values()), [*STANDING_FIELDS, *BADGE_FIELDS, "last_match_at"])


def _wear(rating: Rating, players: Iterable[MatchPlayer]) -> None:
    """Put on the best badge a bot has reached."""
    for player in players:
        if player.bot_id == rating.bot_id and player.badge_level > rating.badge_level:
            rating.badge_level, rating.badge = player.badge_level, player.badge


def _locked_ratings(ladder: Ladder, bots: Sequence[Bot]) -> dict[int, Rating]:
    """Lock the ratings of these bots, making those that are missing."""
    found = _lock(ladder, bots)
    if len(found) < len({bot.pk for bot in bots}):
        ensure_ratings(ladder=ladder, bots=[bot for bot in bots if bot.pk not in found])
        found = _lock(ladder, bots)
    return found


def _lock(ladder: Ladder, bots: Sequence[Bot]) -> dict[int, Rating]:
    rows = Rating.objects.select_for_update(no_key=True).filter(ladder=ladder, bot__in=bots).order_by("pk")
    return {rating.bot_id: rating for rating in rows}


def write_events(ladder: Ladder, made: Iterable[tuple[int, Change]], *, count: int) -> None:
    """Number and store changes; the caller holds the ladder's lock."""
    first = ladder.rating_sequence + 1
    events = [_event(ladder, first + index, match, change) for index, (match, change) in enumerate(made)]
    RatingEvent.objects.bulk_create(events, batch_size=2000)
    ladder.rating_sequence = ladder.rating_sequence + count
    ladder.save(update_fields=["rating_sequence"])


def _event(ladder: Ladder, sequence: int, match: int, change: Change) -> RatingEvent:
    before, after = change.before.skill, change.after.skill
    return RatingEvent(
        ladder=ladder, sequence=sequence, match_id=match, bot_id=change.entry.bot,
        version_id=change.entry.version,
        mu_before=before.mu, sigma_before=before.sigma, mu=after.mu, sigma=after.sigma,
    )  # fmt: skip
