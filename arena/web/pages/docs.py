"""Documents, rules of the games, kits."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from arena.errors import NotFoundError
from arena.ladders.selectors import open_ladders
from arena.web import documents
from arena.web.example import exchanges
from arena.web.paging import search_text
from arena.web.words import LANGUAGE_TITLES
from bots import kits as starting
from games import GAMES


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List what there is to read."""
    shown = {"documents": documents.documents(), "about": documents.about(), "games": GAMES}
    return render(request, "docs/index.html", shown)


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one document; the protocol has an example made on the spot."""
    found = documents.document(name)
    if found is None:
        raise NotFoundError("There is no such document.")
    shown = {"document": found, "name": name, "documents": documents.documents()}
    if name == "protocol":
        game = search_text(request, "game")
        seed = search_text(request, "seed") or "arena"
        game = game if game in GAMES else "lie"
        shown |= {"game": game, "seed": seed, "games": GAMES, "exchanges": exchanges(game, seed)}
    return render(request, "docs/page.html", shown)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show the five games."""
    return render(request, "docs/games.html", {"games": GAMES})


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game: a picture, its rules, its options, its ladders, its kits."""
    if slug not in GAMES:
        raise NotFoundError("There is no such game.")
    shown = {
        "slug": slug, "game": GAMES[slug], "rules": documents.rules(slug), "choices": GAMES[slug].options(),
        "ladders": open_ladders().filter(game=slug), "languages": _languages(),
        "picture": f"docs/pictures/{slug}.html",
    }  # fmt: skip
    return render(request, "docs/game.html", shown)


def _languages() -> dict[str, str]:
    return {name: LANGUAGE_TITLES.get(name, name) for name in starting.ENTRIES}


@require_safe
def kits(request: HttpRequest) -> HttpResponse:
    """Offer a kit for each language and game."""
    return render(request, "docs/kits.html", {"languages": _languages(), "games": GAMES})


@require_safe
@cache_control(public=True, max_age=3600)
def kit(request: HttpRequest, language: str, game: str) -> HttpResponse:
    """Pack a kit."""
    if language not in starting.ENTRIES or game not in GAMES:
        raise NotFoundError("There is no such kit.")
    names = {"Content-Disposition": f'attachment; filename="{game}-{language}.zip"'}
    return HttpResponse(
        starting.archive(language, game, name=f"{game}-{language}"),
        content_type="application/zip",
        headers=names,
    )


urlpatterns = [
    path("docs", index, name="docs_index"),
    path("docs/<slug:name>", page, name="docs"),
    path("games", games, name="games"),
    path("games/<slug:slug>", game, name="game"),
    path("kits", kits, name="kits"),
    path("kits/<slug:language>/<slug:game>.zip", kit, name="kit"),
]
