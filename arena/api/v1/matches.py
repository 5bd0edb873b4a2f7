"""Matches: lists, records, frames, own logs, challenges; and what operators do to them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAdminUser, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts.models import User
from arena.api.base import ApiView, ApiViewSet
from arena.api.v1.matchfilter import MatchFilter
from arena.errors import NotFoundError
from arena.ladders.selectors import ladder_named
from arena.matches import frames, selectors, services
from arena.matches.models import Match, MatchPlayer
from arena.submissions.selectors import bot_named


class MatchPlayerSerializer(serializers.ModelSerializer[MatchPlayer]):
    """A bot's part in a match."""

    bot = serializers.CharField(source="bot.name")
    owner = serializers.CharField(source="bot.owner.username")
    version = serializers.IntegerField(source="version.number")

    class Meta:
        model = MatchPlayer
        fields = (
            "index", "bot", "owner", "version", "rank", "points", "result", "fault", "fault_reason",
            "forfeits", "badge", "cpu_ms", "peak_memory_kb",
        )  # fmt: skip


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match; its seed is shown when it is over, the seed's hash from the start."""

    ladder = serializers.CharField(source="ladder.slug", default=None, allow_null=True)
    seed = serializers.SerializerMethodField()
    players = MatchPlayerSerializer(many=True)

    class Meta:
        model = Match
        fields = (
            "id", "kind", "status", "status_reason", "ladder", "game", "options", "seats", "legs", "mirror",
            "move_ms", "bank_ms", "start_ms", "seed_hash", "seed", "engine_version", "created_at",
            "started_at",
            "finished_at", "attempts", "digest", "rated_at", "invalidated_at", "invalidated_reason",
            "rerun_of",
            "players",
        )  # fmt: skip

    def get_seed(self, match: Match) -> str | None:
        """Keep the seed secret until nothing can be won by it."""
        return match.seed if match.is_over else None


class ChallengeSerializer(serializers.Serializer[Any]):
    """Who plays whom, and by which ladder's rules."""

    ladder = serializers.SlugField(max_length=40)
    bots = serializers.ListField(child=serializers.SlugField(max_length=40), min_length=1, max_length=16)
    legs = serializers.IntegerField(min_value=1, max_value=50, required=False)


class ReasonSerializer(serializers.Serializer[Any]):
    """Why."""

    reason = serializers.CharField(max_length=500)


class FramesQuerySerializer(serializers.Serializer[Any]):
    """Which frames."""

    leg = serializers.IntegerField(min_value=0, max_value=1000, default=0)
    table = serializers.IntegerField(min_value=0, max_value=1000, default=0)
    seat = serializers.IntegerField(min_value=0, max_value=20, required=False)
    first = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=1000, default=200)


class MatchViewSet(ApiViewSet):
    """Matches."""

    serializer_class = MatchSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    lookup_value_regex = "[0-9]{1,15}"
    filterset_class = MatchFilter
    queryset = Match.objects.none()

    @property
    def page_order(self) -> tuple[str, ...]:
        """Order by number, but by date where dates are asked for: then nothing outside of them is read."""
        has_dates = {"since", "until"} & set(self.request.query_params)
        return ("-created_at", "-pk") if has_dates else ("-pk",)

    def _match(self, pk: str) -> Match:
        return selectors.match_by_id(int(pk), self.request.user)

    def list(self, request: Request) -> Response:
        """List matches, newest first; by bot, opponent, ladder, outcome, fault and date."""
        return self.page(selectors.visible_matches(request.user))

    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a match."""
        return Response(MatchSerializer(self._match(pk)).data)

    @extend_schema(responses=OpenApiTypes.OBJECT)
    @action(detail=True, filterset_class=None, pagination_class=None)
    def record(self, request: Request, pk: str) -> Response:
        """Give all that is needed to replay a finished match: seed, options, actions, hash chain."""
        return Response(selectors.record_of(self._match(pk)))

    @extend_schema(responses=OpenApiTypes.OBJECT, parameters=[FramesQuerySerializer])
    @action(detail=True, filterset_class=None, pagination_class=None)
    def frames(self, request: Request, pk: str) -> Response:
        """Show a leg of a finished match step by step: the open table, or through one seat's eyes."""
        match = self._match(pk)
        given = FramesQuerySerializer(data=request.query_params)
        given.is_valid(raise_exception=True)
        return Response(frames.frames(selectors.record_of(match), **given.validated_data))

    @extend_schema(responses=OpenApiTypes.OBJECT)
    @action(
        detail=True, url_path=r"players/(?P<index>[0-9]{1,3})/log", permission_classes=[IsAuthenticated],
        filterset_class=None, pagination_class=None,
    )  # fmt: skip
    def log(self, request: Request, pk: str, index: str) -> Response:
        """Read a bot's standard error, notes and faults: for its owner."""
        players = {player.index: player for player in self._match(pk).players.all()}
        if int(index) not in players:
            raise NotFoundError("There is no such player in this match.")
        return Response(selectors.log_of(players[int(index)], request.user))

    @extend_schema(request=ReasonSerializer, responses=MatchSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAdminUser])
    def cancel(self, request: Request, pk: str) -> Response:
        """Take back a match that is not over; for operators."""
        return self._changed(services.cancel_match(match=self._match(pk), **self._who_and_why()))

    @extend_schema(request=ReasonSerializer, responses={201: MatchSerializer})
    @action(detail=True, methods=["post"], permission_classes=[IsAdminUser])
    def rerun(self, request: Request, pk: str) -> Response:
        """Play a match again as a new one; for operators."""
        again = services.rerun_match(match=self._match(pk), **self._who_and_why())
        return self._changed(again, status.HTTP_201_CREATED)

    @extend_schema(request=ReasonSerializer, responses=MatchSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAdminUser])
    def invalidate(self, request: Request, pk: str) -> Response:
        """Let a finished match count no longer; ratings follow. For operators."""
        return self._changed(services.invalidate_match(match=self._match(pk), **self._who_and_why()))

    def _who_and_why(self) -> dict[str, Any]:
        return {"actor": self.request.user, "reason": self.valid(ReasonSerializer)["reason"]}

    def _changed(self, match: Match, code: int = status.HTTP_200_OK) -> Response:
        return Response(MatchSerializer(self._match(str(match.pk))).data, status=code)


class ChallengeView(ApiView):
    """Unrated matches that people ask for."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ChallengeSerializer, responses={201: MatchSerializer}, operation_id="challenge")
    def post(self, request: Request) -> Response:
        """Let bots play an unrated match by a ladder's rules; one of them must be yours."""
        given = self.valid(ChallengeSerializer)
        assert isinstance(request.user, User)
        match = services.challenge(
            user=request.user, ladder=ladder_named(given["ladder"]),
            bots=[bot_named(name) for name in given["bots"]], legs=given.get("legs"),
        )  # fmt: skip
        shown = MatchSerializer(selectors.match_by_id(match.pk, request.user)).data
        return Response(shown, status=status.HTTP_201_CREATED)
