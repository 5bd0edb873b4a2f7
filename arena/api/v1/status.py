"""How the service is doing, for everybody."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.base import ApiView
from arena.matches.pulse import pulse


class StatusSerializer(serializers.Serializer[Any]):
    """What waits, runs and was played; a few seconds old."""

    queued = serializers.DictField(child=serializers.IntegerField(), help_text="Waiting matches by kind.")
    running = serializers.IntegerField()
    played_last_hour = serializers.IntegerField()
    oldest_queued_at = serializers.DateTimeField(allow_null=True)
    uploads_waiting = serializers.IntegerField()
    oldest_upload_at = serializers.DateTimeField(allow_null=True)


class StatusView(ApiView):
    """The service at this moment."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=StatusSerializer, operation_id="status")
    def get(self, request: Request) -> Response:
        """Show how many matches and uploads wait, run and were played in the last hour."""
        return Response(StatusSerializer(pulse()).data)
