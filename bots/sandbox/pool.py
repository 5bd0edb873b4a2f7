"""Sandboxes made before they are needed: a bot that finds one starts in half a millisecond.

A spare is a finished sandbox around an empty slot, its gate shut, or, for Python, an interpreter inside that
has imported what most bots import and waits for a file name. The bot's files are put into the slot when it is
taken. A spare serves one bot and is never used again. Whatever was started last is made again, so the pool
holds what this worker's matches need.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bots.errors import RunnerError
from bots.program import Bind
from bots.sandbox.limits import Limits

if TYPE_CHECKING:
    from bots.sandbox.jail import Jail


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides a sandbox before a bot's files are in it."""

    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    binds: tuple[Bind, ...]
    limits: Limits
    waits_for_file: bool = False  # a warm interpreter, told its file later


Maker = Callable[[Recipe, int | None], "Jail"]


class Pool:
    """Keeps up to `size` spares, of the kinds that were asked for last."""

    def __init__(self, make: Maker, size: int) -> None:
        self._make = make
        self._size = size
        self._owner = -1
        self._settle()

    def _settle(self) -> None:
        """Belong to this process: a fork leaves the spares to its parent."""
        if self._owner != os.getpid():
            self._owner = os.getpid()
            self._lock = threading.Lock()
            self._spares: OrderedDict[Recipe, deque[Jail]] = OrderedDict()
            self._ordered = 0
            self._closed = False
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="arena-pool")

    def take(self, recipe: Recipe) -> Jail | None:
        """Give a spare of this kind, or None; either way another is made for the next who asks."""
        self._settle()
        with self._lock:
            waiting = self._spares.get(recipe)
            return waiting.popleft() if waiting else None

    def replenish(self, recipe: Recipe, core: int | None) -> None:
        """Have one more spare of this kind made, in the background."""
        self._settle()
        with self._lock:
            if self._size and not self._closed and self._ordered < self._size:
                self._ordered += 1
                self._worker.submit(self._add, recipe, core)

    def fill(self) -> None:
        """Wait until everything that was ordered is made."""
        self._settle()
        self._worker.submit(lambda: None).result()

    def drain(self) -> None:
        """End the spares; new ones are made as bots are started."""
        self.fill()
        for jail in self._emptied():
            jail.close()

    def close(self) -> None:
        """Make no more, and end the spares."""
        if self._owner != os.getpid():
            return
        with self._lock:
            self._closed = True
        self._worker.shutdown(cancel_futures=True)
        for jail in self._emptied():
            jail.close()

    def _add(self, recipe: Recipe, core: int | None) -> None:
        try:
            with suppress(RunnerError):  # whoever needs one makes it himself, and hears why it fails
                self._keep(recipe, self._make(recipe, core))
        finally:
            with self._lock:
                self._ordered -= 1

    def _keep(self, recipe: Recipe, jail: Jail) -> None:
        with self._lock:
            self._spares.setdefault(recipe, deque()).append(jail)
            self._spares.move_to_end(recipe)
            surplus = self._surplus()
        for spare in surplus:
            spare.close()

    def _surplus(self) -> list[Jail]:
        """Take out what is more than the pool holds, of the kinds that were asked for longest ago."""
        surplus = []
        while sum(map(len, self._spares.values())) > self._size:
            oldest = next(iter(self._spares))
            surplus.append(self._spares[oldest].popleft())
            if not self._spares[oldest]:
                del self._spares[oldest]
        return surplus

    def _emptied(self) -> list[Jail]:
        with self._lock:
            jails = [jail for waiting in self._spares.values() for jail in waiting]
            self._spares.clear()
        return jails
