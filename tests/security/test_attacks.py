"""Real attacks from inside the sandbox, at every level, as root and as an ordinary user: each one is held."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bots.sandbox import attacks
from bots.sandbox.levels import Level
from bots.sandbox.selftest import attack_names
from tests.security.conftest import Battery
from tests.security.settings import SETTINGS, Setting

_HOGS = (
    "eat_memory", "eat_shared_memory", "eat_memory_in_files", "eat_memory_in_sockets", "make_many_files",
)  # fmt: skip
_PAIRS = [
    (setting, name)
    for setting in SETTINGS
    for name in [*attack_names(Level(setting.level)), *_HOGS]
    + (["outlive_the_sandbox"] if setting.level != "lite" else [])
]


@pytest.mark.parametrize(("setting", "name"), _PAIRS, ids=[f"{s}-{n}" for s, n in _PAIRS])
def test_an_attack_is_held(battery: Battery, setting: Setting, name: str) -> None:
    ok, detail = battery(setting)["probes"][name]
    assert ok, detail


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_level_is_the_one_that_was_named(battery: Battery, setting: Setting) -> None:
    assert battery(setting)["level"] == setting.level


HARMLESS = (
    "read_secrets", "list_homes", "read_proc", "list_the_root", "open_sockets", "learn_the_host_name",
    "grow_pipes", "find_other_processes", "send_descriptors", "queue_signals", "have_capabilities",
)  # fmt: skip


@pytest.mark.parametrize("name", HARMLESS)
def test_the_same_attack_succeeds_outside(name: str) -> None:
    """An attack that can only fail would prove nothing."""
    settings = {"attacks": [name], "level": "full", "machine": "x86_64"}
    command = [sys.executable, "-c", attacks.script(), json.dumps(settings)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)[1]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_more_than_forty_attacks_and_forty_misbehaving_bots_were_run(
    battery: Battery, setting: Setting
) -> None:
    assert len(battery(setting)["probes"]) > 40
    assert len(battery(setting)["zoo"]) > 40
