"""People who play."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from arena.accounts import selectors
from arena.accounts.models import User
from arena.ratings.models import Rating
from arena.submissions.selectors import bots
from arena.tournaments.models import Entrant
from arena.web.paging import page_of, search_text


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """List people, the newest first."""
    text = search_text(request)
    found = User.objects.filter(is_active=True).order_by("-pk")
    if text:
        found = found.filter(username__icontains=text)
    return render(request, "players/players.html", {"page": page_of(request, found, 48), "q": text})


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a person: their bots, where those stand, their medals."""
    found = selectors.player_named(username)
    own = bots().filter(owner=found).order_by("retired_at", "-pk")[:60]
    standings = (
        Rating.objects.filter(bot__owner=found, is_active=True, matches__gt=0)
        .select_related("ladder", "bot")
        .order_by("-shown", "pk")[:30]
    )
    medals = Entrant.objects.filter(bot__owner=found).exclude(medal="").select_related("tournament", "bot")
    newest = medals.order_by("-tournament_id", "place", "pk")[:50]
    shown = {"player": found, "bots": own, "standings": standings, "medals": newest}
    return render(request, "players/player.html", shown)


urlpatterns = [
    path("players", players, name="players"),
    path("players/<str:username>", player, name="player"),
]
