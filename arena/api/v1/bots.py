"""Bots, their ratings and their history."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts.models import User
from arena.api.base import ApiViewSet
from arena.ladders.selectors import ladder_named
from arena.ratings import selectors as ratings
from arena.ratings.models import RatingEvent
from arena.submissions import selectors, services
from arena.submissions.models import Bot
from games import GAMES


class BotSerializer(serializers.ModelSerializer[Bot]):
    """A bot as everybody may see it."""

    owner = serializers.CharField(source="owner.username")
    games = serializers.ListField(child=serializers.CharField())
    active_version = serializers.IntegerField(source="active_version.number", default=None, allow_null=True)

    class Meta:
        model = Bot
        fields = (
            "name", "owner", "description", "games", "is_house", "source_public", "active_version",
            "paused_at",
            "paused_reason", "retired_at", "created_at",
        )  # fmt: skip


class NewBotSerializer(serializers.Serializer[Any]):
    """What a new bot needs."""

    name = serializers.RegexField(r"^[a-zA-Z0-9_-]+$", max_length=40)
    description = serializers.CharField(max_length=300, default="", allow_blank=True)
    games = serializers.ListField(child=serializers.CharField(max_length=20), max_length=20, required=False)


class ChangeBotSerializer(serializers.Serializer[Any]):
    """What may change about a bot."""

    description = serializers.CharField(max_length=300, required=False, allow_blank=True)
    games = serializers.ListField(child=serializers.CharField(max_length=20), max_length=20, required=False)
    source_public = serializers.BooleanField(required=False)


class PauseSerializer(serializers.Serializer[Any]):
    """Why, where it needs saying; the owner reads it."""

    reason = serializers.CharField(max_length=300, default="", allow_blank=True)


class RatingSerializer(serializers.Serializer[Any]):
    """A bot's standing on one ladder; off the board it has no rank."""

    ladder = serializers.CharField(source="rating.ladder.slug")
    rank = serializers.IntegerField(allow_null=True)
    rank_range = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )
    is_provisional = serializers.BooleanField()
    mu = serializers.FloatField(source="rating.mu")
    sigma = serializers.FloatField(source="rating.sigma")
    shown = serializers.FloatField(source="rating.shown")
    trend = serializers.FloatField(source="rating.trend")
    badge = serializers.CharField(source="rating.badge")
    version = serializers.IntegerField(source="rating.version.number", default=None, allow_null=True)
    matches = serializers.IntegerField(source="rating.matches")
    wins = serializers.IntegerField(source="rating.wins")
    draws = serializers.IntegerField(source="rating.draws")
    losses = serializers.IntegerField(source="rating.losses")
    faults = serializers.IntegerField(source="rating.faults")
    is_active = serializers.BooleanField(source="rating.is_active")
    last_match_at = serializers.DateTimeField(source="rating.last_match_at", allow_null=True)


class HistorySerializer(serializers.ModelSerializer[RatingEvent]):
    """One change of a rating."""

    match = serializers.IntegerField(source="match_id")

    class Meta:
        model = RatingEvent
        fields = ("sequence", "match", "mu_before", "sigma_before", "mu", "sigma", "created_at")


class BotFilter(django_filters.FilterSet):  # type: ignore[misc]  # it has no types
    """By owner, by game, house or not."""

    owner = django_filters.CharFilter(field_name="owner__username", lookup_expr="iexact", max_length=150)
    game = django_filters.ChoiceFilter(choices=[(slug, slug) for slug in GAMES], method="of_game")
    house = django_filters.BooleanFilter(field_name="is_house")

    def of_game(self, queryset: QuerySet[Bot], name: str, value: str) -> QuerySet[Bot]:
        """Find a game in the list a bot enters; a slug in quotes is never part of another."""
        return queryset.filter(games__icontains=f'"{value}"')


class BotViewSet(ApiViewSet):
    """Bots."""

    serializer_class = BotSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    lookup_field = "name"
    lookup_value_regex = "[a-zA-Z0-9_-]{1,40}"
    filterset_class = BotFilter
    page_order: Any = "pk"
    queryset = Bot.objects.none()

    def _own(self, name: str) -> Bot:
        return selectors.own_bot(name, self.request.user)

    def _who(self) -> User:
        assert isinstance(self.request.user, User)
        return self.request.user

    def list(self, request: Request) -> Response:
        """List bots, oldest first."""
        return self.page(selectors.bots())

    def retrieve(self, request: Request, name: str) -> Response:
        """Show a bot."""
        return Response(BotSerializer(selectors.bot_named(name)).data)

    @extend_schema(request=NewBotSerializer, responses={201: BotSerializer})
    def create(self, request: Request) -> Response:
        """Make a bot; it enters all games unless told otherwise."""
        given = self.valid(NewBotSerializer)
        given.setdefault("games", list(GAMES))
        bot = services.create_bot(owner=self._who(), **given)
        return Response(BotSerializer(bot).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=ChangeBotSerializer, responses=BotSerializer)
    def partial_update(self, request: Request, name: str) -> Response:
        """Change description or games, or publish the source; its owner may."""
        bot, given = self._own(name), self.valid(ChangeBotSerializer)
        return Response(BotSerializer(services.change_bot(bot=bot, actor=self._who(), **given)).data)

    @extend_schema(responses={200: BotSerializer})
    def destroy(self, request: Request, name: str) -> Response:
        """Retire a bot for good; its matches stay."""
        return Response(BotSerializer(services.retire_bot(bot=self._own(name), actor=self._who())).data)

    @extend_schema(request=PauseSerializer, responses=BotSerializer)
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, name: str) -> Response:
        """Take a bot off the boards for a while; its owner may, and operators, who say why."""
        services.pause_bot(bot=self._own(name), actor=self._who(), **self.valid(PauseSerializer))
        return Response(BotSerializer(selectors.bot_named(name)).data)

    @extend_schema(request=None, responses=BotSerializer)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, name: str) -> Response:
        """Put a paused bot back on the boards; its owner may."""
        return Response(BotSerializer(services.resume_bot(bot=self._own(name), actor=self._who())).data)

    @extend_schema(responses=RatingSerializer(many=True))
    @action(detail=True, pagination_class=None, filterset_class=None)
    def ratings(self, request: Request, name: str) -> Response:
        """Show a bot's standing on all its ladders."""
        return Response(RatingSerializer(ratings.standings_of(selectors.bot_named(name)), many=True).data)

    @extend_schema(
        responses=HistorySerializer(many=True), parameters=[OpenApiParameter("ladder", str, required=True)]
    )
    @action(
        detail=True, serializer_class=HistorySerializer, page_order="-sequence", filterset_class=None,
        queryset=RatingEvent.objects.none(),
    )  # fmt: skip
    def history(self, request: Request, name: str) -> Response:
        """Show the changes of a bot's rating on one ladder, newest first."""
        ladder = ladder_named(request.query_params.get("ladder", "").replace("\0", ""))
        return self.page(ratings.history(ladder=ladder, bot=selectors.bot_named(name)))
