"""Who leads, and who is found, on boards of any length: what the home page and the leaderboards read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex

from django.core.cache import cache
from django.db.models import OuterRef, Q, QuerySet, Subquery

from arena.ladders.models import Ladder
from arena.ladders.selectors import open_ladders
from arena.ratings.maths import Field, Skill, is_provisional
from arena.ratings.models import Rating
from arena.ratings.selectors import BoardRow, board, parameters_of

_TOP = 3
_FIELD_S = 10  # how old the places of a searched board may be


@dataclass(frozen=True, slots=True)
class LadderTop:
    """A ladder and its first few."""

    ladder: Ladder
    ratings: list[Rating]


def tops() -> list[LadderTop]:
    """Give the first three of every open ladder in two queries, each place by the board's index."""
    best = Rating.objects.filter(ladder=OuterRef("pk"), is_active=True).order_by("-shown", "id").values("pk")
    places = {f"place_{place}": Subquery(best[place : place + 1]) for place in range(_TOP)}
    ladders = list(open_ladders().annotate(**places))
    keys = [getattr(ladder, place) for ladder in ladders for place in places]
    found = Rating.objects.select_related("bot__owner").in_bulk([key for key in keys if key])
    return [
        LadderTop(
            ladder,
            [
                found[key]
                for place in places
                if (key := getattr(ladder, place)) in found and found[key].matches
            ],
        )
        for ladder in ladders
    ]


def search_board(ladder: Ladder, *, text: str = "", language: str = "", house: str = "") -> QuerySet[Rating]:
    """Narrow a board to names, a language, or with and without the house."""
    found = board(ladder).select_related("bot__owner", "bot__active_version")
    if text:
        found = found.filter(Q(bot__name__icontains=text) | Q(bot__owner__username__icontains=text))
    if language:
        found = found.filter(bot__active_version__language=language)
    if house in {"only", "none"}:
        found = found.filter(bot__is_house=house == "only")
    return found


class Places:
    """Everybody on a board, sorted twice: to give ranks and rank ranges without another query."""

    def __init__(self, skills: Sequence[tuple[float, float]]) -> None:
        """Sort the board by what is shown and by what is believed."""
        self._shown = sorted(-(mu - 3 * sigma) for mu, sigma in skills)
        self._field = Field(skills)

    def __len__(self) -> int:
        return len(self._shown)

    def rank(self, rating: Rating) -> int:
        """Give the place of a rating: one more than those surely shown before it."""
        return 1 + bisect_left(self._shown, -rating.shown - 1e-9)

    def row(self, rating: Rating, ladder: Ladder) -> BoardRow:
        """Make a leaderboard row of a rating found anywhere on the board."""
        return BoardRow(
            rank=self.rank(rating),
            rating=rating,
            rank_range=self._field.rank_range(Skill(rating.mu, rating.sigma)),
            is_provisional=is_provisional(rating.sigma, parameters_of(ladder)),
        )


_kept: dict[int, tuple[str, Places]] = {}  # by ladder: the places this process has sorted last


def places_of(ladder: Ladder) -> Places:
    """Give the places of a board; a few seconds old, since they are read for every page.

    All processes share what was read, under a token; each sorts it once.
    """
    token: str | None = cache.get(f"places:{ladder.pk}")
    known, places = _kept.get(ladder.pk, ("", Places([])))
    if token is None or token != known:
        token, places = _sorted_places(ladder, token)
        _kept[ladder.pk] = token, places
    return places


def _sorted_places(ladder: Ladder, token: str | None) -> tuple[str, Places]:
    skills = cache.get(f"places:{token}") if token else None
    if token is None or skills is None:
        token = token_hex(8)
        skills = list(Rating.objects.filter(ladder=ladder, is_active=True).values_list("mu", "sigma"))
        cache.set(f"places:{token}", skills, 2 * _FIELD_S)
        cache.set(f"places:{ladder.pk}", token, _FIELD_S)
    return token, Places(skills)


def languages_on(ladder: Ladder) -> list[str]:
    """List the languages of the programs that play a game, for a filter; a minute old."""
    key = f"languages:{ladder.game}"
    found: list[str] | None = cache.get(key)
    if found is None:
        played = Rating.objects.filter(ladder=ladder, is_active=True)
        found = sorted(
            {name for name in played.values_list("bot__active_version__language", flat=True) if name}
        )
        cache.set(key, found, 60)
    return found
