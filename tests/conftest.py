"""No test is timed; none is passed over but for want of what `./run test` may not install, and names."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("arena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("arena")

LEFT_OUT = frozenset(os.environ.get("ARENA_LEFT_OUT", "").split())


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose `needs` were left out; whatever else is missing fails it."""
    missing = {need for mark in item.iter_markers("needs") for need in mark.args} & LEFT_OUT
    if missing:
        pytest.skip(f"not installed, and we may not install it: {', '.join(sorted(missing))}")
