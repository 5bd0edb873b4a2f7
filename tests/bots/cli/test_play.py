"""`arena play`: any bots, any table, the same result for the same seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bots import matchfile
from bots.cli import screen
from bots.verify import verify
from tests.bots.cli.conftest import ILLEGAL, STEADY, Cli

_ROOT = str(Path(__file__).parents[3])


@pytest.fixture
def bots(cli: Cli) -> tuple[str, str]:
    """Write two bots into the working directory."""
    Path("steady.py").write_text(STEADY)
    Path("illegal.py").write_text(ILLEGAL)
    return "steady.py", "illegal.py"


def test_two_files_play_a_match(cli: Cli, bots: tuple[str, str]) -> None:
    done = cli("play", "lie", bots[0], bots[0], "--legs", "2", "--seed", "x")
    assert done.code == 0
    assert "LIE: 1 match of 2 legs, 2 seats" in done.out
    assert "steady-1" in done.out
    assert "steady-2" in done.out
    assert "Sandbox:" in done.err


def test_names_are_whole_where_nobody_looks_and_in_a_narrow_terminal(
    cli: Cli, bots: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "a-name-that-takes-half-the-line-of-a-terminal"
    Path(f"{name}.py").write_text(STEADY)
    command = ("play", "lie", f"{name}.py", "random", "--legs", "2", "--seed", "x")
    piped = cli(*command).out
    monkeypatch.setattr(screen.out, "_force_terminal", True)
    monkeypatch.setattr(screen.out, "_width", 80)
    narrow = cli(*command).out
    assert all(f" {name} " in text for text in (piped, narrow))
    assert "forfeits" in piped
    assert "forfeits" not in narrow
    assert "points a leg" in narrow


def test_the_same_seed_gives_the_same_match_alone_or_in_parallel(cli: Cli, bots: tuple[str, str]) -> None:
    for directory, parallel in (("one", "1"), ("two", "2")):
        Path(directory).mkdir()
        done = cli(
            "play", "lie", bots[0], "random", "-n", "2", "--legs", "2", "--seed", "same",
            "--parallel", parallel, "--replay", f"{directory}/match.arena", "--json",
        )  # fmt: skip
        assert done.code == 0
        assert done.json()["matches"] == 2
    for number in (1, 2):
        one, two = (_without_clocks(Path(d, f"match-{number}.arena")) for d in ("one", "two"))
        assert one == two
        assert verify(matchfile.read(Path("one", f"match-{number}.arena"))).holds


def _without_clocks(path: Path) -> dict[str, Any]:
    data = matchfile.read(path)
    for part in (*data["players"], *data["tables"]):
        for key in ("cpu_ms", "idle_cpu_ms", "peak_memory_kb", "think_ms"):
            part.pop(key, None)
    return data


def test_equal_bots_are_found_equal(cli: Cli) -> None:
    """Bots whose chance is fixed must not repeat it from match to match, or luck would look like skill."""
    done = cli("play", "lie", "random", "random", "-n", "30", "--legs", "4", "--seed", "equal", "--json")
    for bot in done.json()["bots"]:
        assert abs(bot["points"]) < bot["points_error"]
        assert bot["share_low"] < 0.5 < bot["share_high"]


def test_a_forfeit_is_told_and_ends_with_code_1(cli: Cli, bots: tuple[str, str]) -> None:
    done = cli("play", "lie", *bots, "--legs", "2")
    assert done.code == 1
    assert "illegal forfeited leg 1 at step 1 (garbled):" in done.out
    assert 'it answered: {"do": "fly"}' in done.out


def test_the_transcript_has_every_line_of_every_bot(cli: Cli, bots: tuple[str, str]) -> None:
    cli("play", "lie", bots[0], "random", "--legs", "2", "--transcript", "lines.txt")
    lines = Path("lines.txt").read_text().splitlines()
    assert lines[0] == "# steady, leg 1, seat 0"
    assert json.loads(lines[1].removeprefix("-> "))["type"] == "start"
    assert lines[2] == '<- {"ready": true}'
    assert "# lie-random, leg 2, seat 0" in lines


@pytest.mark.parametrize(
    ("arguments", "seats", "options"),
    [
        (["twinit", "steady.py", "-o", "mode=coop"], 2, {"mode": "coop"}),
        (["ten", "steady.py", "random", "-o", '{"solo": 7}'], 1, {"solo": 7}),
        (["sequence", "steady.py", "random", "--seats", "4"], 4, {}),
        (["takethat", "steady.py", "random", "random", "-o", "rounds=1", "-o", "professional=true"], 3,
         {"rounds": 1, "professional": True}),
    ],
)  # fmt: skip
def test_tables_of_every_kind(
    cli: Cli, bots: tuple[str, str], arguments: list[str], seats: int, options: dict[str, Any]
) -> None:
    done = cli("play", *arguments, "--legs", "2", "--json")
    assert done.code == 0
    shown = done.json()
    assert (shown["seats"], shown["options"], shown["faults"]) == (seats, options, [])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "random", "random"], "There is no game 'chess'"),
        (["lie", "random"], "1 bots cannot play this; it takes 2, 3, 4, 5, 6."),
        (["lie", "random", "random", "--seats", "3"], "3 sides, so 3 bots play, not 2"),
        (["lie", "random", "random", "--seats", "9"], "9 seats cannot play this"),
        (["lie", "random", "random", "-o", "wild=1"], "There is no option 'wild'"),
        (
            ["lie", "random", "random", "-o", "wild_ones=7"],
            "wild_ones cannot be 7; it is one of false, true.",
        ),
        (["lie", "random", "random", "-o", "wild_ones"], "KEY=VALUE"),
        (["lie", "random", "random", "-o", "{"], "not JSON"),
        (["lie", "random", "nobody.py"], "There is no file 'nobody.py'"),
        (["lie", "random", "house:nobody"], "The house has: lie-random"),
    ],
)
def test_what_cannot_be_played_is_told_in_a_sentence(cli: Cli, arguments: list[str], sentence: str) -> None:
    done = cli("play", *arguments)
    assert done.code == 2
    assert sentence in done.err
    assert done.out == ""


def test_a_file_that_cannot_be_written_is_told(cli: Cli, bots: tuple[str, str]) -> None:
    done = cli("play", "lie", bots[0], bots[0], "--legs", "1", "--replay", "nowhere/match.arena")
    assert done.code == 2
    assert "nowhere/match.arena cannot be written: No such file or directory." in done.err


def test_a_bot_that_does_not_build_ends_with_code_1_and_its_log(cli: Cli) -> None:
    Path("broken.py").write_text("def (:\n")
    done = cli("play", "lie", "broken.py", "random")
    assert done.code == 1
    assert "broken: The build failed" in done.err
    assert "SyntaxError" in done.err


def test_usage_ends_with_code_2(cli: Cli) -> None:
    assert cli("play").code == 2
    assert cli("fly").code == 2
    assert cli("play", "lie", "random", "random", "--games", "0").code == 2
