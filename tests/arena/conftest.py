"""What every test of the service stands on: storage of its own, and a broker and cache of its own.

Under `./run test` both are a real Redis, with names no other test has; under plain pytest they are in memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings
from kombu.transport import memory

from arena.celery import app

_PREFIX = f"test-{uuid4().hex}-"
_HAS_SERVICES = "ARENA_TEST_SERVICES" in os.environ


@pytest.fixture(autouse=True)
def _own_places(tmp_path: Path) -> Iterator[None]:
    """Keep uploads, messages and cached values of one test away from the next."""
    storages = {
        "default": {
            "BACKEND": "arena.storage.DirectoryStorage",
            "OPTIONS": {"location": tmp_path / "storage"},
        },
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # tests make many accounts
    static = tmp_path / "static"
    static.mkdir()  # where there is none, WhiteNoise warns
    with (
        _own_redis() if _HAS_SERVICES else _memory(),
        override_settings(
            STORAGES=storages,
            BUILD_CACHE=tmp_path / "builds",
            PASSWORD_HASHERS=hashers,
            STATIC_ROOT=static,
        ),
    ):
        yield


@contextmanager
def _own_redis() -> Iterator[None]:
    """Put a prefix before everything, and delete what begins with it afterwards."""
    app.conf.broker_transport_options = {**app.conf.broker_transport_options, "global_keyprefix": _PREFIX}
    caches = {"default": {**settings.CACHES["default"], "KEY_PREFIX": _PREFIX}}
    with override_settings(CACHES=caches, REDIS_PREFIX=_PREFIX):
        yield
    _delete_own_keys()


def forget_cached() -> None:
    """Empty this process's part of the cache; `cache.clear()` would empty that of tests beside it, too."""
    if _HAS_SERVICES:
        _delete_own_keys()
    else:
        cache.clear()


def _delete_own_keys() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.scan_iter(f"*{_PREFIX}*"):
            client.delete(key)


@contextmanager
def _memory() -> Iterator[None]:
    before: Any = app.conf.broker_url
    app.conf.broker_url = "memory://"  # type: ignore[misc]  # written to all the same
    with override_settings(CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}):
        cache.clear()
        memory.Channel.queues.clear()
        yield
    app.conf.broker_url = before  # type: ignore[misc]
