"""Versions of a bot: upload, state, log, source."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.parsers import FileUploadParser, FormParser, JSONParser, MultiPartParser
from rest_framework.permissions import IsAdminUser, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts.models import User
from arena.api.base import ApiViewSet
from arena.api.v1.staff import StaffReasonSerializer
from arena.errors import InvalidError, TooLargeError
from arena.submissions import selectors, services
from arena.submissions.models import Version

_ENVELOPE = 64 << 10  # what a form adds to a file


class VersionSerializer(serializers.ModelSerializer[Version]):
    """A version as everybody may see it."""

    bot = serializers.CharField(source="bot.name")

    class Meta:
        model = Version
        fields = ("bot", "number", "status", "digest", "size", "language", "created_at", "checked_at")


class OwnVersionSerializer(VersionSerializer):
    """A version as its owner sees it: with reason, log and the transcript of its check."""

    check_report = serializers.JSONField()

    class Meta(VersionSerializer.Meta):
        fields = (*VersionSerializer.Meta.fields, "filename", "status_reason", "build_log", "check_report")  # type: ignore[assignment]


class UploadSerializer(serializers.Serializer[Any]):
    """One file, or an archive."""

    file = serializers.FileField()


class VersionViewSet(ApiViewSet):
    """Versions."""

    serializer_class = VersionSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    parser_classes = (MultiPartParser, FileUploadParser)
    lookup_field = "number"
    lookup_value_regex = "[0-9]{1,9}"
    page_order = "-number"
    queryset = Version.objects.none()

    def list(self, request: Request, name: str) -> Response:
        """List a bot's versions, newest first."""
        return self.page(selectors.versions_of(selectors.bot_named(name)))

    @extend_schema(responses=OwnVersionSerializer)
    def retrieve(self, request: Request, name: str, number: str) -> Response:
        """Show a version; reason, log and check report are for its owner."""
        version = selectors.version_of(selectors.bot_named(name), int(number))
        return Response(_shown(version, request))

    @extend_schema(
        request={"multipart/form-data": UploadSerializer, "application/octet-stream": OpenApiTypes.BINARY},
        responses={201: OwnVersionSerializer},
    )
    def create(self, request: Request, name: str) -> Response:
        """Upload a version: a form with `file`, or bytes with a Content-Disposition that names them."""
        bot = selectors.own_bot(name, request.user)
        _refuse_large(request)
        file = request.FILES.get("file")
        if file is None:
            raise InvalidError("Send the file as the form field `file`.", code="no_file")
        assert isinstance(request.user, User)
        version = services.upload_version(
            bot=bot, filename=file.name or "", content=file.read(), actor=request.user
        )
        return Response(OwnVersionSerializer(version).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
        parameters=[OpenApiParameter("number", int, OpenApiParameter.PATH)],
    )
    @action(detail=True)
    def source(self, request: Request, name: str, number: str) -> HttpResponseBase:
        """Download an upload as it was: its owner, operators, and everybody when it is published."""
        version = selectors.version_of(selectors.bot_named(name), int(number))
        content = selectors.source_of(version, request.user)
        return HttpResponse(
            content, content_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{version.bot.name}-{version.number}"'},
        )  # fmt: skip

    @extend_schema(
        request=StaffReasonSerializer, responses=OwnVersionSerializer,
        parameters=[OpenApiParameter("number", int, OpenApiParameter.PATH)],
    )  # fmt: skip
    @action(
        detail=True, methods=["post"], permission_classes=[IsAdminUser],
        parser_classes=[JSONParser, FormParser, MultiPartParser],
    )  # fmt: skip
    def check(self, request: Request, name: str, number: str) -> Response:
        """Send an active or refused version through its check again; for operators."""
        version = selectors.version_of(selectors.bot_named(name), int(number))
        assert isinstance(request.user, User)
        reason = self.valid(StaffReasonSerializer)["reason"]
        services.check_again(version=version, actor=request.user, reason=reason)
        version.refresh_from_db()
        return Response(OwnVersionSerializer(version).data)


def _refuse_large(request: Request) -> None:
    """Refuse by what the request announces, before its parts are taken apart."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if announced.isdigit() and int(announced) > settings.UPLOAD_BYTES + _ENVELOPE:
        raise TooLargeError(f"An upload has at most {settings.UPLOAD_BYTES} bytes.")


def _shown(version: Version, request: Request) -> Any:
    if selectors.may_manage(version.bot, request.user):
        return OwnVersionSerializer(version).data
    public = VersionSerializer(version).data
    return {**public, "filename": "", "status_reason": "", "build_log": "", "check_report": []}
