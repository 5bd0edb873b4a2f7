"""How the service is doing: for everybody, and more for operators."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from arena.errors import NotAllowedError
from arena.matches import pulse
from arena.matches.models import MatchKind
from arena.web import charts


@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show the queue, the pace, the workers and the oldest waiting upload."""
    found = pulse.pulse()
    kinds = [(MatchKind(kind).label, count) for kind, count in found.queued.items()]
    workers = [{"worker": worker, "is_seen": pulse.is_seen(worker)} for worker in pulse.workers()[:100]]
    by_hour = pulse.played_by_hour()
    shown = {
        "pulse": found,
        "kinds": kinds,
        "workers": workers,
        "hours": charts.columns([(f"{hour:%H:%M}", count) for hour, count in by_hour.items()]),
        "busiest": max(by_hour.values(), default=0),
        "alive": sum(one["is_seen"] is True for one in workers),
    }
    return render(request, "status/status.html", shown)


@login_required
@require_safe
def operators(request: HttpRequest) -> HttpResponse:
    """Show what needs a hand: stuck matches and uploads, odd workers, fault rates by worker."""
    if not request.user.is_staff:
        raise NotAllowedError("This page is for operators.", code="not_an_operator")
    workers = [
        {"worker": worker, "is_seen": pulse.is_seen(worker), "is_odd": pulse.is_odd(worker)}
        for worker in pulse.workers()[:500]
    ]
    shown = {
        "pulse": pulse.pulse(), "workers": workers, "stuck": pulse.stuck_matches(),
        "versions": pulse.stuck_versions(), "voids": pulse.void_matches(),
    }  # fmt: skip
    return render(request, "status/operators.html", shown)


urlpatterns = [
    path("status", status, name="status"),
    path("status/operators", operators, name="operators"),
]
