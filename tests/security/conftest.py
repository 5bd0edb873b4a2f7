"""The battery, run once for every setting, several at a time: it waits far more than it computes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from tests.security.ordinary import run_module
from tests.security.settings import SETTINGS, Setting

Battery = Callable[[Setting], dict[str, Any]]


def _run(setting: Setting) -> dict[str, Any]:
    output = run_module("tests.security.battery", setting.level, ordinary=setting.ordinary)
    result: dict[str, Any] = json.loads(output)
    return result


@pytest.fixture(scope="session")
def battery() -> Iterator[Battery]:
    """Give the results of a setting; all settings are under way from the first question on."""
    with ThreadPoolExecutor(len(SETTINGS)) as threads:
        running: dict[Setting, Future[dict[str, Any]]] = {
            setting: threads.submit(_run, setting) for setting in SETTINGS
        }
        yield lambda setting: running[setting].result()
