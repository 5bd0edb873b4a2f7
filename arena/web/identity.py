"""Who is looking at a page."""

from __future__ import annotations

from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from arena.accounts.models import User
from arena.errors import NotAllowedError, QuotaError


def me(request: HttpRequest) -> User:
    """Give the account of somebody who is logged in; views behind `login_required` ask this."""
    if not isinstance(request.user, User):
        raise NotAllowedError("Log in first.", code="not_logged_in")
    return request.user


def next_address(request: HttpRequest, default: str = "/") -> str:
    """Give where to go after a form: `next`, unless it leads away from here."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else default


def slow_down(request: HttpRequest, action: str, *, an_hour: int) -> None:
    """Refuse an address that does something too often: guesses at passwords, accounts by the dozen."""
    ident = sha256(
        str(BaseThrottle().get_ident(Request(request))).encode()
    ).hexdigest()  # as the API knows addresses
    key = f"slow:{action}:{ident}"
    cache.add(key, 0, 3600)
    if cache.incr(key) > an_hour:
        raise QuotaError("That was too often for one hour: try again later.", code="too_often")
