"""Addresses of the API: its versions, its schema and a page to try it."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
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

    def _get_schema_response(self, request: Request) -> HttpResponse:
        """Answer from this process's memory: it says the same to everybody until the service starts anew."""
        renderer = self.perform_content_negotiation(request, force=True)[0]
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        name = self._get_filename(request, self.api_version)  # type: ignore[no-untyped-call]
        return HttpResponse(
            _written(type(renderer), get_language() or ""),  # type: ignore[arg-type]  # a class has a hash
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="{name}"'},
        )  # fmt: skip


@lru_cache(maxsize=8)
def _written(renderer: type[BaseRenderer], _language: str) -> bytes:
    """Work the schema out and write it in one format."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    written: str | bytes = renderer().render(schema, renderer_context={})
    return written if isinstance(written, bytes) else written.encode()


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
