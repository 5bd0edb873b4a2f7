"""Matches as the protocol says: legs, rotation, forfeits, teams, own tables, notes, transcripts, records."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bots.errors import RunnerError
from bots.manifest import BuiltBot
from bots.match import Clock, MatchPlan, MatchReport, leg_seed, sides
from bots.matchfile import log_data
from bots.referee import play
from bots.sandbox import Limits, Sandbox
from games import GAMES
from games.core.record import Record, chain
from tests.bots.conftest import BotMaker

QUICK = Clock(move_ms=300, bank_ms=1000, start_ms=2000)
SEED = bytes(range(32))

RANDOM = """
import json, random, sys
rng = random.Random(7)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"ready": true}', flush=True)
    elif message["type"] == "act":
        print(json.dumps(rng.choice(message["legal"])), flush=True)
"""
FAILS_IN_LEG = """
import json, sys
leg = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        leg = message["leg"]
        print('{"ready": true}', flush=True)
    elif message["type"] == "act":
        if leg == %d and %s:
            sys.exit(3)
        print(json.dumps(message["legal"][0]), flush=True)
"""
COUNTS_LEGS = """
import json, os, sys
legs = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        legs += 1
        print("start", message["leg"], "in process", os.getpid(), "seen", legs, file=sys.stderr, flush=True)
        print('{"ready": true}', flush=True)
    elif message["type"] == "act":
        answer = dict(message["legal"][0], note=f"leg {legs}")
        print(json.dumps(answer), flush=True)
"""
STAMPS = """
import json, sys, time
for line in sys.stdin:
    asked = time.monotonic()
    message = json.loads(line)
    if message["type"] == "start":
        print('{"ready": true}', flush=True)
    elif message["type"] == "act":
        answer = message["legal"][0]
        if message["turn"] == 1:
            time.sleep(0.7)
            answer["note"] = json.dumps([asked, time.monotonic()])
        print(json.dumps(answer), flush=True)
"""

CRASHES_LOUDLY = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print("hello", file=sys.stderr)
        print('{"ready": true}', flush=True)
    elif message["type"] == "act":
        print("I see turn", message["turn"], file=sys.stderr)
        if message["turn"] > 3:
            raise KeyError("lost my head")
        print(json.dumps(message["legal"][0]), flush=True)
"""


def run(game: str, seats: int, legs: int, bots: list[BuiltBot], sandbox: Sandbox, **more: Any) -> MatchReport:
    """Play a match of bots."""
    options = more.pop("options", {})
    names = tuple(f"bot{number}" for number in range(len(bots)))
    plan = MatchPlan(game, seats, options, legs, SEED, names, clock=QUICK, **more)
    return play(plan, bots, sandbox=sandbox)


