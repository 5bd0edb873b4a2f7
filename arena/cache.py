"""The cache in Redis. It only saves time: when it does not answer, everything is worked out instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

log = structlog.get_logger(__name__)

T = TypeVar("T")


class SparingCache(RedisCache):
    """Finds nothing and keeps nothing while Redis is away. Rates that it counts let everybody pass."""

    def _tried(self, what: Callable[[], T], otherwise: T) -> T:
        try:
            return what()
        except RedisError as away:
            log.warning("cache_away", error=str(away))
            return otherwise

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Find a value, or nothing."""
        return self._tried(lambda: super(SparingCache, self).get(key, default, version), default)

    def get_many(self, keys: Any, version: int | None = None) -> dict[str, Any]:
        """Find values, or none."""
        return self._tried(lambda: super(SparingCache, self).get_many(keys, version), {})

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep a value, or not."""
        self._tried(lambda: super(SparingCache, self).set(*args, **kwargs), None)

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        """Keep values, or none."""
        return self._tried(lambda: super(SparingCache, self).set_many(*args, **kwargs), [])

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Keep a value where there is none; what was not asked was not there."""
        return self._tried(lambda: super(SparingCache, self).add(*args, **kwargs), True)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Count; whoever cannot be counted is the first."""
        return self._tried(lambda: super(SparingCache, self).incr(key, delta, version), delta)
