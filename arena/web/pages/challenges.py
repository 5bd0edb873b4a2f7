"""Challenges: unrated matches that people ask for."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from arena.errors import ArenaError
from arena.ladders.selectors import open_ladders
from arena.matches.services import challenge
from arena.submissions.models import Bot
from arena.submissions.selectors import bot_named, bots
from arena.web.forms import ChallengeForm
from arena.web.identity import me
from arena.web.paging import search_text


@login_required
@never_cache
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for an unrated match between one's bot and others."""
    user = me(request)
    own = bots().filter(owner=user, retired_at=None, active_version__isnull=False)
    start = {"others": search_text(request, "against"), "ladder": _ladder(request, own)}
    form = ChallengeForm(
        request.POST or None, ladders=open_ladders(), bots=[bot.name for bot in own], initial=start
    )
    if request.method == "POST" and form.is_valid():
        try:
            table = [bot_named(name) for name in form.names()]
            match = challenge(user=user, bots=table, ladder=form.cleaned_data["ladder"])
        except ArenaError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("The match is queued; it is played in a moment."))
            return redirect(f"/matches/{match.pk}")
    shown = {"form": form, "has_bots": bool(own)}
    return render(request, "bots/challenge.html", shown, status=400 if form.errors else 200)


def _ladder(request: HttpRequest, own: Iterable[Bot]) -> str:
    """Choose the ladder to offer first: the one asked for, or one that the first of one's bots plays."""
    asked = search_text(request, "ladder")
    games = [bot.games for bot in own][:1]
    fits = (ladder.slug for ladder in open_ladders() if games and ladder.game in games[0])
    return asked or next(fits, "")


urlpatterns = [path("challenge", ask, name="challenge")]
