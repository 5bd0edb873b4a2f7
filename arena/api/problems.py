"""Every refusal as `application/problem+json` (RFC 9457): clients match on `code`, people read `detail`."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import set_rollback

from arena.errors import ArenaError

log = structlog.get_logger(__name__)

AWAY = "The database does not answer. Nothing is lost: try again in a moment."
CONTENT_TYPE = "application/problem+json"


class ProblemRenderer(JSONRenderer):
    """JSON under the name that problems have."""

    media_type = CONTENT_TYPE
    charset = None


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """Make a problem of whatever a view has raised; what nobody foresaw is logged and told without detail."""
    set_rollback()
    if isinstance(error, ArenaError):
        return problem(error.status, error.code, error.detail, **_told(error))
    if isinstance(error, Http404):
        return problem(404, "not_found", "There is nothing here.")
    if isinstance(error, PermissionDenied):
        return problem(403, "not_allowed", "You may not do that.")
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    if isinstance(error, OperationalError | InterfaceError):
        log.error("database_away", error=str(error), path=context["request"].path)
        return problem(503, "unavailable", AWAY, retry_after=10)
    log.error("api_error", exc_info=error, path=context["request"].path)
    return problem(500, "internal", "Something of ours failed. It has been written down.")


def _told(error: ArenaError) -> dict[str, Any]:
    return {name: value for name, value in error.extra.items() if isinstance(value, str | int | float | list)}


def _of_framework(error: exceptions.APIException) -> Response:
    if isinstance(error, exceptions.ValidationError):
        return problem(400, "invalid", _sentence(error.detail), errors=_listed(error.detail))
    codes = error.get_codes()
    response = problem(error.status_code, codes if isinstance(codes, str) else "invalid", str(error.detail))
    if challenge := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    if (wait := getattr(error, "wait", None)) is not None:
        response["Retry-After"] = str(int(wait) + 1)
    return response


def problem(code: int, word: str, detail: str, **extra: Any) -> Response:
    """Build a problem document."""
    body = {
        "type": "about:blank", "title": HTTPStatus(code).phrase, "status": code, "code": word,
        "detail": detail,
        **extra,
    }  # fmt: skip
    response = Response(body, status=code, content_type=CONTENT_TYPE)
    if "retry_after" in extra:
        response["Retry-After"] = str(extra["retry_after"])
    return response


def _listed(detail: Any, field: str = "") -> list[dict[str, str]]:
    """Flatten a tree of validation messages to pairs of field and message."""
    if isinstance(detail, dict):
        return [
            one
            for key, value in detail.items()
            for one in _listed(value, f"{field}.{key}" if field else str(key))
        ]
    if isinstance(detail, list):
        return [one for value in detail for one in _listed(value, field)]
    return [{"field": field, "message": str(detail)}]


def _sentence(detail: Any) -> str:
    return " ".join(
        f"{one['field']}: {one['message']}" if one["field"] else one["message"] for one in _listed(detail)
    )
