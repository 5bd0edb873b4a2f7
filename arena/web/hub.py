"""One subscription a process, fanned out to all who watch: hundreds of watchers cost the broker one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

import orjson
import structlog
from django.conf import settings
from redis import asyncio as aioredis
from redis.exceptions import RedisError

from arena.errors import QuotaError

log = structlog.get_logger(__name__)

BACKLOG = 256  # messages a slow watcher may be behind
MOST = 2000  # watchers of one process
PATIENCE_S = 2.0  # for the broker's word that a subscription stands
PAUSE_S = 1.0  # between attempts to reach a broker that is down
_REST = "live:nothing"  # an ever open channel: a subscription without any cannot be listened to

Message = tuple[int, bytes]  # its number, 0 for none, and the server-sent event
Queue = asyncio.Queue[Message | None]


class Hub:
    """Channels and the queues of those who watch them, for one event loop."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Queue]] = {}
        self._confirmed: dict[str, asyncio.Event] = {}  # set once the broker has the subscription
        self._lock = asyncio.Lock()  # without it two first watchers connect twice, and most messages are lost
        self._pump: asyncio.Task[None] | None = None
        self._subscription: Any = None

    @property
    def count(self) -> int:
        """Count the watchers."""
        return sum(map(len, self._watchers.values()))

    def make_room(self) -> None:
        """Refuse one more when this process has as many watchers as it takes."""
        if self.count >= MOST:
            raise QuotaError(
                "Too many people are watching: ask again and again instead.",
                code="too_many_watchers",
                retry_after=30,
            )

    async def join(self, channel: str) -> Queue:
        """Begin to watch a channel; from here on nothing is missed, unless the broker is down."""
        queue: Queue = asyncio.Queue(maxsize=BACKLOG)
        async with self._lock:
            if self._pump is None or self._pump.done():
                self._pump = asyncio.create_task(self._run())
            if channel not in self._watchers:
                self._watchers[channel] = set()
                self._confirmed[channel] = asyncio.Event()
                await self._tell("subscribe", channel)
            self._watchers[channel].add(queue)
            confirmed = self._confirmed[channel]
        with suppress(TimeoutError):
            await asyncio.wait_for(confirmed.wait(), PATIENCE_S)
        return queue

    async def leave(self, channel: str, queue: Queue) -> None:
        """Stop watching; the last to leave a channel closes it, the last of all the connection."""
        async with self._lock:
            watchers = self._watchers.get(channel, set())
            watchers.discard(queue)
            if not watchers and channel in self._watchers:
                del self._watchers[channel], self._confirmed[channel]
                await self._tell("unsubscribe", channel)
            if not self._watchers and self._pump is not None:
                self._pump.cancel()
                with suppress(asyncio.CancelledError):
                    await self._pump
                self._pump = None

    async def _tell(self, verb: str, channel: str) -> None:
        """Change the subscription; a broker that is down is told everything when it is back."""
        if self._subscription is not None:
            with suppress(RedisError, OSError):
                await getattr(self._subscription, verb)(f"{settings.REDIS_PREFIX}{channel}")

    async def _run(self) -> None:
        """Listen for ever, connecting again whenever the broker goes away."""
        while True:
            client = aioredis.from_url(settings.REDIS_URL)
            try:
                await self._listen(client.pubsub())
            except (RedisError, OSError) as down:
                log.warning("live_broker_down", error=str(down))
                await asyncio.sleep(PAUSE_S)
            finally:
                self._subscription = None
                for confirmed in self._confirmed.values():
                    confirmed.clear()
                with suppress(RedisError, OSError):
                    await client.aclose()

    async def _listen(self, subscription: Any) -> None:
        prefix = settings.REDIS_PREFIX
        async with self._lock:
            names = [f"{prefix}{channel}" for channel in (_REST, *self._watchers)]
            await subscription.subscribe(*names)
            self._subscription = subscription
        try:
            async for message in subscription.listen():
                channel = message["channel"].decode().removeprefix(prefix)
                if message["type"] == "message":
                    self._hand_out(channel, message["data"])
                elif message["type"] == "subscribe" and channel in self._confirmed:
                    self._confirmed[channel].set()
        finally:
            with suppress(RedisError, OSError):
                await subscription.aclose()

    def _hand_out(self, channel: str, data: bytes) -> None:
        """Give a message to all who watch; who is too far behind is let go, and comes back for the rest."""
        message = event(data)
        for queue in self._watchers.get(channel, ()):
            try:
                queue.put_nowait(message)
            except asyncio.QueueFull:
                queue.get_nowait()
                queue.put_nowait(None)


def event(data: bytes) -> Message:
    """Write a message as a server-sent event, once for all; numbered ones carry their number as id."""
    fields = orjson.loads(data)
    number = int(fields.get("number", 0))
    name = f"id: {number}\n" if number else ""
    return number, f"{name}event: {fields['type']}\ndata: ".encode() + data + b"\n\n"


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Give the hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
