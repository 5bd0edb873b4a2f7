"""What every test of the service stands on: storage of its own, a broker in memory, a cache in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import override_settings

from arena.celery import app


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
    caches = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # tests make many accounts
    static = tmp_path / "static"
    static.mkdir()  # where there is none, WhiteNoise warns
    before: Any = app.conf.broker_url
    app.conf.broker_url = "memory://"
    with override_settings(
        STORAGES=storages,
        CACHES=caches,
        BUILD_CACHE=tmp_path / "builds",
        PASSWORD_HASHERS=hashers,
        STATIC_ROOT=static,
    ):
        cache.clear()
        yield
    app.conf.broker_url = before