def test_everybody_sits_everywhere(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    report = run("takethat", 3, 3, [zoo_bot("plain")] * 3, sandbox)
    assert sorted(leg.players for leg in report.legs) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [leg.deal for leg in report.legs] == [0, 1, 2]


def test_a_record_replays_to_its_digest(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    report = run("lie", 3, 3, [zoo_bot("plain")] * 3, sandbox)
    for leg in report.legs:
        assert leg.record.seed == leg_seed(SEED, leg.deal).hex()
        assert chain(leg.record, GAMES["lie"]) == leg.record.digest
        text = json.dumps(leg.record.to_json())
        assert json.dumps(Record.from_json(json.loads(text)).to_json()) == text


def test_points_are_centred_and_rank_the_players(sandbox: Sandbox, python_bot: BotMaker) -> None:
    report = run("takethat", 3, 3, [python_bot(RANDOM)] * 3, sandbox)
    for leg in report.legs:
        assert sum(leg.points) == pytest.approx(0)
    best = max(report.players, key=lambda player: player.points)
    assert best.rank == 1


def test_processes_are_kept_over_the_legs(sandbox: Sandbox, python_bot: BotMaker) -> None:
    report = run("lie", 2, 4, [python_bot(COUNTS_LEGS)] * 2, sandbox)
    assert report.players[0].log.decode().count("seen 4") == 1
    assert "--- process" not in report.players[0].log.decode()


def test_a_mirrored_deal_is_played_by_fresh_processes(sandbox: Sandbox, python_bot: BotMaker) -> None:
    report = run("lie", 2, 4, [python_bot(COUNTS_LEGS)] * 2, sandbox, mirror=True)
    deals = Counter((leg.deal, leg.record.seed) for leg in report.legs)
    assert sorted(deals.values()) == [2, 2]
    seated = {(leg.deal, leg.players) for leg in report.legs}
    assert len(seated) == 4  # the same deal from either side
    log = report.players[0].log.decode()
    assert log.count("seen 2") == 2
    assert "seen 3" not in log
    assert log.count("--- process") == 2


def test_with_two_sides_a_forfeit_ends_the_leg_and_the_next_is_played(
    sandbox: Sandbox, python_bot: BotMaker, zoo_bot: BotMaker
) -> None:
    failing = python_bot(FAILS_IN_LEG % (1, "message['turn'] > 2"))
    report = run("lie", 2, 2, [failing, zoo_bot("plain")], sandbox)
    first, second = report.legs
    assert (first.ending, second.ending) == ("forfeit", "cards")
    assert first.ranks[first.players.index(0)] == 2
    assert [fault.leg for fault in report.faults] == [0]
    assert (report.players[0].fault, report.players[0].forfeits) == ("exited", 1)
    assert report.players[1].forfeits == 0
    assert report.players[0].log.decode().count("--- process") == 2


def test_with_more_sides_the_game_goes_on_with_the_default_action(
    sandbox: Sandbox, python_bot: BotMaker, zoo_bot: BotMaker
) -> None:
    failing = python_bot(FAILS_IN_LEG % (1, "message['turn'] > 3"))
    report = run("takethat", 3, 1, [failing, zoo_bot("plain"), zoo_bot("plain")], sandbox)
    [leg] = report.legs
    assert leg.ending != "forfeit"
    assert leg.ranks[0] == 3
    assert leg.points[0] == min(leg.points)
    later = [moves for step, moves in enumerate(leg.record.steps, 1) if step > report.faults[0].step]
    assert any(seat == 0 for moves in later for seat, _ in moves)
    assert chain(leg.record, GAMES["takethat"]) == leg.record.digest


def test_a_forfeit_counts_below_the_lowest_score(
    sandbox: Sandbox, python_bot: BotMaker, zoo_bot: BotMaker
) -> None:
    failing = python_bot(FAILS_IN_LEG % (1, "True"))
    report = run("takethat", 3, 1, [failing, zoo_bot("plain"), zoo_bot("plain")], sandbox)
    leg = report.legs[0]
    margin = GAMES["takethat"].forfeit_margin
    assert leg.points[1] - leg.points[0] >= margin
    assert report.ranks[0] == 3


def test_a_seat_takes_its_team_with_it(sandbox: Sandbox, python_bot: BotMaker, zoo_bot: BotMaker) -> None:
    failing = python_bot(FAILS_IN_LEG % (1, "message['turn'] > 4"))
    report = run("sequence", 4, 2, [failing, zoo_bot("plain")], sandbox, options={"teams": 2})
    first, second = report.legs
    assert first.ending == "forfeit"
    assert [rank for rank, player in zip(first.ranks, first.players, strict=True) if player == 0] == [2, 2]
    assert second.ending != "forfeit"  # both team mates were started anew, and are not blamed twice
    assert report.players[0].forfeits == 1


def test_a_bot_plays_all_seats_of_its_side_each_in_a_process(sandbox: Sandbox, python_bot: BotMaker) -> None:
    report = run("sequence", 4, 2, [python_bot(COUNTS_LEGS)] * 2, sandbox, options={"teams": 2})
    assert report.legs[0].players == (0, 1, 0, 1)
    assert report.players[0].log.decode().count("--- process") == 2


@pytest.mark.parametrize(
    ("game", "seats", "options"), [("ten", 1, {"solo": 7}), ("twinit", 2, {"mode": "coop"})]
)
def test_alone_or_together_every_player_has_a_table_of_its_own(
    game: str, seats: int, options: dict[str, Any], sandbox: Sandbox, zoo_bot: BotMaker, python_bot: BotMaker
) -> None:
    assert sides(game, seats=seats, options=options) == 1
    report = run(game, seats, 2, [zoo_bot("plain"), python_bot(RANDOM)], sandbox, options=options)
    assert [(leg.leg, leg.table) for leg in report.legs] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    by_deal = {(leg.deal, leg.record.seed) for leg in report.legs}
    assert len(by_deal) == 2  # the same deals at both tables
    assert sum(sum(leg.points) for leg in report.legs) == pytest.approx(0)


def test_a_forfeit_alone_ends_only_that_table(
    sandbox: Sandbox, python_bot: BotMaker, zoo_bot: BotMaker
) -> None:
    failing = python_bot(FAILS_IN_LEG % (1, "True"))
    report = run("ten", 1, 1, [failing, zoo_bot("plain")], sandbox, options={"solo": 7})
    assert [leg.ending == "forfeit" for leg in report.legs] == [True, False]
    assert report.ranks == (2, 1)


def test_notes_stand_beside_their_step_and_in_no_record(sandbox: Sandbox, python_bot: BotMaker) -> None:
    report = run("lie", 2, 2, [python_bot(COUNTS_LEGS)] * 2, sandbox)
    leg, step, seat, text = report.players[0].notes[0]
    assert (leg, text) == (0, "leg 1")
    moves = dict(report.legs[leg].record.steps[step - 1])
    assert "note" not in moves[seat]


def test_the_transcript_has_what_was_sent_and_answered(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    report = run("lie", 2, 2, [zoo_bot("plain")] * 2, sandbox)
    transcript = report.players[1].transcript
    kinds = [json.loads(message)["type"] for _, _, _, message, _ in transcript]
    assert kinds[0] == "start"
    assert kinds.count("end") == 2
    for leg, step, seat, message, answer in transcript:
        if json.loads(message)["type"] == "act":
            assert json.loads(message)["turn"] == step
            played = dict(report.legs[leg].record.steps[step - 1])[seat]
            assert json.loads(json.dumps(played)) == json.loads(answer)


def test_what_is_written_on_standard_error_is_kept_by_step(
    sandbox: Sandbox, zoo_bot: BotMaker, python_bot: BotMaker
) -> None:
    report = run("takethat", 2, 1, [python_bot(CRASHES_LOUDLY), zoo_bot("plain")], sandbox)
    (fault,) = report.faults
    assert fault.step > 3
    written = report.players[0].written
    assert [text for _, step, _, text in written if step == 1] == ["hello\n", "I see turn 1\n"]
    *_, (leg, step, seat, text) = written
    assert (leg, step, seat) == (0, fault.step, fault.seat)
    assert "KeyError: 'lost my head'" in text
    assert "".join(text for *_, text in written).encode() == report.players[0].log
    assert log_data(report, 0)["written"][-1] == {"leg": leg, "step": step, "seat": seat, "text": text}
    assert report.players[1].written == ()


def test_seats_that_act_at_once_are_all_asked_before_any_answers(
    sandbox: Sandbox, python_bot: BotMaker
) -> None:
    report = run("lie", 3, 1, [python_bot(STAMPS)] * 3, sandbox)
    assert not report.faults
    stamps = [json.loads(player.notes[0][3]) for player in report.players]
    assert len(report.legs[0].record.steps[0]) == 3
    assert max(asked for asked, _ in stamps) < min(answered for _, answered in stamps)


def test_an_idle_bot_costs_nobody_the_match(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    report = run("lie", 2, 2, [zoo_bot("sleeping"), zoo_bot("plain")], sandbox)
    assert [leg.ending for leg in report.legs] == ["forfeit", "forfeit"]
    assert {fault.fault for fault in report.faults} == {"timeout"}
    assert report.ranks == (2, 1)


def test_both_bots_may_fail(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    report = run("lie", 2, 2, [zoo_bot("never_starts"), zoo_bot("not_ready")], sandbox)
    assert [leg.ending for leg in report.legs] == ["forfeit", "forfeit"]
    assert report.ranks == (1, 1)


def test_what_an_engine_trips_over_is_the_bots_fault(
    sandbox: Sandbox, zoo_bot: BotMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(*_: object) -> None:
        raise TypeError("unhashable")

    monkeypatch.setattr(GAMES["lie"], "parse", trip)
    report = run("lie", 2, 2, [zoo_bot("plain")] * 2, sandbox)
    assert {fault.fault for fault in report.faults} == {"garbled"}


def test_an_engine_that_fails_makes_the_match_void(
    sandbox: Sandbox, zoo_bot: BotMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(GAMES["lie"], "apply", fail)
    with pytest.raises(RunnerError, match="the engine failed"):
        run("lie", 2, 2, [zoo_bot("plain")] * 2, sandbox)


def test_the_wrong_number_of_bots_is_our_fault(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    with pytest.raises(RunnerError, match="2 sides"):
        run("lie", 2, 2, [zoo_bot("plain")] * 3, sandbox)


def test_every_step_is_told_to_whoever_watches(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    seen: list[tuple[int, int, int]] = []
    plan = MatchPlan("lie", 2, {}, 2, SEED, ("a", "b"))
    report = play(
        plan,
        [zoo_bot("plain")] * 2,
        sandbox=sandbox,
        on_step=lambda leg, table, step, *_: seen.append((leg, table, step)),
    )
    assert seen == [(leg.leg, 0, step) for leg in report.legs for step in range(1, len(leg.record.steps) + 1)]


def test_the_referee_returns_to_all_its_cores(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    cores = os.sched_getaffinity(0)
    plan = MatchPlan("lie", 2, {}, 2, SEED, ("a", "b"))
    play(plan, [zoo_bot("plain")] * 2, sandbox=sandbox, core=max(cores))
    assert os.sched_getaffinity(0) == cores


def test_memory_and_cpu_are_measured(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    plan = MatchPlan("lie", 2, {}, 2, SEED, ("a", "b"), clock=QUICK)
    limits = replace(Limits(), memory_mb=64)
    report = play(plan, [zoo_bot("eats_memory"), zoo_bot("plain")], sandbox=sandbox, limits=limits)
    eater, plain = report.players
    assert eater.fault in {"out_of_memory", "exited"}
    assert eater.peak_memory_kb > plain.peak_memory_kb > 1000
    assert plain.cpu_ms > 0


def _fingerprint(report: MatchReport) -> str:
    return json.dumps([leg.record.to_json() for leg in report.legs], sort_keys=True)


def test_the_same_match_gives_the_same_record_alone_and_on_a_loaded_machine(
    sandbox: Sandbox, python_bot: BotMaker
) -> None:
    bots = [python_bot(RANDOM)] * 2
    alone = [_fingerprint(run("lie", 2, 4, bots, sandbox)) for _ in range(2)]
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        loaded = [_fingerprint(run("lie", 2, 4, bots, sandbox)) for _ in range(2)]
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    assert len({*alone, *loaded}) == 1
