"""Addresses of the API: its versions, its schema and a page to try it."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.base import Answering, ApiView
from arena.errors import NotFoundError


class NothingHere(ApiView):
    """Every other address under the API: a problem, not a page."""

    permission_classes = (AllowAny,)

    @extend_schema(exclude=True)
    def dispatch(self, request: Request, *args: object, **kwargs: object) -> Response:  # type: ignore[override]
        """Refuse whatever is asked."""
        self.http_method_not_allowed = self._refuse  # type: ignore[method-assign]
        return super().dispatch(request, *args, **kwargs)  # type: ignore[return-value]

    def _refuse(self, request: Request, *args: object, **kwargs: object) -> Response:
        raise NotFoundError("There is nothing at this address; /api/v1/schema lists what there is.")


class SchemaView(Answering, SpectacularAPIView):
    """The description of this API for programs: OpenAPI 3.1."""


urlpatterns: list[URLPattern | URLResolver] = [
    path("schema", SchemaView.as_view(schema=None), name="schema"),
    path(
        "docs",
        SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html"),
        name="docs",
    ),
    path("", include("arena.api.v1.urls")),
    re_path(r"^[\s\S]*$", NothingHere.as_view(schema=None)),  # a line end in an address is nothing either
]
app_name = "api"
