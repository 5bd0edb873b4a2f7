"""Matches: the list, a match with its replay, the frames its viewer asks for, its account in words."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Any

import orjson
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arena.errors import ArenaError, ConflictError, NotFoundError
from arena.ladders.selectors import open_ladders
from arena.matches import frames as pictures
from arena.matches import records, selectors
from arena.matches.models import Match, MatchKind, MatchPlayer, MatchStatus
from arena.submissions.selectors import bot_named
from arena.web import matchwords, viewerwords
from arena.web.paging import search_text, stretch_of
from bots.frames import board
from bots.viewer.pack import FORMAT
from bots.viewer.page import legs_of
from games import GAMES

_KEPT_S = 3600  # frames never change while the rules do not
_UNDER_WAY = (MatchStatus.QUEUED, MatchStatus.RUNNING)


# ---- the list ---------------------------------------------------------------------------------


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """List matches, the newest first, by bot, game, ladder, kind and state."""
    names = ("bot", "game", "ladder", "kind", "status")
    wanted = {name: search_text(request, name) for name in names}
    try:
        page = stretch_of(request, _wanted(request, wanted), 40)
    except NotFoundError as missing:
        page = stretch_of(request, Match.objects.none())
        wanted["problem"] = missing.detail
    shown = {
        "page": page, "wanted": wanted, "games": GAMES, "ladders": open_ladders(),
        "kinds": [kind for kind in MatchKind if kind != MatchKind.CHECK], "states": list(MatchStatus),
        "rows": [_row(match) for match in page.rows],
    }  # fmt: skip
    return render(request, "matches/matches.html", shown)


def _wanted(request: HttpRequest, wanted: dict[str, str]) -> QuerySet[Match]:
    if wanted["bot"]:
        found = selectors.matches_of_bot(bot_named(wanted["bot"]).pk, request.user)
    else:
        found = selectors.visible_matches(request.user)
    fields = {"game": "game", "ladder": "ladder__slug", "kind": "kind", "status": "status"}
    return found.filter(**{field: wanted[name] for name, field in fields.items() if wanted[name]})


def _row(match: Match) -> dict[str, Any]:
    players = list(match.players.all())
    over = match.status == MatchStatus.FINISHED
    words = matchwords.result(players) if over else matchwords.versus(players)
    return {"match": match, "words": words, "faults": [player for player in players if player.fault]}


# ---- one match --------------------------------------------------------------------------------


@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show a match: how it went, its replay, or how it is going."""
    found = selectors.match_by_id(match_id, request.user)
    players = list(found.players.all())
    tone, sentence = matchwords.state(found)
    shown = {
        "match": found, "players": _parts(players), "tone": tone, "sentence": sentence, "viewer": True,
        "title": matchwords.result(players) if found.is_over else matchwords.versus(players),
        "under_way": found.status in _UNDER_WAY, **_replay(request, found, players),
    }  # fmt: skip
    return render(request, "matches/match.html", shown)


def _parts(players: list[MatchPlayer]) -> list[dict[str, Any]]:
    ranked = sorted(players, key=lambda player: (player.rank or 99, player.index))
    return [{"part": player, "fault": matchwords.FAULTS.get(player.fault, player.fault)} for player in ranked]


def _replay(request: HttpRequest, found: Match, players: list[MatchPlayer]) -> dict[str, Any]:
    """Give what the viewer starts from, and the table of legs; nothing when there is nothing to show."""
    if found.status in _UNDER_WAY:
        spoken = _spoken(found.game, *viewerwords.sentences(found.game))
        return {"config": _live_config(found, players) | spoken}
    try:
        record = selectors.record_of(found)
    except (ArenaError, OSError):
        return {"unplayable": found.is_over}
    config = {
        "game": found.game, "legs": legs_of(record), "frames": f"/matches/{found.pk}/frames",
        "owner": [_own(found, part) for part in players if _may_read(request, part)],
    }  # fmt: skip
    return {
        "config": config | _spoken(found.game),
        "legs": [_leg(record, entry) for entry in record["tables"]],
    }


def _spoken(game: str, *more: str) -> dict[str, Any]:
    """Give the viewer its language, and where the game is explained."""
    return {
        "words": viewerwords.words(*more), "language": viewerwords.language(),
        "rules": reverse("game", args=[game]),
    }  # fmt: skip


def _live_config(found: Match, players: list[MatchPlayer]) -> dict[str, Any]:
    return {
        "game": found.game, "legs": [], "live": f"/live/matches/{found.pk}",
        "poll": f"/live/matches/{found.pk}/steps", "names": [player.bot.name for player in players],
    }  # fmt: skip


