"""Refusals as pages: a sentence of what is wrong and where to go from there."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _

from arena.errors import ArenaError
from arena.web.context import site

log = structlog.get_logger(__name__)

Answer = Callable[[HttpRequest], HttpResponse]


class RefusalMiddleware:
    """Make a page of whatever a service or selector refuses."""

    def __init__(self, get_response: Answer) -> None:
        """Stand before the rest."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let the request pass; an address that takes forms alone tells who only looks."""
        answer = self.get_response(request)
        if answer.status_code == 405 and not getattr(answer, "content", b"-"):
            page = refusal(request, 405, _("This address only takes what a form sends: go back to its page."))
            page.headers["Allow"] = answer.headers["Allow"]
            return page
        return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a refusal that no view has answered; anything else is a fault of ours."""
        if isinstance(exception, ArenaError):
            page = refusal(request, exception.status, exception.detail)
            if "retry_after" in exception.extra:
                page.headers["Retry-After"] = str(exception.extra["retry_after"])
            return page
        if isinstance(exception, OperationalError | InterfaceError):
            log.error("database_away", error=str(exception), path=request.path)
            page = failed(request, 503)
            page.headers["Retry-After"] = "10"
            return page
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


def failed(request: HttpRequest, status: int = 500) -> HttpResponse:
    """Answer 500, or 503 without the database, with a page that needs neither database nor session."""
    shown = {**site(request), "style": _style(), "status": status}
    return render(None, "500.html", shown, status=status)  # no request: no context processors run


def _style() -> str:
    """Find the style of the site; the page must be there even when that is what is missing."""
    try:
        return static("arena/arena.css")
    except ValueError:
        return ""


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose secret is missing or old."""
    detail = _("This form is too old or came from another site: go back, reload, send it again.")
    return render(request, "refused.html", {"detail": detail, "status": 403}, status=403)
