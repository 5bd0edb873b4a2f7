"""`arena check` says before the server does why a bot would be rejected."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.check import check_plan, entered_games
from bots.errors import BuildError
from games import GAMES
from tests.bots.cli.conftest import ILLEGAL, STEADY, Cli

_LOUD = "import sys\nprint('thinking hard', file=sys.stderr)\n"


def test_a_good_bot_passes_in_every_game(cli: Cli) -> None:
    Path("steady.py").write_text(STEADY)
    done = cli("check", "steady.py")
    assert done.code == 0
    for game in GAMES.values():
        assert f"passed {game.title}" in done.out
    assert "A server would accept this bot." in done.out


def test_a_bad_answer_is_shown_with_its_question_and_the_log(cli: Cli) -> None:
    Path("illegal.py").write_text(_LOUD + ILLEGAL)
    done = cli("check", "illegal.py", "--game", "lie")
    assert done.code == 1
    assert "failed LIE: garbled" in done.out
    assert '"do": "set"' in done.out
    assert '{"do": "fly"}' in done.out
    assert "leg 1, step 1 ^^ this is garbled" in done.out
    assert "thinking hard" in done.out
    assert "A server would reject this bot." in done.out


def test_the_verdict_as_json(cli: Cli) -> None:
    Path("illegal.py").write_text(ILLEGAL)
    done = cli("check", "illegal.py", "-g", "lie", "--json", "--seed", "x")
    assert done.code == 1
    (entry,) = done.json()["checks"]
    assert (entry["game"], entry["ok"], entry["fault"]) == ("lie", False, "garbled")
    assert entry["answer"] == '{"do": "fly"}'


def test_a_program_that_exits_is_told_apart(cli: Cli) -> None:
    Path("gone.py").write_text("raise SystemExit(3)\n")
    done = cli("check", "gone.py", "-g", "ten")
    assert done.code == 1
    assert "failed TEN: exited, exited with status 3" in done.out
    assert "^^ no answer: exited" in done.out


def test_a_file_that_is_no_bot_is_refused(cli: Cli) -> None:
    Path("notes.txt").write_text("hello")
    done = cli("check", "notes.txt")
    assert done.code == 1
    assert "The name of a bot ends in one of .py" in done.err
    assert cli("check", "steady", "-g", "chess").code == 2


def test_the_check_seats_the_bot_at_the_usual_table() -> None:
    for game, rules in GAMES.items():
        plan = check_plan(game, "mine", "house", b"0" * 32)
        assert plan.seats == rules.options().default_seats
        assert plan.names[0] == "mine"
        assert plan.legs >= len(plan.names)


def test_a_bot_enters_the_games_it_names_or_all() -> None:
    assert entered_games(()) == list(GAMES)
    assert entered_games(("ten",)) == ["ten"]
    with pytest.raises(BuildError, match="no game 'chess'"):
        entered_games(("chess",))
