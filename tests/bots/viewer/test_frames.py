"""Frames, patches, moments and the live table: what the viewer is fed."""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.frames import NoFrameError, board, seat_names
from bots.matchfile import record_data
from bots.viewer.livetable import UNSEEN, LiveTable
from bots.viewer.moments import standing
from bots.viewer.pack import pack_leg
from bots.viewer.patch import apply, diff
from games.core.errors import RecordError
from tests.bots.viewer.records import TABLES, make_report

_json = st.recursive(
    st.none() | st.booleans() | st.integers(0, 5) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text("xyz", max_size=1), inner, max_size=3)
    ),
    max_leaves=12,
)


@cache
def _report(name: str) -> Any:
    return make_report(name)


@cache
def _text(name: str) -> bytes:
    return orjson.dumps(record_data(_report(name)))


def _record(name: str) -> dict[str, Any]:
    data: dict[str, Any] = orjson.loads(_text(name))
    return data


def _plain(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))


@given(_json, _json)
def test_a_patch_makes_the_new_value_of_the_old(old: Any, new: Any) -> None:
    patch = _plain(diff(old, new))
    assert orjson.dumps(apply(old, patch), option=orjson.OPT_SORT_KEYS) == orjson.dumps(
        new, option=orjson.OPT_SORT_KEYS
    )
    assert (patch is None) == (orjson.dumps(diff(old, new)) == b"null")


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seat", [None, 0])
def test_a_packed_leg_holds_every_state(name: str, seat: int | None) -> None:
    packed = _plain(pack_leg(_record(name), leg=0, seat=seat))
    state: Any = None
    for frame, part in zip(board(_record(name), leg=0).frames(seat), packed["frames"], strict=True):
        state = apply(state, part["p"]) if frame.step else part["s"]
        assert state == _plain(frame.state)
        assert part["a"] == list(frame.to_act)
    assert packed["steps"] == len(packed["frames"]) - 1


@pytest.mark.parametrize("name", TABLES)
def test_every_step_is_told_and_the_end_is_decisive(name: str) -> None:
    packed = pack_leg(_record(name), leg=0)
    texts = [event["text"] for frame in packed["frames"][1:] for event in frame["e"]]
    assert texts
    assert not [text for text in texts if "{" in text or "None" in text]
    assert {moment["kind"] for moment in packed["moments"]}
    assert all(0 < moment["step"] <= packed["steps"] for moment in packed["moments"])


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("lie", {"challenge", "lead", "end"}),
        ("ten", {"fiasco", "wild", "buy", "last", "lead"}),
        ("takethat", {"take", "round", "end"}),
        ("sequence", {"sequence", "end"}),
        ("twinit", {"won", "mistake", "lost", "lead", "end"}),
        ("twinit-coop", {"won", "end"}),
    ],
)
def test_the_decisive_moments_of_each_game(name: str, kinds: set[str]) -> None:
    found = {moment["kind"] for moment in pack_leg(_record(name), leg=0)["moments"]}
    assert kinds <= found


def test_a_fault_is_a_moment_at_its_step() -> None:
    record = record_data(make_report("lie", fault=True))
    moment = pack_leg(record, leg=0)["moments"][-1]
    assert moment["kind"] == "fault"
    assert moment["text"] == "ada forfeits the leg (timeout): It did not answer within 1000 ms."


@pytest.mark.parametrize("name", ["lie", "takethat", "sequence-teams", "twinit"])
def test_a_seat_sees_its_own_moves_alone(name: str) -> None:
    frames = list(board(_record(name), leg=0).frames(1))
    assert all(who == 1 for frame in frames for who, _ in frame.moves)
    assert not any("hands" in frame.state for frame in frames if isinstance(frame.state, dict))


def test_a_seat_is_not_told_what_others_drew() -> None:
    told = [event for frame in board(_record("takethat"), leg=0).frames(1) for event in frame.events]
    drawn = [event for event in told if event["event"] == "draw"]
    assert {event["seat"] for event in drawn if "card" in event} == {1}
    assert any(event["text"].endswith("draws a card.") for event in drawn)


def test_the_standing_at_the_end_is_the_score() -> None:
    for name in ("ten", "takethat", "sequence", "twinit", "twinit-coop"):
        found = board(_record(name), leg=0)
        last = list(found.frames())[-1]
        assert list(standing(found, last.raw)) == list(found.entry["scores"]), name


def test_seats_of_one_bot_are_numbered() -> None:
    assert seat_names(["ada", "bob", "ada"]) == ("ada (1)", "bob", "ada (2)")


def test_legs_and_seats_that_are_not_there() -> None:
    with pytest.raises(NoFrameError) as missing:
        board(_record("lie"), leg=5)
    assert missing.value.code == "no_such_leg"
    with pytest.raises(NoFrameError) as nobody:
        list(board(_record("lie"), leg=0).frames(9))
    assert nobody.value.code == "no_such_seat"


def test_a_record_of_other_rules_is_refused() -> None:
    record = _record("lie")
    record["tables"][0]["record"]["version"] = 99
    with pytest.raises(RecordError, match="version 99"):
        pack_leg(record, leg=0)


@pytest.mark.parametrize(
    "name", ["lie", "ten-solo", "takethat", "sequence-teams", "twinit-ring", "twinit-coop"]
)
def test_a_live_table_shows_what_the_replay_shows(name: str) -> None:
    report = _report(name)
    leg = report.legs[-1]
    table = LiveTable(report.plan, leg.leg, leg.table)
    frames = [table.first, *(table.step(moves) for moves in leg.record.steps)]
    packed = pack_leg(_record(name), leg=leg.leg, table=leg.table)
    state: Any = None
    later: Any = None
    for live, replayed in zip(_plain(frames), _plain(packed["frames"]), strict=True):
        state = apply(state, live["p"]) if "p" in live else live["s"]
        later = apply(later, replayed["p"]) if "p" in replayed else replayed["s"]
        assert state == {key: value for key, value in later.items() if key not in UNSEEN}
        assert [_said(event) for event in live.get("e", [])] == replayed.get("e", [])
    assert [moment["step"] for moment in table.moments()] == [
        moment["step"] for moment in packed["moments"] if moment["kind"] != "fault"
    ]


def _said(event: dict[str, Any]) -> dict[str, Any]:
    """Check that what a live event is made of gives its sentence, and take it away."""
    template, filling = event.pop("told")
    assert template.format(**filling) == event["text"]
    return event


@pytest.mark.parametrize("name", ["takethat-pro", "twinit"])
def test_a_live_table_tells_neither_the_seed_nor_what_comes(name: str) -> None:
    report = _report(name)
    table = LiveTable(report.plan, 0, 0)
    text = orjson.dumps([table.opening(), table.first, *(table.step(m) for m in report.legs[0].record.steps)])
    assert report.plan.seed.hex().encode() not in text
    assert report.legs[0].record.seed.encode() not in text
    assert not any(secret.encode() in text for secret in UNSEEN)
