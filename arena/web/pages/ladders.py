"""Leaderboards and the pentathlon."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from arena.accounts.models import User
from arena.errors import ArenaError, NotAllowedError
from arena.ladders import services
from arena.ladders.models import Ladder
from arena.ladders.selectors import ladder_named, open_ladders
from arena.matches.terms import Terms
from arena.ratings.leaders import languages_on, places_of, search_board, tops
from arena.ratings.selectors import pentathlon
from arena.web import charts
from arena.web.identity import me
from arena.web.ladder_form import ChangeLadderForm, LadderForm
from arena.web.paging import page_number, page_of, search_text
from arena.web.terms_form import initial_terms
from games import GAMES

_BOARD_S = 10  # how old a board may be between two ratings: a version or a pause may have changed it
_KEPT_BY = {"page", "language", "house"}


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
    shown = {
        "ladder": found, "wanted": wanted, "board": _board(request, found, wanted),
        "languages": languages_on(found), "siblings": open_ladders().filter(game=found.game),
    }  # fmt: skip
    if request.headers.get("HX-Request"):
        return HttpResponse(shown["board"])
    return render(request, "ladders/ladder.html", shown)


def _board(request: HttpRequest, ladder: Ladder, wanted: dict[str, str]) -> SafeString:
    """Render the table; for those without an account once between two ratings, for they all see the same.

    Searches are as many as people; and what else stands in an address comes back in the links between pages.
    """
    if request.user.is_authenticated or not request.GET.keys() <= _KEPT_BY:
        return _rendered_board(request, ladder, wanted)
    asked = [ladder.pk, ladder.rating_sequence, get_language(), page_number(request), *wanted.values()]
    key = f"board:{sha256(repr(asked).encode()).hexdigest()}"
    found: str | None = cache.get(key)
    if found is None:
        found = _rendered_board(request, ladder, wanted)
        cache.set(key, found, _BOARD_S)
    return mark_safe(found)  # noqa: S308 a template of ours made it


def _rendered_board(request: HttpRequest, ladder: Ladder, wanted: dict[str, str]) -> SafeString:
    page = page_of(request, search_board(ladder, **wanted))
    places = places_of(ladder)
    scale = charts.scale_of(page.rows)
    rows = [
        {
            "place": places.row(rating, ladder),
            "bar": charts.bar(rating, scale),
            "spark": charts.spark(rating.recent),
        }
        for rating in page.rows
    ]
    shown = {"ladder": ladder, "rows": rows, "page": page, "wanted": wanted, "count": len(places)}
    return render_to_string("ladders/_board.html", shown, request)


@require_safe
def all_round(request: HttpRequest) -> HttpResponse:
    """Show the players' standing over the five games."""
    text, rows = search_text(request).lower(), pentathlon()
    found = [row for row in rows if text in row.player.lower()]
    number = page_number(request)
    shown = {
        "rows": found[(number - 1) * 50 : number * 50], "games": GAMES, "q": text,
        "previous": number - 1, "next": number + 1 if len(found) > number * 50 else 0,
    }  # fmt: skip
    return render(request, "ladders/pentathlon.html", shown)


@login_required
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Make a ladder, from nothing or like another."""
    user = _organiser(request)
    form = LadderForm(request.POST or None, initial=_like(search_text(request, "like")))
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("ladder", services.create_ladder(organiser=user, **form.settings()).slug)
        except ArenaError as refused:
            form.refuse(refused)
    return render(request, "ladders/form.html", {"form": form}, status=400 if form.errors else 200)


def _organiser(request: HttpRequest) -> User:
    user = me(request)
    if not user.may_organise:
        raise NotAllowedError(
            "Only organisers make and change ladders: ask an operator.", code="not_an_organiser"
        )
    return user


def _like(slug: str) -> dict[str, Any]:
    """Begin with the terms of a ladder that there is."""
    if not slug:
        return {}
    found = ladder_named(slug)
    return initial_terms(Terms.of_ladder(found)) | {"players": found.players}


@login_required
@never_cache
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what is said of a ladder, open or close it."""
    user, found = _organiser(request), ladder_named(slug)
    start = {"title": found.title, "description": found.description, "is_open": found.is_open}
    form = ChangeLadderForm(request.POST or None, initial=start)
    if request.method == "POST" and form.is_valid():
        services.change_ladder(ladder=found, actor=user, **form.cleaned_data)
        return redirect("ladder", slug)
    shown = {"form": form, "ladder": found}
    return render(request, "ladders/change.html", shown, status=400 if form.errors else 200)


urlpatterns = [
    path("ladders", ladders, name="ladders"),
    path("ladders/new", new, name="ladder_new"),
    path("ladders/<slug:slug>/edit", edit, name="ladder_edit"),
    path("ladders/<slug:slug>", ladder, name="ladder"),
    path("pentathlon", all_round, name="pentathlon"),
]
