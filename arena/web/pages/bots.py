"""Bots: the list, a bot's page, its badge, two bots head to head."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from arena.errors import NotFoundError
from arena.matches import meetings
from arena.matches.seatrecord import seat_record
from arena.ratings import selectors as ratings
from arena.ratings.leaders import places_of
from arena.ratings.models import Rating
from arena.submissions import selectors
from arena.submissions.models import Bot
from arena.web import charts, words
from arena.web.forms import BotForm
from arena.web.paging import page_of, search_text
from games import GAMES

_HISTORY = 400  # events of a plot
_RECENT = 15


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """List bots, the newest first, by name and game."""
    text, game = search_text(request), search_text(request, "game")
    found = selectors.bots().filter(retired_at=None).order_by("-pk")
    if text:
        found = found.filter(name__icontains=text)
    if game in GAMES:
        found = found.filter(games__icontains=f'"{game}"')
    shown = {"page": page_of(request, found, 48), "q": text, "game": game, "games": GAMES}
    return render(request, "bots/bots.html", shown)


@require_safe
def bot(request: HttpRequest, name: str) -> HttpResponse:
    """Show a bot: where it stands, how it got there, whom it met, how it failed."""
    found = selectors.bot_named(name)
    standings = list(ratings.ratings_of(found))
    chosen = _chosen(standings, search_text(request, "ladder"))
    own = selectors.may_manage(found, request.user)
    shown = {
        "bot": found, "standings": standings, "chosen": chosen, "may_manage": own,
        "state": words.bot_state(found), "versions": selectors.versions_of(found)[:10],
        "opponents": meetings.opponents_of(found)[:12], "window": meetings.WINDOW,
        "recent": _recent(found, own=own), "faults": meetings.faults_of(found, 8),
        "form": BotForm(initial={"description": found.description, "games": found.games}) if own else None,
        **_history(found, chosen),
    }  # fmt: skip
    return render(request, "bots/bot.html", shown)


def _chosen(standings: list[Rating], slug: str) -> Rating | None:
    """Choose the ladder to draw: the one asked for, or the one most played."""
    asked = [one for one in standings if one.ladder.slug == slug]
    return asked[0] if asked else max(standings, key=lambda one: one.matches, default=None)


def _recent(bot: Bot, *, own: bool) -> list[dict[str, Any]]:
    parts = list(meetings.parts_of(bot, own=own)[:_RECENT])
    return [
        {"part": part, "match": part.match, "words": words.outcome(part, list(part.match.players.all()))}
        for part in parts
    ]


def _history(bot: Bot, chosen: Rating | None) -> dict[str, Any]:
    if chosen is None:
        return {"plot": None, "events": [], "place": None}
    events = list(ratings.history(ladder=chosen.ladder, bot=bot)[:_HISTORY])[::-1]
    place = places_of(chosen.ladder).row(chosen, chosen.ladder) if chosen.is_active else None
    return {"plot": charts.plot(events), "events": events[-20:][::-1], "place": place}


@require_safe
def seats(request: HttpRequest, name: str) -> HttpResponse:
    """Show how a bot did in each seat; it is read from records, so the page asks for it by itself."""
    found = selectors.bot_named(name)
    return render(request, "bots/_seats.html", {"bot": found, "seats": seat_record(found)})


@require_safe
@cache_control(public=True, max_age=300)
def badge(request: HttpRequest, name: str) -> HttpResponse:
    """Draw a bot's rank and rating to be shown elsewhere."""
    found = selectors.bot_named(name)
    chosen = _chosen(list(ratings.ratings_of(found)), search_text(request, "ladder"))
    place = places_of(chosen.ladder).row(chosen, chosen.ladder) if chosen and chosen.is_active else None
    shown = {"bot": found, "rating": chosen, "place": place}
    return render(request, "bots/badge.svg", shown, content_type="image/svg+xml")


@require_safe
def versus(request: HttpRequest, name: str, other: str) -> HttpResponse:
    """Show two bots head to head."""
    one, two = selectors.bot_named(name), selectors.bot_named(other)
    if one.pk == two.pk:
        raise NotFoundError("A bot does not play against itself: choose two.")
    met = meetings.head_to_head(one, two)
    low, high = charts.wilson(met.tally.score, met.tally.matches)
    shown = {
        "one": one, "two": two, "met": met, "low": 100 * low, "high": 100 * high,
        "page": page_of(request, met.matches),
        "share": 100 * met.tally.score / met.tally.matches if met.tally.matches else None,
    }  # fmt: skip
    return render(request, "bots/versus.html", shown)


@require_safe
def find_versus(request: HttpRequest, name: str) -> HttpResponse:
    """Go to the head-to-head page of the bot named in a form."""
    return versus(request, name, search_text(request, "other"))


urlpatterns = [
    path("bots", bots, name="bots"),
    path("bots/<slug:name>", bot, name="bot"),
    path("bots/<slug:name>/seats", seats, name="bot_seats"),
    path("bots/<slug:name>/badge.svg", badge, name="badge"),
    path("bots/<slug:name>/versus", find_versus, name="find_versus"),
    path("bots/<slug:name>/versus/<slug:other>", versus, name="versus"),
]
