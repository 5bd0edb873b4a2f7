"""The games: their options, schemas and rules."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from arena.api.base import Answering
from arena.errors import NotFoundError
from games import GAMES
from games.core.game import Game


class OptionSerializer(serializers.Serializer[Any]):
    """Something that can be set before a game."""

    name = serializers.CharField()
    values = serializers.ListField(child=serializers.JSONField())
    help = serializers.CharField()


class GameSerializer(serializers.Serializer[Any]):
    """A game in short."""

    slug = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    rated_by = serializers.CharField()
    default_seats = serializers.IntegerField()
    options = OptionSerializer(many=True)


class WholeGameSerializer(GameSerializer):
    """A game with its schemas and rules."""

    schemas = serializers.DictField(child=serializers.JSONField())
    rules = serializers.CharField()


class GameViewSet(Answering, ViewSet):
    """Games."""

    lookup_field = "slug"
    lookup_value_regex = "[a-z]{1,20}"

    @extend_schema(responses=GameSerializer(many=True))
    def list(self, request: Request) -> Response:
        """List the games."""
        return Response([_short(game) for game in GAMES.values()])

    @extend_schema(responses=WholeGameSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        """Show a game with its JSON Schemas and its rules in Markdown."""
        if slug not in GAMES:
            raise NotFoundError("There is no such game.")
        game = GAMES[slug]
        return Response(_short(game) | {"schemas": game.schemas(), "rules": rules_of(game)})


def _short(game: Game[Any, Any]) -> dict[str, Any]:
    options = game.options()
    return {
        "slug": game.slug, "title": game.title, "version": game.version, "rated_by": game.rated_by,
        "default_seats": options.default_seats,
        "options": [{"name": o.name, "values": list(o.values), "help": o.help} for o in options.options],
    }  # fmt: skip


def rules_of(game: Game[Any, Any]) -> str:
    """Read the rules that lie beside a game's code."""
    path = Path(inspect.getfile(type(game))).parent / "RULES.md"
    return path.read_text() if path.exists() else ""