def _may_read(request: HttpRequest, part: MatchPlayer) -> bool:
    return bool(part.log_key) and (request.user.is_staff or part.bot.owner_id == request.user.pk)


def _own(found: Match, part: MatchPlayer) -> dict[str, Any]:
    address = f"/api/v1/matches/{found.pk}/players/{part.index}/log"
    return {"player": part.index, "name": part.bot.name, "url": address}


def _leg(record: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    seats = zip(entry["players"], entry["ranks"], entry["scores"], strict=True)
    rows = [{"name": record["names"][player], "rank": rank, "score": score} for player, rank, score in seats]
    number, table = entry["leg"] + 1, entry["table"] + 1
    start = f"#leg={number}{f'&table={table}' if table > 1 else ''}&step="
    faults = [
        {"reason": fault["reason"], "link": f"{start}{fault['step']}"}
        for fault in record["faults"]
        if fault["leg"] == entry["leg"] and fault["player"] in entry["players"]
    ]
    own = any(other["table"] for other in record["tables"])
    return {
        "number": number, "table": table, "seats": rows, "ending": entry["ending"], "faults": faults,
        "steps": len(entry["record"]["steps"]), "query": f"leg={number}&table={table}",
        "who": ", ".join(dict.fromkeys(row["name"] for row in rows)) if own else "",
        "link": f"{start}0",
    }  # fmt: skip


# ---- frames and words -------------------------------------------------------------------------


@require_safe
def frames(request: HttpRequest, match_id: int) -> HttpResponse:
    """Give one leg of a finished match as the viewer reads it; errors as the API words them."""
    try:
        found = selectors.match_by_id(match_id, request.user)
        leg, table, seat = (_whole(request, name) for name in ("leg", "table", "seat"))
        if not found.is_over or not found.record_key:
            raise ConflictError("This match is not over.", code="match_not_over")
        return _kept(request, found.record_key, leg or 0, table or 0, seat)
    except ArenaError as refused:
        return JsonResponse({"code": refused.code, "detail": refused.detail}, status=refused.status)


def _kept(request: HttpRequest, key: str, leg: int, table: int, seat: int | None) -> HttpResponse:
    """Answer from this process's memory, or not at all when the browser has it already."""
    language = get_language() or ""
    tag = f'"{key.rpartition("/")[2][:40]}-{FORMAT}-{leg}-{table}-{seat}-{language}"'
    if request.headers.get("If-None-Match") == tag:
        answer = HttpResponse(status=304)
    else:
        answer = _packed_answer(request, _packed(key, leg, table, seat, language))
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = f"private, max-age={_KEPT_S}"
    patch_vary_headers(answer, ("Accept-Encoding", "Accept-Language", "Cookie"))
    return answer


def _packed_answer(request: HttpRequest, content: bytes) -> HttpResponse:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(content, content_type="application/json", headers={"Content-Encoding": "gzip"})
    return HttpResponse(gzip.decompress(content), content_type="application/json")


@lru_cache(maxsize=128)
def _packed(key: str, leg: int, table: int, seat: int | None, _language: str) -> bytes:
    """Keep legs that many people watch; a record is addressed by its content, so it never changes."""
    data = pictures.packed(records.load(key), leg=leg, table=table, seat=seat, translate=gettext)
    return gzip.compress(orjson.dumps(data), 6, mtime=0)


def _whole(request: HttpRequest, name: str) -> int | None:
    given = request.GET.get(name, "")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 5):
        raise NotFoundError(_("There is no such leg or seat."), code=f"no_such_{name}")
    return int(given)


@require_safe
def account(request: HttpRequest, match_id: int) -> HttpResponse:
    """Tell one leg in words, for whoever cannot or would rather not look at pictures."""
    found = selectors.match_by_id(match_id, request.user)
    record = selectors.record_of(found)
    leg, table = (_whole(request, name) or 1 for name in ("leg", "table"))
    lines = pictures.account(record, leg=leg - 1, table=table - 1, translate=gettext)
    at = board(record, leg=leg - 1, table=table - 1)
    shown = {
        "match": found, "lines": lines, "leg": leg, "names": at.names, "ending": at.entry["ending"],
        "seats": list(zip(at.names, at.entry["ranks"], at.entry["scores"], strict=True)),
        "legs": [_leg(record, entry) for entry in record["tables"]], "table": table,
    }  # fmt: skip
    return render(request, "matches/account.html", shown)


urlpatterns = [
    path("matches", matches, name="matches"),
    path("matches/<int:match_id>", match, name="match"),
    path("matches/<int:match_id>/frames", frames, name="match_frames"),
    path("matches/<int:match_id>/account", account, name="match_account"),
]
