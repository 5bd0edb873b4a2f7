"""An installation for each way to run Arena: whatever the environment of the tests names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.fleet.installation import Installation


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Give an installation that is not running; whatever runs at the end is killed."""
    data = tmp_path_factory.mktemp("installation") / "var"
    if os.environ.get("DATABASE_URL"):
        with _Database(os.environ["DATABASE_URL"]) as url:
            yield from _cleaned(_served(data, url))
    else:
        yield from _cleaned(Installation(data))


def _served(data: Path, url: str) -> Installation:
    return Installation(
        data, DATABASE_URL=url, ARENA_REDIS_PREFIX=f"fleet-{uuid4().hex}-", ARENA_HOSTS="127.0.0.1"
    )


def _cleaned(made: Installation) -> Iterator[Installation]:
    try:
        yield made
    finally:
        if made.process is not None:
            made.process.kill()
            made.process.wait()


class _Database:
    """A database of its own on the server of the tests."""

    def __init__(self, url: str) -> None:
        self._name = f"fleet_{uuid4().hex[:12]}"
        base, _, rest = url.partition("://")
        place, _, tail = rest.partition("/")
        query = f"?{tail.partition('?')[2]}" if "?" in tail else ""
        self._server = f"{base}://{place}/postgres{query}"
        self.url = f"{base}://{place}/{self._name}{query}"

    def __enter__(self) -> str:
        self._execute(f'CREATE DATABASE "{self._name}"')
        return self.url

    def __exit__(self, *_: object) -> None:
        self._execute(f'DROP DATABASE IF EXISTS "{self._name}" WITH (FORCE)')

    def _execute(self, statement: str) -> None:
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(statement.encode())
