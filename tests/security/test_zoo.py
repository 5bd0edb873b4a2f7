"""Bots that misbehave, each in a match with two that do not: the fault is named, nobody else is harmed."""

from __future__ import annotations

import pytest

from tests.security.conftest import Battery
from tests.security.settings import SETTINGS, Setting
from tests.zoo.expected import EXPECTED, FULL

_PAIRS = [(setting, name) for setting in SETTINGS for name in EXPECTED]
_IDS = [f"{setting}-{name}" for setting, name in _PAIRS]


@pytest.mark.parametrize(("setting", "name"), _PAIRS, ids=_IDS)
def test_a_bot_of_the_zoo_harms_only_itself(battery: Battery, setting: Setting, name: str) -> None:
    result = battery(setting)["zoo"][name]
    assert result["others"] == ["", ""]
    assert result["ending"] != "forfeit"  # two sides were left, and played to the end
    expected = FULL.get(name, EXPECTED[name]) if setting.level == "full" else EXPECTED[name]
    if expected is None:
        assert (result["fault"], result["forfeits"]) == ("", 0), result["reports"]
    else:
        assert result["fault"] in expected, result["reports"]
        assert (result["forfeits"], result["ranks"][0]) == (1, 3)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_nothing_is_left_behind(battery: Battery, setting: Setting) -> None:
    for name, (after, before) in battery(setting)["left"].items():
        assert after == before, name


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_looked_for_a_way_out_found_none(battery: Battery, setting: Setting) -> None:
    zoo = battery(setting)["zoo"]
    assert "OPENED" not in zoo["opens_sockets"]["log"]
    assert "READ" not in zoo["reads_others_files"]["log"]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_thinking_out_of_turn_is_shown(battery: Battery, setting: Setting) -> None:
    zoo = battery(setting)["zoo"]
    assert zoo["thinks_out_of_turn"]["idle_cpu_ms"] > zoo["plain"]["idle_cpu_ms"]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_long_log_is_kept_at_both_ends(battery: Battery, setting: Setting) -> None:
    assert 128 << 10 <= battery(setting)["zoo"]["long_log"]["log_bytes"] <= 129 << 10


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_fault_comes_with_the_message_and_the_answer(battery: Battery, setting: Setting) -> None:
    [[fault, reason, message, answer]] = battery(setting)["zoo"]["illegal"]["reports"]
    assert fault == "illegal"
    assert reason
    assert message.startswith('{"type":"act"')
    assert answer.startswith('{"do": "add"')
