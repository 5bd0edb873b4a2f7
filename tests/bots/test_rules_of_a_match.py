"""Seating, scoring, manifests, logs and transcripts: the plain parts, without a process."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from bots.errors import BotFaultError, BuildError, RunnerError
from bots.log import Log
from bots.manifest import Manifest
from bots.match import Clock
from bots.protocol import read, read_ready
from bots.scoring import centred, seat_ranks, side_values, sport_ranks
from bots.seating import sittings
from bots.transcript import Transcript
from games import GAMES
from games.core.game import Outcome

OUTCOME = Outcome(ranks=(1, 2, 3), scores=(30, 20, 10), ending="x")


def test_ranks_are_shared_as_in_sport() -> None:
    assert sport_ranks([5, 3, 3, 1]) == (1, 2, 2, 4)


def test_a_side_that_forfeits_ranks_below_all_that_did_not() -> None:
    assert seat_ranks((0, 1, 2), OUTCOME, {0}) == (3, 1, 2)
    assert seat_ranks((0, 1, 2), OUTCOME, {0, 1}) == (2, 2, 1)
    assert seat_ranks((0, 1, 0, 1), None, {1}) == (1, 2, 1, 2)


def test_a_forfeit_is_worth_less_than_the_lowest_score() -> None:
    takethat = GAMES["takethat"]
    values = side_values(takethat, (0, 1, 2), OUTCOME, {0})
    assert values == {0: 10 - takethat.forfeit_margin, 1: 20, 2: 10}
    assert side_values(GAMES["lie"], (0, 1, 2), OUTCOME, set()) == {0: -1, 1: -2, 2: -3}


def test_a_forfeit_at_a_table_of_ones_own_is_below_all_others() -> None:
    assert side_values(GAMES["ten"], (0,), None, {0}) == {0: None}
    assert side_values(GAMES["ten"], (0,), Outcome((1,), (-40,), "x"), set()) == {0: -40}
    assert centred([None, -40], 5) == [Fraction(-5, 2), Fraction(5, 2)]
    assert centred([None, None], 5) == [0, 0]


@pytest.mark.parametrize(("legs", "mirror"), [(4, False), (8, False), (4, True), (12, True)])
def test_every_player_sits_on_every_side_equally_often(legs: int, mirror: bool) -> None:
    layout = sittings(teams=(0, 1, 2, 3), players=4, legs=legs, mirror=mirror)
    assert sorted(sitting.leg for sitting in layout) == list(range(legs))
    for player in range(4):
        seats = [sitting.players.index(player) for sitting in layout]
        assert all(seats.count(seat) == legs // 4 for seat in range(4))
    groups = {(sitting.group, sitting.deal) for sitting in layout}
    assert len(groups) == legs  # no process sees a deal twice


def test_too_many_players_do_not_fit() -> None:
    with pytest.raises(RunnerError):
        sittings(teams=(0, 1), players=3, legs=2, mirror=False)


def test_a_manifest_is_read() -> None:
    manifest = Manifest.parse(
        b'\xef\xbb\xbfname = "My Bot"\r\nlanguage = "c"\nentry = "a/b.c"\ngames = ["ten", "ten"]'
    )
    assert manifest == Manifest("My Bot", "c", "a/b.c", ("ten",))


@pytest.mark.parametrize(
    "text",
    [
        "name = ", 'name = "x"', 'name = ""\nlanguage = "c"\nentry = "x"',
        'name = "x"\nlanguage = 3\nentry = "x"',
        'name = "x"\nlanguage = "c"\nentry = "/x"', 'name = "x"\nlanguage = "c"\nentry = "a/../../x"',
        'name = "x"\nlanguage = "c"\nentry = "x"\ngames = "ten"',
        'name = "x"\nlanguage = "c"\nentry = "x"\nfoo = 1',
        'name = "<script>"\nlanguage = "c"\nentry = "x"', 'name = "\\ud800"', "name = '\udce9'",
        "a = " + "[" * 4000, ".".join("a" * 2000) + " = 1", "a = " + "9" * 4000, "a = " + "{a=" * 1300,
        ".".join("a" * 40_000) + " = 1",
    ],
)  # fmt: skip
def test_a_manifest_that_is_none_is_refused_at_once(text: str) -> None:
    started = time.process_time()
    with pytest.raises(BuildError, match=r"bot\.toml"):
        Manifest.parse(text.encode(errors="surrogateescape"))
    assert time.process_time() - started < 2


def test_a_log_keeps_both_ends() -> None:
    log = Log(10)
    for number in range(100):
        log.add(f"{number:03}\n".encode())
    text = log.text()
    assert text.startswith("000\n001\n00")
    assert text.endswith("98\n099\n")
    assert "380 bytes left out" in text
    short = Log(10)
    short.add(b"0123456789abc")
    assert short.text() == "0123456789abc"


def test_a_transcript_ends_when_it_is_full() -> None:
    transcript = Transcript(room=10)
    transcript.add(0, 1, 0, b"12345", b"678")
    transcript.add(0, 2, 0, b"12345", b"678")
    transcript.add(1, 1, 0, b"1", b"")
    assert transcript.exchanges() == ((0, 1, 0, "12345", "678"),)


@pytest.mark.parametrize(
    "line", [b"", b"null", b"[]", b"3", b'"x"', b"{", b'{"a": NaN}', b"{'a': 1}", b"\xff", b'{"a":1}{']
)
def test_what_is_no_object_is_garbled(line: bytes) -> None:
    with pytest.raises(BotFaultError, match="garbled"):
        read(line)


def test_a_note_is_taken_off_an_answer() -> None:
    answer = read(b'{"do": "bid", "note": "high"}')
    assert (answer.action, answer.note) == ({"do": "bid"}, "high")
    with pytest.raises(BotFaultError):
        read(b'{"do": "bid", "note": 3}')


@pytest.mark.parametrize(
    "line", [b'{"ready": 1}', b'{"ready": 1.5}', b'{"ready": false}', b"{}", b'{"ready": true, "x": 1}']
)
def test_ready_means_ready(line: bytes) -> None:
    read_ready(b'{"ready": true}')
    with pytest.raises(BotFaultError):
        read_ready(line)


def test_the_wall_clock_is_five_times_the_move_and_two_seconds_at_least() -> None:
    assert Clock(move_ms=100).wall_ms == 2000
    assert Clock(move_ms=1000).wall_ms == 5000
