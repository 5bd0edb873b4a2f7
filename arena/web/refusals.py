"""Refusals as pages: a sentence of what is wrong and where to go from there."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from arena.errors import ArenaError

Answer = Callable[[HttpRequest], HttpResponse]


class RefusalMiddleware:
    """Make a page of whatever a service or selector refuses."""

    def __init__(self, get_response: Answer) -> None:
        """Stand before the rest."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let the request pass."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a refusal that no view has answered; anything else is a fault of ours."""
        if isinstance(exception, ArenaError):
            return refusal(request, exception.status, exception.detail)
        return None


def refusal(request: HttpRequest, status: int, detail: str = "") -> HttpResponse:
    """Answer with the error page of a status."""
    name = f"{status}.html" if status in {400, 403, 404} else "refused.html"
    return render(request, name, {"detail": detail, "status": status}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 with a page."""
    return refusal(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403 with a page."""
    return refusal(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404 with a page."""
    return refusal(request, 404)


def failed(request: HttpRequest) -> HttpResponse:
    """Answer 500 with a page that needs neither database nor session."""
    return render(None, "500.html", status=500)  # no request: no context processors run


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose secret is missing or old."""
    return refusal(
        request, 403, "This form is too old or came from another site: go back, reload, send it again."
    )
