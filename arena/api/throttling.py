"""How often somebody may ask, told with every answer (`RateLimit-*`)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which reads this module by name, from the settings


class ApiThrottle(SimpleRateThrottle):
    """A rate for people and scripts that are known, and a lower one by address for those that are not."""

    scope = "known"

    def __init__(self) -> None:
        """Choose the rate when the request is known."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; leave on it what the headers will say."""
        self.scope = getattr(view, "throttle_scope", None) or (
            "known" if request.user.is_authenticated else "stranger"
        )
        self.rate = settings.API_RATES[self.scope]
        self.num_requests, self.duration = self.parse_rate(self.rate)
        allowed = super().allow_request(request, view)
        request.rate_limit = _headers(self)  # type: ignore[attr-defined]
        return allowed

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Count by account, or by address."""
        ident = request.user.pk if request.user.is_authenticated else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}


def _headers(throttle: Any) -> dict[str, str]:
    used = len(throttle.history)
    oldest = throttle.history[-1] if throttle.history else throttle.now
    return {
        "RateLimit-Limit": str(throttle.num_requests),
        "RateLimit-Remaining": str(max(0, throttle.num_requests - used)),
        "RateLimit-Reset": str(max(0, math.ceil(oldest + throttle.duration - throttle.now))),
    }
