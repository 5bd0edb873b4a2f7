"""The house bots play every option and number of seats of their games without a fault."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.build import build
from bots.house import NAMES, HouseProgram, _archive, programs
from bots.manifest import Manifest
from bots.match import MatchPlan, sides
from bots.referee import play
from bots.sandbox import Sandbox
from games import GAMES
from tests.bots.house.inprocess import play_in_process, program_of

SEED = bytes(range(32))
SAMPLES = 6
EVERY_PROGRAM = pytest.mark.parametrize("program", programs(), ids=lambda program: program.filename)


def samples(game: str) -> Iterator[tuple[dict[str, Any], int]]:
    """Give the defaults with every number of seats, and options that spread over all their values."""
    known = GAMES[game].options()
    defaults = {option.name: option.default for option in known.options}
    yield from ((defaults, seats) for seats in known.seats_for(defaults))
    for number in range(SAMPLES):
        chosen = {
            option.name: option.values[(number + place) % SAMPLES * len(option.values) // SAMPLES]
            for place, option in enumerate(known.options)
        }
        if allowed := known.seats_for(chosen):
            yield chosen, allowed[number % len(allowed)]


def plan(game: str, options: dict[str, Any], seats: int) -> MatchPlan:
    """Plan a match of one leg, with as many players as the table has sides."""
    count = sides(game, seats=seats, options=options)
    return MatchPlan(game, seats, options, 1, SEED, tuple(f"player{number}" for number in range(count)))


def default_plan(program: HouseProgram) -> MatchPlan:
    """Plan a match with the default options and seats."""
    known = GAMES[program.game].options()
    return plan(program.game, {option.name: option.default for option in known.options}, known.default_seats)


def test_every_game_has_its_three_bots() -> None:
    assert [(p.game, p.name) for p in programs()] == [(game, name) for game in GAMES for name in NAMES]


@EVERY_PROGRAM
def test_an_archive_is_the_same_bytes_every_time(program: HouseProgram) -> None:
    assert _archive(program.game, program.name) == program.content


@EVERY_PROGRAM
def test_an_archive_has_a_manifest_and_its_entry(program: HouseProgram) -> None:
    with zipfile.ZipFile(io.BytesIO(program.content)) as archive:
        manifest = Manifest.parse(archive.read("bot.toml"))
        assert manifest.entry in archive.namelist()
    assert (manifest.language, manifest.games) == ("python", (program.game,))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_plays_every_option_without_a_fault(game: str, name: str) -> None:
    program = program_of(game, name)
    for options, seats in samples(game):
        planned = plan(game, options, seats)
        report = play_in_process(planned, [program] * len(planned.names))
        assert not report.faults, (options, seats, report.faults[0])


@EVERY_PROGRAM
def test_plays_the_same_in_the_sandbox_and_in_this_process(
    program: HouseProgram, sandbox: Sandbox, cache: Path
) -> None:
    planned = default_plan(program)
    built = build(program.content, program.filename, cache=cache, sandbox=sandbox)
    report = play(planned, [built] * len(planned.names), sandbox=sandbox)
    assert report.faults == ()
    assert report.digest == play_in_process(planned, [program] * len(planned.names)).digest
