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
from games.core.game import Event
from games.core.record import Moves

log = structlog.get_logger(__name__)

BATCH_S = 0.25  # steps of a match go out together this often


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
    """Sends the steps of one match as they are played: in batches, and late where the match says so."""

    def __init__(self, match_id: int, plan: MatchPlan, *, delay_s: float = 0) -> None:
        self._match_id = match_id
        self._legs = plan.legs
        self._delay_s = delay_s
        self._waiting: deque[tuple[float, dict[str, Any]]] = deque()
        self._sent_at = 0.0

    def on_step(self, leg: int, table: int, step: int, moves: Moves, events: tuple[Event, ...]) -> None:
        """Take one step from the referee."""
        now = time.monotonic()
        seen = [event.view(None) for event in events]
        made = [[seat, dict(action)] for seat, action in moves]
        self._waiting.append((now, {"leg": leg, "table": table, "step": step, "moves": made, "events": seen}))
        if now - self._sent_at >= BATCH_S:
            self._flush(now)

    def _flush(self, now: float) -> None:
        self._sent_at = now
        ripe = []
        while self._waiting and self._waiting[0][0] <= now - self._delay_s:
            ripe.append(self._waiting.popleft()[1])
        if ripe:
            publish(f"match:{self._match_id}", "steps", match=self._match_id, legs=self._legs, steps=ripe)
