"""Tournaments: lists, brackets, the calendar."""

from __future__ import annotations

from typing import Any

from django.db.models import Case, F, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from arena.submissions.selectors import bots
from arena.tournaments import calendar, selectors
from arena.tournaments.boxes import Box
from arena.tournaments.drawing import Drawing, drawing_of
from arena.tournaments.models import Entrant, EntrantStatus, Tournament, TournamentStatus
from arena.tournaments.pairing.formats import FORMATS
from arena.tournaments.results import tie_breaks_of
from arena.tournaments.snapshot import snapshot
from arena.web.pages import organising
from arena.web.paging import page_of, search_text
from games import GAMES

_NOW = (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION, TournamentStatus.LOCKED)
_TABS = {
    "now": (*_NOW, TournamentStatus.RUNNING),
    "over": (TournamentStatus.FINISHED, TournamentStatus.CANCELLED),
}
_RUNNING_FIRST = Case(When(status=TournamentStatus.RUNNING, then=0), default=1)
_NEXT_FIRST = (_RUNNING_FIRST, F("starts_at").asc(nulls_last=True), "-pk")
_LATEST_FIRST = (F("finished_at").desc(nulls_last=True), "-pk")


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """List what is played or to come, and what is over."""
    tab = search_text(request, "tab") or "now"
    game = search_text(request, "game")
    rows = selectors.tournaments(request.user).filter(status__in=_TABS.get(tab, _TABS["now"]))
    rows = rows.order_by(*(_LATEST_FIRST if tab == "over" else _NEXT_FIRST))
    if game in GAMES:
        rows = rows.filter(game=game)
    shown = {
        "page": page_of(request, rows, 30), "tab": tab, "game": game, "games": GAMES, "formats": FORMATS,
        "schedules": selectors.schedules()[:20] if tab == "now" else [],
        "stopped": selectors.stopped_schedules(request.user)[:20] if tab == "now" else [],
    }  # fmt: skip
    return render(request, "tournaments/tournaments.html", shown)


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament: its bracket or tables, standings, entrants, and what one may do."""
    found = selectors.tournament_named(slug, request.user)
    shown = _board(found, request) | {
        "form_of": FORMATS.get(found.format), "may_manage": selectors.may_manage(found, request.user),
        "forecast": _forecast(found), "own": _own_bots(found, request),
    }  # fmt: skip
    return render(request, "tournaments/tournament.html", shown)


@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Give only what changes while it is played."""
    found = selectors.tournament_named(slug, request.user)
    return render(request, "tournaments/_board.html", _board(found, request))


@require_safe
def printable(request: HttpRequest, slug: str) -> HttpResponse:
    """Show results without anything else, for paper."""
    found = selectors.tournament_named(slug, request.user)
    shown = _board(found, request) | {"form_of": FORMATS.get(found.format)}
    return render(request, "tournaments/print.html", shown)


def _board(found: Tournament, request: HttpRequest) -> dict[str, Any]:
    entrants = list(selectors.entrants_of(found))
    plan, is_preview = found.plan, False
    if not plan and found.status in _NOW and found.format in FORMATS:
        plan, is_preview = snapshot(selectors.preview_plan(found)[0]), True
    names = {row.pk: row.bot.name for row in entrants}
    mine = [row for row in entrants if row.bot.owner_id == request.user.pk]
    games = selectors.games_drawn(found) if found.has_begun else {}
    drawing = drawing_of(plan, names, games, frozenset(row.pk for row in mine))
    return {
        "tournament": found, "entrants": entrants, "is_preview": is_preview,
        "mine": {row.bot_id for row in mine}, "drawing": drawing, "lines": _lines(plan, entrants),
        "notes": plan.get("notes", []),
        "tie_breaks": tie_breaks_of(plan) if plan else {}, "round": plan.get("round", 0),
        "next": _next(drawing, [row.pk for row in mine if row.is_in]) if found.has_begun else [],
        "champion": next((row for row in entrants if row.place == 1), None),
        "podium": [row for row in entrants if row.medal],
    }  # fmt: skip


def _next(drawing: Drawing, entrants: list[int]) -> list[Box]:
    """Find for each of a person's entrants the first pairing not decided; its opponent may be open."""
    undecided = [box for _, boxes in drawing.rounds for box in boxes if box.state != "decided"]
    ahead = (
        next((box for box in undecided if entrant in {side.entrant for side in box.sides}), None)
        for entrant in entrants
    )
    return list({box.key: box for box in ahead if box is not None}.values())


def _lines(plan: dict[str, Any], entrants: list[Entrant]) -> list[dict[str, Any]]:
    rows = {row.pk: row for row in entrants}
    return [
        {**line, "row": rows[line["entrant"]]}
        for line in plan.get("standings", [])
        if line["entrant"] in rows
    ]


def _forecast(found: Tournament) -> selectors.Forecast | None:
    if found.format not in FORMATS or found.is_over:
        return None
    count = found.entrants.filter(status=EntrantStatus.REGISTERED).count()
    return selectors.forecast(found, max(count, 2))


def _own_bots(found: Tournament, request: HttpRequest) -> list[dict[str, Any]]:
    """List a person's bots that play this game, with what each is in the tournament."""
    if not request.user.is_authenticated:
        return []
    here = {row.bot_id: row for row in selectors.entries_of(found, request.user)}
    rows = bots().filter(owner=request.user.pk, retired_at=None, active_version__isnull=False)
    return [
        {"bot": bot, "entrant": here.get(bot.pk)} for bot in rows if found.game in bot.games or bot.pk in here
    ]


@require_safe
def dates(request: HttpRequest) -> HttpResponse:
    """Show when tournaments are: today and what is to come, then what was."""
    listed, today = calendar.dates(), timezone.now().date()
    coming = [date for date in listed if date.at.date() >= today]
    gone = [date for date in reversed(listed) if date.at.date() < today]
    return render(request, "tournaments/calendar.html", {"coming": coming, "gone": gone, "formats": FORMATS})


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Give the calendar to calendar programs."""
    return HttpResponse(calendar.feed(), content_type="text/calendar; charset=utf-8")


urlpatterns = [
    path("tournaments", tournaments, name="tournaments"),
    path("tournaments/calendar", dates, name="tournament_calendar"),
    path("tournaments/calendar.ics", feed, name="tournament_feed"),
    *organising.patterns,
    path("tournaments/<slug:slug>", tournament, name="tournament"),
    path("tournaments/<slug:slug>/board", board, name="tournament_board"),
    path("tournaments/<slug:slug>/print", printable, name="tournament_print"),
]
