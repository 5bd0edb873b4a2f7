"""Live: streams of what happens (server-sent events), one subscription a process for all who watch.

A watcher who missed something loses nothing: a stream only says that something moved, and the steps of the
leg under way are kept, so that it is sent whole to whoever comes late or comes back with Last-Event-ID.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import orjson
from asgiref.sync import SyncToAsync, sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.decorators.http import require_safe

from arena import live
from arena.errors import ArenaError, NotFoundError
from arena.ladders.selectors import ladder_named
from arena.matches import selectors
from arena.matches.models import Match, MatchStatus
from arena.submissions.selectors import bot_named
from arena.tournaments.models import Tournament
from arena.web.hub import Message, Queue, event, hub

KEEP_ALIVE_S = 15
RETRY_MS = 2000
_UNDER_WAY = (MatchStatus.QUEUED, MatchStatus.RUNNING)

Check = Callable[[], Any]


async def match(request: HttpRequest, match_id: int) -> HttpResponseBase:
    """Stream a match: its steps as they are played, and when its state changes."""
    user = await request.auser()
    return await _stream(
        request, f"match:{match_id}", lambda: selectors.match_by_id(match_id, user), _match_first(request)
    )


async def ladder(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream that the board of a ladder has moved."""
    return await _stream(request, f"ladder:{slug}", lambda: ladder_named(slug))


async def bot(request: HttpRequest, name: str) -> HttpResponseBase:
    """Stream that an upload of a bot was built, checked, accepted or refused."""
    return await _stream(request, f"bot:{name}", lambda: bot_named(name))


async def tournament(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream that a tournament has moved."""
    return await _stream(request, f"tournament:{slug}", lambda: _tournament(slug))


def _tournament(slug: str) -> None:
    if not Tournament.objects.filter(slug=slug).exists():
        raise NotFoundError("There is no such tournament.")


@require_safe
def steps(request: HttpRequest, match_id: int) -> JsonResponse:
    """Give what a stream would have sent, for watchers whose network lets no stream through."""
    try:
        found = selectors.match_by_id(match_id, request.user)
    except ArenaError as refused:
        return _refused(refused)
    after = request.GET.get("after", "0")
    number = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else 0
    kept = live.steps_after(match_id, number) if found.status in _UNDER_WAY else []
    answer = JsonResponse({"status": found.status, "messages": kept})
    answer.headers["Cache-Control"] = "no-store"
    return answer


# ---- streaming --------------------------------------------------------------------------------


async def _stream(
    request: HttpRequest,
    channel: str,
    check: Check,
    first: Callable[[Any], Awaitable[list[Message]]] | None = None,
) -> HttpResponseBase:
    """Answer with a stream of a channel, once it is clear that there is such a thing to watch."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(
            "Streams are served over ASGI: poll instead.", status=501, content_type="text/plain"
        )
    try:
        found = await sync_to_async(check)()
        hub().make_room()
    except ArenaError as refused:
        return _refused(refused)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    body = _body(channel, found, first)
    return StreamingHttpResponse(body, content_type="text/event-stream", headers=headers)


async def _body(
    channel: str,
    found: Any,
    first: Callable[[Any], Awaitable[list[Message]]] | None,
) -> AsyncIterator[bytes]:
    """Send what is there already, then whatever comes; a queue that overflowed ends the stream.

    It joins the hub only when it is first read: a stream that is never read must not be left behind there.
    """
    queue = await hub().join(channel)
    try:
        yield f"retry: {RETRY_MS}\n\n".encode()
        sent = 0
        for number, text in await first(found) if first else []:
            sent = max(sent, number)
            yield text
        await _release_thread()
        while True:
            try:
                came = await _what_comes(queue)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            fresh, sent = _unsent(came, sent)
            if fresh:
                yield fresh
            if None in came:
                return
    finally:
        await hub().leave(channel, queue)


async def _what_comes(queue: Queue) -> list[Message | None]:
    """Wait for a message, and take along whatever came since: who is behind catches up in one write."""
    first = await asyncio.wait_for(queue.get(), KEEP_ALIVE_S)
    return [first, *(queue.get_nowait() for _ in range(queue.qsize()))]


def _unsent(came: list[Message | None], sent: int) -> tuple[bytes, int]:
    """Leave out what was sent: subscribed first, then read, a watcher gets what came between twice."""
    fresh = []
    for number, text in filter(None, came):
        if number == 0 or number > sent:
            sent = max(sent, number)
            fresh.append(text)
    return b"".join(fresh), sent


async def _release_thread() -> None:
    """Give back the thread, and its database connection, that Django holds for a request until its end.

    A stream lasts for hours and needs neither: hundreds of them would use up PostgreSQL's connections.
    """
    context = SyncToAsync.thread_sensitive_context.get(None)
    if context is None:  # not under the ASGI handler: the thread is somebody else's
        return
    await sync_to_async(connections.close_all)()
    executor = SyncToAsync.context_to_thread_executor.pop(context, None)
    if executor is not None:
        executor.shutdown(wait=False)


def _match_first(request: HttpRequest) -> Callable[[Match], Awaitable[list[Message]]]:
    """Begin the stream of a match with its state and the steps after Last-Event-ID."""
    given = request.headers.get("Last-Event-ID", "")
    after = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0

    async def first(found: Match) -> list[Message]:
        state = await sync_to_async(_status)(found.pk)
        kept = await sync_to_async(live.steps_after)(found.pk, after) if state in _UNDER_WAY else []
        opening = {"type": "match", "match": found.pk, "status": state}
        return [event(orjson.dumps(message)) for message in (opening, *kept)]

    return first


def _status(match_id: int) -> str:
    """Read the state after subscribing: a change before that would be missed."""
    return str(Match.objects.values_list("status", flat=True).get(pk=match_id))


def _refused(refused: ArenaError) -> JsonResponse:
    return JsonResponse({"code": refused.code, "detail": refused.detail}, status=refused.status)


urlpatterns = [
    path("live/matches/<int:match_id>", match, name="live_match"),
    path("live/matches/<int:match_id>/steps", steps, name="live_steps"),
    path("live/ladders/<slug:slug>", ladder, name="live_ladder"),
    path("live/bots/<slug:name>", bot, name="live_bot"),
    path("live/tournaments/<slug:slug>", tournament, name="live_tournament"),
]
