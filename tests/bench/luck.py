"""How much luck each default ladder has: the beta and draw probability that foretell its results best.

On every default ladder a field of ten plays whole matches, tables drawn at random: the house bots, and some
of them weakened by letting `random` answer a share of the questions, so that neighbours are close. The real
referee plays them inside this process. `arena.ratings.fitting`, which `manage.py fit-ratings` uses too, finds
what goes into `arena/ladders/defaults.py`. For a part: `python -m tests.bench.luck --matches 300 lie ten`;
with `--keep DIRECTORY` results are kept there, and a second run plays only what is missing.
"""

from __future__ import annotations

import argparse
import json
import os
from functools import partial
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from arena.ladders.defaults import DEFAULT_LADDERS, DefaultLadder
from arena.ratings.fitting import fit
from arena.ratings.maths import Parameters
from arena.ratings.standings import Entry
from bots.match import MatchPlan, sides
from tests.bots.house.inprocess import Player, Weakened, play_in_process, program_of

FIELD = (
    ("random", 0.0), ("plain", 0.0), ("sensible", 0.6), ("sensible", 0.4), ("sensible", 0.3),
    ("sensible", 0.2), ("sensible", 0.1), ("sensible", 0.05), ("sensible", 0.0), ("strong", 0.0),
)  # fmt: skip


def _player(game: str, place: int) -> Player:
    name, share = FIELD[place]
    program = program_of(game, name)
    return Weakened(program, share) if share else program


def _players(ladder: DefaultLadder) -> int:
    return ladder.players or sides(ladder.game, seats=ladder.seats, options=ladder.options)


def one_match(ladder: DefaultLadder, number: int) -> list[Entry]:
    """Play one match between bots drawn at random and give what a rating sees of it."""
    name = f"luck/{ladder.slug}/{number}"
    table = Random(name).sample(range(len(FIELD)), _players(ladder))
    plan = MatchPlan(
        game=ladder.game, seats=ladder.seats, options=ladder.options, legs=ladder.legs, mirror=ladder.mirror,
        seed=sha256(name.encode()).digest(), names=tuple(f"bot{place}" for place in table),
    )  # fmt: skip
    report = play_in_process(plan, [_player(ladder.game, place) for place in table])
    return [Entry(place, 1, rank, False) for place, rank in zip(table, report.ranks, strict=True)]


def played_on(ladder: DefaultLadder, matches: int, jobs: int, kept: Path) -> list[list[Entry]]:
    """Give the matches that are kept in a file, after playing those that it lacks."""
    done = len(kept.read_text().splitlines()) if kept.exists() else 0
    with Pool(jobs) as pool, kept.open("a") as file:
        for entries in pool.imap(partial(one_match, ladder), range(done, matches)):
            file.write(json.dumps([(entry.bot, entry.rank) for entry in entries]) + "\n")
            file.flush()
    lines = kept.read_text().splitlines()[:matches]
    return [[Entry(bot, 1, rank, False) for bot, rank in json.loads(line)] for line in lines]


def main() -> None:
    """Measure everything, as asked for."""
    measure(_parser().parse_args([]))


def measure(arguments: argparse.Namespace) -> None:
    """Print one line a ladder."""
    print(f"{'ladder':16} {'matches':>8} {'beta':>7} {'draws':>7} {'log likelihood':>15}")
    with TemporaryDirectory() as forgotten:
        directory = Path(arguments.keep or forgotten)
        directory.mkdir(parents=True, exist_ok=True)
        for ladder in DEFAULT_LADDERS:
            if not arguments.ladders or ladder.slug in arguments.ladders:
                kept = directory / f"{ladder.slug}.jsonl"
                print(_line(ladder, played_on(ladder, arguments.matches, arguments.jobs, kept)), flush=True)


def _line(ladder: DefaultLadder, played: list[list[Entry]]) -> str:
    found = fit(played, Parameters())
    if found is None:
        return f"{ladder.slug:16} {len(played):8} too few"
    return (
        f"{ladder.slug:16} {found.matches:8} {found.beta:7.2f} {found.draw_probability:7.3f}"
        f" {found.likelihood:15.4f}"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ladders", nargs="*", help="slugs of default ladders (all, if none is named)")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--keep", default="", help="directory for the results")
    return parser


if __name__ == "__main__":
    measure(_parser().parse_args())
