"""People who play."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts import selectors
from arena.accounts.models import User
from arena.api.base import ApiView, ApiViewSet
from arena.ratings.selectors import pentathlon


class PlayerSerializer(serializers.ModelSerializer[User]):
    """What everybody may know of a person."""

    bots = serializers.IntegerField(source="bot_count")

    class Meta:
        model = User
        fields = ("username", "about", "role", "is_house", "date_joined", "bots")


class PentathlonSerializer(serializers.Serializer[Any]):
    """A player's standing over all games."""

    rank = serializers.IntegerField()
    player = serializers.CharField()
    points = serializers.FloatField()
    games = serializers.DictField(child=serializers.FloatField())


class PlayerViewSet(ApiViewSet):
    """Players."""

    serializer_class = PlayerSerializer
    lookup_field = "username"
    lookup_value_regex = r"[\w.@+-]{1,150}"
    page_order = "pk"
    queryset = User.objects.none()

    def list(self, request: Request) -> Response:
        """List players in the order in which they came."""
        return self.page(selectors.players())

    def retrieve(self, request: Request, username: str) -> Response:
        """Show a player."""
        return Response(self.get_serializer(selectors.player_named(username)).data)


class PentathlonView(ApiView):
    """All games together."""

    @extend_schema(responses=PentathlonSerializer(many=True), operation_id="pentathlon")
    def get(self, request: Request) -> Response:
        """Show the players' standing over all games, best first."""
        return Response(PentathlonSerializer(pentathlon(), many=True).data)
