"""Leaderboards and the pentathlon."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from arena.ladders.selectors import ladder_named, open_ladders
from arena.ratings.leaders import languages_on, places_of, search_board, tops
from arena.ratings.selectors import PentathlonRow, pentathlon
from arena.web import charts
from arena.web.paging import page_number, page_of, search_text
from games import GAMES

_PENTATHLON_S = 30  # how old the pentathlon may be: it reads every board


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """Show every ladder with its first three."""
    return render(request, "ladders/ladders.html", {"tops": tops(), "games": GAMES})


@require_safe
@vary_on_headers("HX-Request")  # the table alone must not come back from a cache as the page
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a leaderboard, narrowed by name, language or house."""
    found = ladder_named(slug)
    wanted = {
        "text": search_text(request),
        "language": search_text(request, "language"),
        "house": search_text(request, "house"),
    }
    page = page_of(request, search_board(found, **wanted))
    places = places_of(found)
    scale = charts.scale_of(page.rows)
    rows = [
        {
            "place": places.row(rating, found),
            "bar": charts.bar(rating, scale),
            "spark": charts.spark(rating.recent),
        }
        for rating in page.rows
    ]
    shown = {
        "ladder": found, "rows": rows, "page": page, "wanted": wanted, "count": len(places), "scale": scale,
        "languages": languages_on(found), "siblings": open_ladders().filter(game=found.game),
    }  # fmt: skip
    name = "ladders/_board.html" if request.headers.get("HX-Request") else "ladders/ladder.html"
    return render(request, name, shown)


@require_safe
def all_round(request: HttpRequest) -> HttpResponse:
    """Show the players' standing over the five games."""
    rows: list[PentathlonRow] | None = cache.get("pentathlon")
    if rows is None:
        rows = pentathlon()
        cache.set("pentathlon", rows, _PENTATHLON_S)
    text = search_text(request).lower()
    found = [row for row in rows if text in row.player.lower()]
    number = page_number(request)
    shown = {
        "rows": found[(number - 1) * 50 : number * 50], "games": GAMES, "q": text,
        "previous": number - 1, "next": number + 1 if len(found) > number * 50 else 0,
    }  # fmt: skip
    return render(request, "ladders/pentathlon.html", shown)


urlpatterns = [
    path("ladders", ladders, name="ladders"),
    path("ladders/<slug:slug>", ladder, name="ladder"),
    path("pentathlon", all_round, name="pentathlon"),
]
