"""What all views of the API share: problems, rate headers, ETags, cursors, the schema's common answers."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Literal

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.decorators.vary import vary_on_headers
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from arena.api.problems import CONTENT_TYPE, ProblemRenderer
from arena.errors import InvalidError

LARGEST_PAGE = 200
_PROBLEMS = ("400", "401", "403", "404", "405", "406", "409", "413", "415", "429", "503")


class ProblemSerializer(serializers.Serializer[Any]):
    """An error as RFC 9457 has it; match on `code`."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()


class Schema(AutoSchema):
    """Adds to every operation the problems it may answer with."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction=direction)
        answer = self._get_response_for_code(ProblemSerializer, "400", [CONTENT_TYPE])  # type: ignore[no-untyped-call]
        for code in _PROBLEMS:
            bodies.setdefault(code, {**answer, "description": f"{HTTPStatus(int(code)).phrase}: a problem."})
        if self.method == "GET":
            bodies.setdefault("304", {"description": "Not changed."})
        return bodies


class Pages(CursorPagination):
    """Pages by cursor: nothing is skipped or shown twice while rows come in."""

    page_size = 50
    max_page_size = LARGEST_PAGE
    page_size_query_param = "limit"
    ordering: str | tuple[str, ...] = "-pk"

    def get_page_size(self, request: Request) -> int:
        """Refuse a limit that is none, rather than ignore it."""
        given = request.query_params.get("limit")
        if given is None:
            return self.page_size
        if not given.isascii() or not given.isdigit() or not 1 <= int(given) <= LARGEST_PAGE:
            raise InvalidError(f"limit is a number from 1 to {LARGEST_PAGE}.", code="bad_limit")
        return int(given)

    def decode_cursor(self, request: Request) -> Any:
        """Refuse a cursor that we have not made."""
        try:
            return super().decode_cursor(request)
        except NotFound:
            raise InvalidError("This cursor is not one of ours.", code="bad_cursor") from None

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """Refuse a cursor that looks like ours but points nowhere: no number, no date, beyond all rows."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, OverflowError, ValidationError, DataError):
            if "cursor" not in request.query_params:
                raise
            raise InvalidError("This cursor is not one of ours.", code="bad_cursor") from None

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """Take the order from the view."""
        chosen = getattr(view, "page_order", self.ordering)
        return (chosen,) if isinstance(chosen, str) else tuple(chosen)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe the two parameters with their bounds."""
        limit = {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": self.page_size}
        return [
            {"name": "cursor", "in": "query", "required": False, "schema": {"type": "string"},
             "description": "From `next` or `previous` of a page."},
            {"name": "limit", "in": "query", "required": False, "schema": limit,
            "description": "Rows of a page."},
        ]  # fmt: skip


class Answering(APIView):
    """Adds rate headers and ETags to whatever a view answers."""

    schema = Schema()

    @method_decorator(vary_on_headers("Authorization", "Cookie"))
    @method_decorator(cache_control(private=True, no_cache=True))
    @method_decorator(conditional_page)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer, with 304 when the reader has it already."""
        return super().dispatch(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Say how much may still be asked; a problem is JSON whatever else the view can render."""
        if getattr(response, "content_type", None) == CONTENT_TYPE:
            request.accepted_renderer = ProblemRenderer()
            request.accepted_media_type = CONTENT_TYPE
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in getattr(request, "rate_limit", {}).items():
            answer[name] = value
        return answer

    def valid(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Read the request's body through a serializer."""
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        found: dict[str, Any] = given.validated_data
        return found


class ApiView(Answering):
    """A single thing to do."""


class ApiViewSet(Answering, GenericViewSet[Any]):
    """A kind of thing, by the router."""

    pagination_class = Pages

    def page(self, queryset: QuerySet[Any]) -> Response:
        """Answer with one page of a list."""
        rows = self.paginate_queryset(self.filter_queryset(queryset))
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)
