"""Ladders and their boards."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts.models import User
from arena.api.base import ApiViewSet
from arena.ladders import selectors, services
from arena.ladders.models import Ladder
from arena.matches.terms import Terms
from arena.ratings import selectors as ratings
from arena.ratings.models import Rating


class LadderSerializer(serializers.ModelSerializer[Ladder]):
    """A ladder."""

    class Meta:
        model = Ladder
        fields = (
            "slug", "title", "description", "game", "options", "seats", "players", "legs", "mirror",
            "move_ms",
            "bank_ms", "start_ms", "mu", "sigma", "beta", "tau", "draw_probability", "version_sigma",
            "is_open",
            "is_default", "created_at",
        )  # fmt: skip


class NewLadderSerializer(serializers.Serializer[Any]):
    """What a new ladder needs."""

    slug = serializers.SlugField(max_length=40)
    title = serializers.CharField(max_length=80)
    description = serializers.CharField(max_length=500, default="", allow_blank=True)
    game = serializers.CharField(max_length=20)
    options = serializers.DictField(default=dict)
    seats = serializers.IntegerField(min_value=1, max_value=12)
    players = serializers.IntegerField(min_value=2, max_value=16, required=False)
    legs = serializers.IntegerField(min_value=1, max_value=200, default=10)
    mirror = serializers.BooleanField(default=False)
    move_ms = serializers.IntegerField(min_value=10, max_value=60_000, default=1000)
    bank_ms = serializers.IntegerField(min_value=0, max_value=600_000, default=10_000)
    start_ms = serializers.IntegerField(min_value=100, max_value=60_000, default=5000)
    beta = serializers.FloatField(min_value=0.1, max_value=1000, required=False)
    tau = serializers.FloatField(min_value=0, max_value=10, required=False)
    draw_probability = serializers.FloatField(min_value=0.0001, max_value=0.9, required=False)
    version_sigma = serializers.FloatField(min_value=0, max_value=100, required=False)


class ChangeLadderSerializer(serializers.Serializer[Any]):
    """What may change about a ladder."""

    title = serializers.CharField(max_length=80, required=False)
    description = serializers.CharField(max_length=500, required=False, allow_blank=True)
    is_open = serializers.BooleanField(required=False)


class BoardRowSerializer(serializers.Serializer[Any]):
    """A row of a leaderboard; `shown` is mu - 3 sigma."""

    rank = serializers.IntegerField()
    rank_range = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    is_provisional = serializers.BooleanField()
    bot = serializers.CharField(source="rating.bot.name")
    owner = serializers.CharField(source="rating.bot.owner.username")
    is_house = serializers.BooleanField(source="rating.bot.is_house")
    version = serializers.IntegerField(source="rating.version.number", default=None, allow_null=True)
    mu = serializers.FloatField(source="rating.mu")
    sigma = serializers.FloatField(source="rating.sigma")
    shown = serializers.FloatField(source="rating.shown")
    trend = serializers.FloatField(source="rating.trend")
    badge = serializers.CharField(source="rating.badge")
    matches = serializers.IntegerField(source="rating.matches")
    wins = serializers.IntegerField(source="rating.wins")
    draws = serializers.IntegerField(source="rating.draws")
    losses = serializers.IntegerField(source="rating.losses")
    faults = serializers.IntegerField(source="rating.faults")
    last_match_at = serializers.DateTimeField(source="rating.last_match_at", allow_null=True)


_TERMS = ("game", "seats", "options", "legs", "mirror", "move_ms", "bank_ms", "start_ms")


class LadderViewSet(ApiViewSet):
    """Ladders."""

    serializer_class = LadderSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    lookup_field = "slug"
    lookup_value_regex = "[a-zA-Z0-9_-]{1,40}"
    page_order = ("order", "slug")
    queryset = Ladder.objects.none()

    def list(self, request: Request) -> Response:
        """List the ladders in their order."""
        return self.page(selectors.ladders())

    def retrieve(self, request: Request, slug: str) -> Response:
        """Show a ladder."""
        return Response(self.get_serializer(selectors.ladder_named(slug)).data)

    @extend_schema(request=NewLadderSerializer, responses={201: LadderSerializer})
    def create(self, request: Request) -> Response:
        """Make a ladder; for organisers."""
        given = self.valid(NewLadderSerializer)
        terms = Terms(**{name: given.pop(name) for name in _TERMS})
        assert isinstance(request.user, User)
        ladder = services.create_ladder(organiser=request.user, terms=terms, **given)
        return Response(LadderSerializer(ladder).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=ChangeLadderSerializer, responses=LadderSerializer)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change its words, open or close it; for organisers."""
        given = self.valid(ChangeLadderSerializer)
        assert isinstance(request.user, User)
        ladder = services.change_ladder(ladder=selectors.ladder_named(slug), actor=request.user, **given)
        return Response(LadderSerializer(ladder).data)

    @extend_schema(responses=BoardRowSerializer(many=True))
    @action(
        detail=True,
        serializer_class=BoardRowSerializer,
        page_order=("-shown", "id"),
        queryset=Rating.objects.none(),
    )
    def leaderboard(self, request: Request, slug: str) -> Response:
        """Show the board, best first."""
        ladder = selectors.ladder_named(slug)
        rows = self.paginate_queryset(ratings.board(ladder)) or []
        return self.get_paginated_response(
            self.get_serializer(ratings.board_rows(ladder, rows), many=True).data
        )
