"""`arena replay`, `verify`, `new`, `rules`, `doctor`."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bots import kits, matchfile
from bots.cli.stepping import Stepper, state_lines
from bots.match import seed_hash
from bots.sandbox import Level
from games import GAMES
from tests.bots.cli.conftest import Cli


def test_a_match_as_text(cli: Cli, record_file: Path, record: dict[str, Any]) -> None:
    done = cli("replay", str(record_file), "--leg", "2")
    assert done.code == 0
    assert "LIE, leg 2" in done.out
    assert "challenges" in done.out
    assert f"1. bot-{record['tables'][1]['players'][record['tables'][1]['ranks'].index(1)]}" in done.out


def test_one_seats_eyes_see_less(cli: Cli, record_file: Path) -> None:
    everything = cli("replay", str(record_file)).out
    one = cli("replay", str(record_file), "--seat", "0").out
    assert one.count("sets their cards.") > everything.count("sets their cards.")


def test_a_match_as_one_page(cli: Cli, record_file: Path) -> None:
    assert cli("replay", str(record_file), "--html", "match.html").code == 0
    page = Path("match.html").read_text()
    assert page.lstrip().lower().startswith("<!doctype html>")
    assert "bot-0" in page


@pytest.mark.parametrize("arguments", [["--leg", "9"], ["--seat", "7"], ["--table", "2"]])
def test_what_is_not_there_cannot_be_shown(cli: Cli, record_file: Path, arguments: list[str]) -> None:
    done = cli("replay", str(record_file), *arguments)
    assert done.code == 2
    assert "cannot be shown: There is no such" in done.err


def test_stepping_goes_back_and_forth_and_from_leg_to_leg(record: dict[str, Any]) -> None:
    stepper = Stepper(record, leg=0, table=0, seat=None)
    steps = len(record["tables"][0]["record"]["steps"])
    assert stepper.press("back")
    assert stepper.at == 0
    stepper.press("next")
    assert stepper.at == 1
    stepper.press("last")
    assert stepper.at == steps
    stepper.press("next")
    assert stepper.at == steps
    stepper.press("next_leg")
    assert (stepper.place, stepper.at) == (1, 0)
    stepper.press("next_leg")
    assert stepper.place == 1
    assert not stepper.press("quit")


def test_a_board_is_drawn_row_by_row() -> None:
    state = {"turn": 1, "board": ["....0", "..1..", "*...*"], "sets": [{"a": 1}, {"b": 2}], "long": "x" * 99}
    lines = list(state_lines(state, 40))
    assert lines[:5] == ["turn: 1", "board:", "  ....0", "  ..1..", "  *...*"]
    assert lines[5:8] == ["sets:", '  {"a": 1}', '  {"b": 2}']
    assert len(lines[8]) == 40


def test_stepping_in_a_real_terminal(record_file: Path) -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-c", "from bots.cli.entry import main; main()", "replay", str(record_file)]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    seen = _read_until(master, b"step 0 of")
    os.write(master, b" ")
    seen += _read_until(master, b"step 1 of")
    os.write(master, b"\x1b[C")
    seen += _read_until(master, b"step 2 of")
    os.write(master, b"n")
    seen += _read_until(master, b"leg 2 of 2")
    os.write(master, b"q")
    assert process.wait(20) == 0
    os.close(master)
    assert b"to act: bot-" in seen


def _read_until(handle: int, wanted: bytes) -> bytes:
    seen = b""
    deadline = time.monotonic() + 30
    while wanted not in seen and time.monotonic() < deadline:
        seen += os.read(handle, 65536)
    assert wanted in seen
    return seen


def test_a_match_that_holds(cli: Cli, record_file: Path) -> None:
    done = cli("verify", str(record_file))
    assert done.code == 0
    assert "It holds. LIE: 2 tables" in done.out
    assert seed_hash(b"seed" * 8) in done.out
    assert cli("verify", str(record_file), "--seed-hash", seed_hash(b"seed" * 8)).code == 0


def test_a_match_that_does_not_hold_ends_with_code_1(cli: Cli, record: dict[str, Any]) -> None:
    record["tables"][0]["scores"][0] += 1
    matchfile.write(Path("bad.json"), record)
    done = cli("verify", "bad.json")
    assert done.code == 1
    assert "wrong Leg 1: the scores are" in done.out
    shown = cli("verify", "bad.json", "--json")
    assert shown.code == 1
    assert shown.json()["holds"] is False


def test_a_seed_that_was_not_promised(cli: Cli, record_file: Path) -> None:
    done = cli("verify", str(record_file), "--seed-hash", "00" * 32)
    assert done.code == 1
    assert "published" in done.out


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_files_that_are_no_match(cli: Cli, command: str) -> None:
    Path("other").write_text("hello")
    done = cli(command, "other")
    assert done.code == 2
    assert "This is not the record of a match" in done.err
    missing = cli(command, "missing")
    assert missing.code == 2
    assert "There is no file 'missing'" in missing.err


def test_a_damaged_record_is_told_in_a_sentence(cli: Cli, record: dict[str, Any]) -> None:
    record["tables"][0]["record"]["steps"] = None
    matchfile.write(Path("bad.json"), record)
    for command, code in (("verify", 1), ("replay", 2)):
        done = cli(command, "bad.json")
        assert done.code == code
        assert "not a record" in done.out + done.err
    record["names"] = []
    matchfile.write(Path("bad.json"), record)
    assert cli("verify", "bad.json").code == 1
    assert cli("replay", "bad.json", "--leg", "2").code == 2


def test_the_command_line_needs_no_django() -> None:
    code = "import sys, bots.cli.main; sys.exit(bool({'django', 'arena'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


@pytest.mark.parametrize("language", kits.ENTRIES)
def test_a_new_bot_has_its_files_and_is_told_what_to_do(cli: Cli, language: str) -> None:
    done = cli("new", language, "ten")
    assert done.code == 0
    assert f"arena play ten ten-{language} random" in done.out
    assert 'games = ["ten"]' in Path(f"ten-{language}/bot.toml").read_text()
    assert Path(f"ten-{language}/{kits.ENTRIES[language]}").exists()


def test_a_new_bot_plays_at_once(cli: Cli) -> None:
    cli("new", "py", "takethat", "--into", "mine")
    assert cli("play", "takethat", "mine", "random", "--legs", "2").code == 0
    assert cli("check", "mine").code == 0


def test_new_never_writes_over_anything(cli: Cli) -> None:
    cli("new", "python", "lie")
    before = Path("lie-python/bot.py").stat().st_mtime_ns
    done = cli("new", "python", "lie")
    assert done.code == 2
    assert "not empty" in done.err
    assert Path("lie-python/bot.py").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["cobol"], "There is no kit for 'cobol'"),
        (["python", "chess"], "There is no game 'chess'"),
        (["python", "lie", "--into", "a b"], "cannot be a bot's name"),
    ],
)
def test_what_cannot_be_made(cli: Cli, arguments: list[str], sentence: str) -> None:
    done = cli("new", *arguments)
    assert done.code == 2
    assert sentence in done.err


def test_rules_and_schemas(cli: Cli) -> None:
    assert cli("rules", "lie").out.startswith("# LIE")
    shown = cli("rules", "lie", "--schema").json()
    assert set(shown) == {"options", "action", "observation", "messages"}
    assert shown["action"] == json.loads(json.dumps(GAMES["lie"].schemas()["action"]))
    assert cli("rules", "chess").code == 2


def test_the_doctor_names_languages_and_levels(cli: Cli) -> None:
    done = cli("doctor", "--json")
    assert done.code == 0
    found = done.json()
    assert set(found["languages"]) == set(kits.ENTRIES)
    assert found["languages"]["python"].startswith("Python 3")
    assert set(found["levels"]) == {level.value for level in Level}
    assert found["levels"][found["sandbox"]]["attacks"] > 20
    shown = cli("doctor").out
    assert f"Bots run at the level {found['sandbox']}." in shown


def test_help_and_exit_codes_are_shown(cli: Cli) -> None:
    done = cli("--help")
    assert done.code == 0
    for command in (
        "play",
        "check",
        "new",
        "replay",
        "verify",
        "doctor",
        "submit",
        "status",
        "logs",
        "matches",
    ):
        assert command in done.out
    assert "Exit codes" in done.out
