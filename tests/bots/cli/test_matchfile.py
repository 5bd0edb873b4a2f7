"""Records survive their file, and nothing in them can be changed unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bots import matchfile
from bots.match import leg_seed, seed_hash
from bots.matchfile import MatchFileError
from bots.verify import verify
from games import GAMES
from games.core.record import Record, chain
from tests.bots.cli.conftest import ILLEGAL, STEADY, PlayMatch

Tampering = Callable[[dict[str, Any]], object]


def test_a_record_survives_its_file(tmp_path: Path, record: dict[str, Any]) -> None:
    for name in ("match.arena", "match.json"):
        matchfile.write(tmp_path / name, record)
        assert matchfile.read(tmp_path / name) == record
    assert (tmp_path / "match.json").read_text().startswith("{\n")


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"[1]", b'{"format": 2, "tables": []}', b"{", b"x\x9c\x03"]
)
def test_other_files_are_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(MatchFileError, match=r"^This .*\.$"):
        matchfile.read(path)


def test_a_record_cut_short_is_refused(tmp_path: Path, duel: bytes) -> None:
    path = tmp_path / "cut"
    path.write_bytes(duel[:-20])
    with pytest.raises(MatchFileError, match="cut short"):
        matchfile.read(path)


def test_the_same_match_gives_the_same_bytes(duel: bytes) -> None:
    assert matchfile.pack(matchfile.unpack(duel)) == duel


@pytest.mark.parametrize(
    ("game", "seats", "bots", "options"),
    [
        ("ten", 4, 4, {}),
        ("ten", 1, 2, {"solo": 7}),
        ("lie", 3, 3, {"wild_ones": True}),
        ("takethat", 2, 2, {"rounds": 1}),
        ("sequence", 4, 2, {}),
        ("twinit", 2, 2, {"mode": "coop"}),
    ],
)
def test_played_matches_hold(
    play_match: PlayMatch, game: str, seats: int, bots: int, options: dict[str, Any]
) -> None:
    report = play_match(game, seats, [STEADY] * bots, **options)
    data = matchfile.unpack(matchfile.pack(matchfile.record_data(report)))
    verdict = verify(data, published=seed_hash(report.plan.seed))
    assert verdict.findings == ()
    assert verdict.digest == report.digest
    assert verdict.steps == sum(len(leg.record.steps) for leg in report.legs)


@pytest.mark.parametrize(
    ("game", "seats", "bots", "options"),
    [
        ("lie", 2, 2, {}),
        ("lie", 4, 4, {}),
        ("sequence", 4, 2, {}),
        ("ten", 1, 2, {"solo": 7}),
        ("twinit", 2, 2, {"mode": "coop"}),
    ],
)
def test_matches_with_forfeits_hold(
    play_match: PlayMatch, game: str, seats: int, bots: int, options: dict[str, Any]
) -> None:
    report = play_match(game, seats, [ILLEGAL] + [STEADY] * (bots - 1), legs=bots, **options)
    assert report.players[0].forfeits == bots
    assert report.players[0].rank == bots
    assert verify(matchfile.unpack(matchfile.pack(matchfile.record_data(report)))).findings == ()


def test_a_forfeited_seat_that_plays_on_is_found(play_match: PlayMatch) -> None:
    data = matchfile.record_data(play_match("lie", 4, [STEADY] * 4, legs=4))
    data["faults"] = [{"leg": 0, "seat": 0, "player": 0, "step": 1, "fault": "timeout", "reason": "slow"}]
    findings = verify(matchfile.unpack(matchfile.pack(data))).findings
    assert any("had forfeited and played on" in finding for finding in findings)


def _change_action(data: dict[str, Any]) -> None:
    step = next(s for s in data["tables"][0]["record"]["steps"] if s[0][1]["do"] == "bid")
    step[0][1]["count"] += 1


def _change_seed(data: dict[str, Any]) -> None:
    data["seed"] = "00" * 32


def _redeal(data: dict[str, Any]) -> None:
    """Change the deal of a leg and mend its chain, as somebody would who knows the format."""
    table = data["tables"][0]
    table["record"]["seed"] = leg_seed(b"other", 0).hex()
    table["record"]["steps"] = []
    record = Record.from_json(table["record"])
    table["record"]["digest"] = chain(replace(record, steps=()), GAMES["lie"])


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (_change_seed, "does not come from the seed"),
        (_redeal, "does not come from the seed"),
        (_change_action, "chain|cannot be played"),
        (lambda data: data["tables"][0]["ranks"].reverse(), "the ranks are"),
        (lambda data: data["tables"][0]["scores"].__setitem__(0, 9), "the scores are"),
        (lambda data: data["tables"][0]["points"].__setitem__(0, 9.0), "points do not follow"),
        (lambda data: data["tables"][0].__setitem__("ending", "rain"), "did not end by 'rain'"),
        (lambda data: data["tables"][0].__setitem__("detail", {"a": 1}), "details"),
        (lambda data: data["tables"][0].__setitem__("deal", 7), "not those of the plan"),
        (lambda data: data["tables"][0]["players"].reverse(), "not those of the plan"),
        (lambda data: data["tables"][0]["record"]["steps"].pop(), "not over|chain"),
        (lambda data: data["tables"][0]["record"].__setitem__("digest", "00"), "hash chain"),
        (lambda data: data["tables"][0]["record"]["options"].__setitem__("long", True), "other rules"),
        (lambda data: data["tables"].pop(), "has 2 tables, the record 1"),
        (lambda data: data["players"][0].__setitem__("points", 77), "not 77"),
        (lambda data: data["players"].append(data["players"][0]), "not those that are named"),
        (lambda data: data["names"].__setitem__(0, 3), "not those that are named"),
        (lambda data: data["clock"].__setitem__("move_ms", 0), "The clock is not one"),
        (lambda data: data["clock"].pop("move_ms") and data["clock"].__setitem__("x", 1), "damaged"),
        (lambda data: data["tables"][0]["think_ms"].pop(), "not a time for every answer"),
        (lambda data: data["players"][1].__setitem__("rank", 7), "not 7"),
        (lambda data: data["players"][0].__setitem__("fault", "timeout"), "faults of bot-0"),
        (lambda data: data.__setitem__("digest", "00"), "digest of the match"),
        (lambda data: data.__setitem__("game", "chess"), "damaged"),
        (lambda data: data.pop("names"), "damaged"),
        (lambda data: data.__setitem__("options", {"long": 3}), "cannot be played"),
        (lambda data: data["tables"][0]["record"].__setitem__("version", 99), "cannot be played"),
    ],
)
def test_tampering_is_found(record: dict[str, Any], tamper: Tampering, found: str) -> None:
    assert verify(record).holds
    tamper(record)
    verdict = verify(record)
    assert not verdict.holds
    assert any(part in finding for part in found.split("|") for finding in verdict.findings), verdict.findings


def test_a_seed_that_was_not_promised_is_found(record: dict[str, Any]) -> None:
    assert verify(record, published=seed_hash(b"seed" * 8)).holds
    assert "published" in verify(record, published=seed_hash(b"another")).findings[0]
