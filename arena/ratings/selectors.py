"""What is read about ratings: boards, ranks, histories, the pentathlon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from arena.errors import NotFoundError
from arena.ladders.models import Ladder
from arena.ratings.maths import Field, Parameters, Skill, is_provisional
from arena.ratings.models import Rating, RatingEvent
from arena.submissions.models import Bot

_FIELD_S = 10  # how old the field behind the rank ranges may be
_PENTATHLON_S = 30  # how old the pentathlon may be: it reads every board


def parameters_of(ladder: Ladder) -> Parameters:
    """Give a ladder's TrueSkill parameters."""
    return Parameters(
        mu=ladder.mu, sigma=ladder.sigma, beta=ladder.beta, tau=ladder.tau,
        draw_probability=ladder.draw_probability, version_sigma=ladder.version_sigma,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One row of a leaderboard."""

    rank: int
    rating: Rating
    rank_range: tuple[int, int]
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class PentathlonRow:
    """A player's standing over all games."""

    rank: int
    player: str
    points: float
    games: dict[str, float]


def board(ladder: Ladder) -> QuerySet[Rating]:
    """List everybody on a board, the best first, with bots and owners."""
    rows = Rating.objects.filter(ladder=ladder, is_active=True)
    return rows.select_related("bot__owner", "version").order_by("-shown", "id")


def board_rows(ladder: Ladder, ratings: Sequence[Rating]) -> list[BoardRow]:
    """Add rank, rank range and provisional mark to ratings that follow each other on a board."""
    if not ratings:
        return []
    first, field, parameters = rank_of(ratings[0]), field_of(ladder), parameters_of(ladder)
    return [
        BoardRow(
            rank=first + index,
            rating=rating,
            rank_range=field.rank_range(Skill(rating.mu, rating.sigma)),
            is_provisional=is_provisional(rating.sigma, parameters),
        )
        for index, rating in enumerate(ratings)
    ]


def field_of(ladder: Ladder) -> Field:
    """Give everybody's skill on a board; a few seconds old, since it is read for every page."""
    return fields_of([ladder])[ladder.pk]


def fields_of(ladders: Sequence[Ladder]) -> dict[int, Field]:
    """Give everybody's skill on some boards, those that are not remembered by one query."""
    keys = {f"field:{ladder.pk}": ladder.pk for ladder in ladders}
    found: dict[str, list[tuple[float, float]]] = cache.get_many(keys)
    if missing := {key: pk for key, pk in keys.items() if key not in found}:
        fresh: dict[int, list[tuple[float, float]]] = {pk: [] for pk in missing.values()}
        rows = Rating.objects.filter(ladder__in=missing.values(), is_active=True)
        for ladder, mu, sigma in rows.values_list("ladder", "mu", "sigma"):
            fresh[ladder].append((mu, sigma))
        read = {key: fresh[pk] for key, pk in missing.items()}
        cache.set_many(read, _FIELD_S)
        found |= read
    return {pk: Field(found[key]) for key, pk in keys.items()}


def rank_of(rating: Rating) -> int:
    """Give the rank of a rating on its board: one more than those before it."""
    before = Q(shown__gt=rating.shown) | Q(shown=rating.shown, id__lt=rating.pk)
    return 1 + Rating.objects.filter(before, ladder=rating.ladder_id, is_active=True).count()


def rating_of(*, ladder: Ladder, bot: Bot) -> Rating:
    """Give a bot's rating on a ladder."""
    found = Rating.objects.filter(ladder=ladder, bot=bot).select_related("bot__owner", "version").first()
    if found is None:
        raise NotFoundError("This bot is not on this ladder.", code="not_on_ladder")
    return found


def ratings_of(bot: Bot) -> QuerySet[Rating]:
    """List a bot's ratings, in the order of the ladders."""
    rows = Rating.objects.filter(bot=bot).select_related("ladder", "version", "bot__owner")
    return rows.order_by("ladder__order", "ladder__slug")


@dataclass(frozen=True, slots=True)
class BotStanding:
    """A bot's place on one ladder; no rank while it is off the board."""

    rating: Rating
    rank: int | None
    rank_range: tuple[int, int] | None
    is_provisional: bool


def standings_of(bot: Bot) -> list[BotStanding]:
    """Give a bot's place on all its ladders, in two queries however many there are."""
    before = Rating.objects.filter(
        Q(shown__gt=OuterRef("shown")) | Q(shown=OuterRef("shown"), id__lt=OuterRef("id")),
        ladder=OuterRef("ladder"), is_active=True,
    )  # fmt: skip
    ahead = before.order_by().values("ladder").annotate(count=Count("pk")).values("count")
    rows = list(ratings_of(bot).annotate(ahead=Coalesce(Subquery(ahead), 0)))
    fields = fields_of([rating.ladder for rating in rows])
    return [_bot_standing(rating, fields[rating.ladder_id]) for rating in rows]


def _bot_standing(rating: Any, field: Field) -> BotStanding:
    skill, doubtful = (
        Skill(rating.mu, rating.sigma),
        is_provisional(rating.sigma, parameters_of(rating.ladder)),
    )
    if not rating.is_active:
        return BotStanding(rating, None, None, doubtful)
    return BotStanding(rating, 1 + rating.ahead, field.rank_range(skill), doubtful)


def history(*, ladder: Ladder, bot: Bot) -> QuerySet[RatingEvent]:
    """List the changes of a bot's rating, newest first."""
    return RatingEvent.objects.filter(ladder=ladder, bot=bot).order_by("-sequence")


def pentathlon() -> list[PentathlonRow]:
    """Give the players' standing over all games; it may be half a minute old."""
    rows: list[PentathlonRow] | None = cache.get("pentathlon")
    if rows is None:
        rows = _pentathlon()
        cache.set("pentathlon", rows, _PENTATHLON_S)
    return rows


def _pentathlon() -> list[PentathlonRow]:
    """Add up each player's standing over the games: 100 for the best of a game's ladder, 0 for the last.

    A player counts with the best of their bots on each of the default ladders of a game,
    and with the best ladder
    of each game. The house stands outside.
    """
    best: dict[str, dict[str, float]] = {}
    for (_, game), places in _places().items():
        for player, points in _ladder_points(places).items():
            games = best.setdefault(player, {})
            games[game] = max(points, games.get(game, 0.0))
    totals = sorted(
        ((round(sum(games.values()), 1), player) for player, games in best.items()), key=_by_points
    )
    ranks: dict[float, int] = {}
    for place, (points, _) in enumerate(totals, 1):
        ranks.setdefault(points, place)
    return [PentathlonRow(ranks[points], player, points, best[player]) for points, player in totals]


def _by_points(pair: tuple[float, str]) -> tuple[float, str]:
    return -pair[0], pair[1]


def _places() -> dict[tuple[int, str], list[tuple[str, bool]]]:
    """Give owner and house mark of everybody who has played, by default ladder, the best first."""
    rows = Rating.objects.filter(ladder__is_default=True, is_active=True, matches__gt=0)
    found: dict[tuple[int, str], list[tuple[str, bool]]] = {}
    for ladder, game, owner, is_house in rows.order_by("ladder", "-shown", "id").values_list(
        "ladder", "ladder__game", "bot__owner__username", "bot__is_house"
    ):
        found.setdefault((ladder, game), []).append((owner, is_house))
    return found


def _ladder_points(rows: Sequence[tuple[str, bool]]) -> dict[str, float]:
    """Give each player's points on one ladder by the place of their best bot among all bots."""
    points: dict[str, float] = {}
    for place, (player, is_house) in enumerate(rows):
        if not is_house:
            points.setdefault(player, round(100 * (len(rows) - place) / len(rows), 1))
    return points
