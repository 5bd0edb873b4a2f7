"""Tell whoever watches that something happened. Publish only: a watcher who missed it reads the database."""

from __future__ import annotations

import time
from collections import deque
from functools import lru_cache
from typing import Any

import orjson
import redis
import structlog
from django.conf import settings

from bots.match import MatchPlan
from bots.viewer.livetable import LiveTable
from games.core.game import Event
from games.core.record import Moves

log = structlog.get_logger(__name__)

BATCH_S = 0.25  # steps of a match go out together this often
PER_ATTEMPT = 1_000_000  # more messages than one attempt to play a match sends
KEPT_S = 120  # the steps of the leg under way can be read this long after the last
POLLED_S = 15
DOWN_S = 10  # how long a match asks no more of a broker that is down


@lru_cache(maxsize=1)
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


def publish(channel: str, kind: str, **data: Any) -> None:
    """Send one message; a broker that is down is nobody's loss."""
    try:
        _client().publish(f"{settings.REDIS_PREFIX}{channel}", orjson.dumps({"type": kind, **data}))
    except redis.RedisError as down:
        log.debug("not_published", channel=channel, error=str(down))


def match_changed(match_id: int, **data: Any) -> None:
    """Tell that a match was queued, started, finished, voided or cancelled."""
    publish(f"match:{match_id}", "match", match=match_id, **data)


def version_changed(bot: str, number: int, **data: Any) -> None:
    """Tell that an upload is built, checked, accepted or refused."""
    publish(f"bot:{bot}", "version", bot=bot, version=number, **data)


def ladder_changed(slug: str, **data: Any) -> None:
    """Tell that the board of a ladder has moved."""
    publish(f"ladder:{slug}", "ladder", ladder=slug, **data)


def tournament_changed(slug: str, **data: Any) -> None:
    """Tell that a tournament has moved."""
    publish(f"tournament:{slug}", "tournament", tournament=slug, **data)


class Broadcast:
    """Sends the steps of one match as they are played: in batches, and late where the match says so.

    While nobody watches it only remembers the moves of the leg; the first watcher is sent them all.
    """

    def __init__(self, match_id: int, plan: MatchPlan, *, delay_s: float = 0, attempt: int = 0) -> None:
        self._match_id = match_id
        self._plan = plan
        self._delay_s = delay_s
        self._waiting: deque[tuple[float, tuple[int, int], Moves]] = deque()
        self._where = (-1, -1)  # the leg and table of `_moves`
        self._moves: list[Moves] = []
        self._table: LiveTable | None = None  # what has been sent of them
        self._sent = 0
        self._number = attempt * PER_ATTEMPT  # who saw an earlier attempt takes this one for news
        self._flushed_at = 0.0

    def on_step(self, leg: int, table: int, step: int, moves: Moves, events: tuple[Event, ...]) -> None:  # noqa: ARG002  # the referee's call
        """Take one step from the referee."""
        now = time.monotonic()
        self._waiting.append((now, (leg, table), moves))
        if now - self._flushed_at >= BATCH_S:
            self._flush(now)

    def close(self) -> None:
        """Send what is left when the match is over; what a delay holds back is seen in the replay."""
        self._flush(time.monotonic())

    def _flush(self, now: float) -> None:
        self._flushed_at = now
        while self._waiting and self._waiting[0][0] <= now - self._delay_s:
            _, where, moves = self._waiting.popleft()
            if where != self._where:
                self._where, self._moves, self._table, self._sent = where, [], None, 0
            self._moves.append(moves)
        if len(self._moves) > self._sent:
            watched = is_watched(self._match_id)
            if watched:
                self._send()
            elif watched is None:  # a broker that does not answer must not hold up the match
                self._flushed_at = now + DOWN_S

    def _send(self) -> None:
        """Send the steps that are new; a leg that nobody has seen yet begins with its deal."""
        fresh = self._table is None
        table = self._table = self._table or LiveTable(self._plan, *self._where)
        frames = [table.step(moves) for moves in self._moves[self._sent :]]
        leg, at = self._where
        data: dict[str, Any] = {"leg": leg, "table": at, "first": self._sent + 1, "frames": frames}
        if fresh:
            data |= {"opening": table.opening(), "deal": table.first}
        self._sent = len(self._moves)
        self._number += 1
        message = {"type": "steps", "number": self._number, **data, "moments": table.moments()}
        remember(self._match_id, orjson.dumps(message), afresh=fresh)


# ---- what late comers and pollers read ----------------------------------------------------


def _keys(match_id: int) -> tuple[str, str, str]:
    """Name the channel of a match, the steps of its current leg, and the sign that somebody polls."""
    prefix = settings.REDIS_PREFIX
    return f"{prefix}match:{match_id}", f"{prefix}live:{match_id}", f"{prefix}watch:{match_id}"


def remember(match_id: int, message: bytes, *, afresh: bool) -> None:
    """Publish a message of steps and keep it with those of its leg; `afresh` forgets the leg before."""
    channel, kept, _ = _keys(match_id)
    try:
        pipe = _client().pipeline()
        if afresh:
            pipe.delete(kept)
        pipe.rpush(kept, message)
        pipe.expire(kept, KEPT_S)
        pipe.publish(channel, message)
        pipe.execute()
    except redis.RedisError as down:
        log.debug("not_published", match=match_id, error=str(down))


def is_watched(match_id: int) -> bool | None:
    """Tell whether anybody follows a match, by a stream or by polling; None when the broker is down."""
    channel, _, polled = _keys(match_id)
    try:
        pipe = _client().pipeline(transaction=False)
        pipe.pubsub_numsub(channel)
        pipe.exists(polled)
        counts, polls = pipe.execute()
    except redis.RedisError:
        return None
    return bool(polls) or any(count for _, count in counts)


def steps_after(match_id: int, number: int) -> list[dict[str, Any]]:
    """Read the kept messages after the one with this number, and let it be known that somebody polls."""
    _, kept, polled = _keys(match_id)
    try:
        _client().set(polled, b"1", ex=POLLED_S)
        found = [orjson.loads(message) for message in _client().lrange(kept, 0, -1)]
    except redis.RedisError:
        return []
    return [message for message in found if message["number"] > number]
