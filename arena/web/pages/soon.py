"""Addresses of pages that are on their way."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path


def soon(request: HttpRequest, **_: object) -> HttpResponse:
    """Say that there is nothing yet."""
    return render(request, "404.html", status=404)


urlpatterns = [
    path("submit", soon, name="submit"),
    path("bots", soon, name="bots"),
    path("bots/<slug:name>", soon, name="bot"),
    path("players", soon, name="players"),
    path("players/<str:username>", soon, name="player"),
    path("docs", soon, name="docs_index"),
    path("docs/<slug:name>", soon, name="docs"),
    path("games", soon, name="games"),
    path("games/<slug:slug>", soon, name="game"),
    path("kits", soon, name="kits"),
    path("challenge", soon, name="challenge"),
    path("status", soon, name="status"),
    path("status/operators", soon, name="operators"),
]
