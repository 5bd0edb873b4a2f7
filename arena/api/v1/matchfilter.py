"""How lists of matches are narrowed down."""

from __future__ import annotations

from datetime import UTC, datetime

import django_filters
from django.db.models import Q, QuerySet

from arena.matches.models import Match, MatchKind, MatchPlayer, MatchStatus
from arena.submissions.models import Bot
from games import GAMES

_FEW = 2000  # seats of a player, about
RESULTS = [("win", "win"), ("draw", "draw"), ("loss", "loss")]


class MatchFilter(django_filters.FilterSet):  # type: ignore[misc]  # it has no types
    """By bot, opponent, ladder, game, kind, state, date; and by the bot's outcome and fault."""

    bot = django_filters.CharFilter(method="_of_bot", max_length=40)
    opponent = django_filters.CharFilter(method="_of_opponent", max_length=40)
    owner = django_filters.CharFilter(method="_of_owner", max_length=150)
    result = django_filters.ChoiceFilter(choices=RESULTS, method="_with_bot")
    fault = django_filters.BooleanFilter(method="_with_bot")
    ladder = django_filters.CharFilter(field_name="ladder__slug", max_length=40)
    game = django_filters.ChoiceFilter(choices=[(slug, slug) for slug in GAMES])
    kind = django_filters.ChoiceFilter(choices=MatchKind.choices)
    status = django_filters.ChoiceFilter(choices=MatchStatus.choices)
    since = django_filters.IsoDateTimeFilter(method="_since")
    until = django_filters.IsoDateTimeFilter(method="_until")

    def _since(self, queryset: QuerySet[Match], name: str, value: datetime) -> QuerySet[Match]:
        return queryset.filter(created_at__gte=_in_utc(value))

    def _until(self, queryset: QuerySet[Match], name: str, value: datetime) -> QuerySet[Match]:
        return queryset.filter(created_at__lt=_in_utc(value))

    def _of_bot(self, queryset: QuerySet[Match], name: str, value: str) -> QuerySet[Match]:
        """Join its players, for a bot sits once in a match: its index gives them in the order of the list."""
        found = {f"players__{name}": wanted for name, wanted in self._outcome().items()}
        return queryset.filter(players__bot=next(iter(_bots(name=value)), None), **found)

    def _of_opponent(self, queryset: QuerySet[Match], name: str, value: str) -> QuerySet[Match]:
        return queryset.filter(_players(bot__in=_bots(name=value)))

    def _of_owner(self, queryset: QuerySet[Match], name: str, value: str) -> QuerySet[Match]:
        """Name the matches one by one unless they are many, for then most of the newest are among them."""
        seats = MatchPlayer.objects.filter(bot__in=_bots(owner__username__iexact=value))
        keys = list(seats.values_list("match", flat=True)[: _FEW + 1])
        return queryset.filter(Q(pk__in=keys) if len(keys) <= _FEW else Q(pk__in=seats.values("match")))

    def _with_bot(self, queryset: QuerySet[Match], name: str, value: object) -> QuerySet[Match]:
        """Leave outcome and fault to the bot's filter, where there is one: they are about the same player."""
        if self.form.cleaned_data.get("bot"):
            return queryset
        return queryset.filter(_players(**self._outcome()))

    def _outcome(self) -> dict[str, object]:
        given = self.form.cleaned_data
        wanted: dict[str, object] = {}
        if given.get("result"):
            wanted["result"] = given["result"]
        if given.get("fault") is not None:
            wanted["fault__gt" if given["fault"] else "fault"] = ""
        return wanted


def _in_utc(value: datetime) -> datetime:
    """Give an instant in UTC, for PostgreSQL takes no offset of sixteen hours; at the ends of time, about."""
    try:
        return value.astimezone(UTC)
    except OverflowError:
        return value.replace(tzinfo=UTC)


def _bots(**wanted: object) -> list[int]:
    """Find bots first: a database that knows which ones can tell whether they have played often or seldom."""
    return list(Bot.objects.filter(**wanted).values_list("pk", flat=True))


def _players(**wanted: object) -> Q:
    """Find matches by a player: through the bot's own index, not by walking all matches."""
    return Q(pk__in=MatchPlayer.objects.filter(**wanted).values("match"))
