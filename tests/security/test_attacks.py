"""Real attacks from inside the sandbox, at every level, as root and as an ordinary user: each one is held."""

from __future__ import annotations

import pytest

from bots.sandbox.levels import Level
from bots.sandbox.selftest import attack_names
from tests.security.conftest import Battery
from tests.security.settings import SETTINGS, Setting

_PAIRS = [
    (setting, name)
    for setting in SETTINGS
    for name in [*attack_names(Level(setting.level)), "eat_memory"]
    + (["outlive_the_sandbox"] if setting.level != "lite" else [])
]


@pytest.mark.parametrize(("setting", "name"), _PAIRS, ids=[f"{s}-{n}" for s, n in _PAIRS])
def test_an_attack_is_held(battery: Battery, setting: Setting, name: str) -> None:
    ok, detail = battery(setting)["probes"][name]
    assert ok, detail


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_level_is_the_one_that_was_named(battery: Battery, setting: Setting) -> None:
    assert battery(setting)["level"] == setting.level
