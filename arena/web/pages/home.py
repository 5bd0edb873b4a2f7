"""The first page, and small things that belong to no other: the theme, robots.txt."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from arena.ladders.selectors import open_ladders
from arena.matches import pulse
from arena.ratings.leaders import tops
from arena.submissions.selectors import bots
from arena.tournaments.models import Tournament, TournamentStatus
from arena.tournaments.selectors import last_winners
from arena.web.context import THEMES
from arena.web.identity import next_address

_COMING = (TournamentStatus.RUNNING, TournamentStatus.REGISTRATION, TournamentStatus.LOCKED)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is going on and how to take part."""
    newest = bots().filter(is_house=False, retired_at=None, active_version__isnull=False)
    shown = {
        **_happening(),
        "tops": tops,  # asked for only when the part that shows them is not kept
        "ladders": open_ladders().count(),
        "newest": newest.order_by("-pk")[:6],
        "tournaments": _tournaments(),
        "winners": last_winners(3),
    }
    return render(request, "home/home.html", shown)


@require_safe
def now_playing(request: HttpRequest) -> HttpResponse:
    """Show only what changes by the second; the home page asks for it again and again."""
    return render(request, "home/_now.html", _happening())


def _happening() -> dict[str, Any]:
    return {"live": pulse.live_matches(6), "latest": pulse.latest_matches(6), "pulse": pulse.pulse()}


def _tournaments() -> list[Tournament]:
    """List running tournaments before coming ones, the soonest first."""
    found = Tournament.objects.filter(status__in=_COMING).defer("plan").order_by("starts_at", "pk")[:24]
    return sorted(found, key=lambda one: one.status != TournamentStatus.RUNNING)[:6]


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember light or dark in a cookie."""
    answer = redirect(next_address(request))
    if request.POST.get("theme") in THEMES:
        answer.set_cookie(
            "theme", request.POST["theme"], max_age=365 * 24 * 3600, samesite="Lax", secure=settings.HTTPS
        )
    return answer


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell crawlers what is worth reading."""
    lines = [
        "User-agent: *",
        "Disallow: /account",
        "Disallow: /admin/",
        "Disallow: /api/",
        "Disallow: /live/",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain")


urlpatterns = [
    path("", home, name="home"),
    path("now", now_playing, name="now"),
    path("theme", theme, name="theme"),
    path("robots.txt", robots, name="robots"),
]
