"""How strong the house bots are; for a part, `python -m tests.bench.bots --matches 50 lie ten`.

For every default ladder `sensible` plays `random`, and `strong` plays `sensible`, in whole matches with the
real referee and the bots inside this process (tests/bots/house shows that they play the same in the sandbox).
A table of more than two sides is filled in turn with both, beginning with either; the match goes to those
with the higher mean of points.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import Pool
from time import process_time

from arena.ladders.defaults import DEFAULT_LADDERS, DefaultLadder
from bots.match import MatchPlan, PlayerReport, sides
from tests.bots.house.inprocess import play_in_process, program_of

CONTESTS = (("sensible", "random", 80), ("strong", "sensible", 60))


@dataclass(frozen=True, slots=True)
class Score:
    """What a contest came to, and what a match cost."""

    won: int
    lost: int
    drawn: int
    faults: int
    seconds: float
    margin: float

    @property
    def percent(self) -> float:
        """Give the share of decided matches that were won."""
        return 100 * self.won / max(self.won + self.lost, 1)


def one_match(ladder: DefaultLadder, better: str, other: str, number: int) -> tuple[float, int, float]:
    """Play one match; give the better one's lead in mean points, the faults, and the time it took."""
    places = sides(ladder.game, seats=ladder.seats, options=ladder.options)
    turn = ("BO", "OB")[number % 2]
    seated = (turn * 3)[: 2 if places == 1 else places]
    programs = [program_of(ladder.game, better if who == "B" else other) for who in seated]
    plan = MatchPlan(
        game=ladder.game, seats=ladder.seats, options=ladder.options, legs=ladder.legs, mirror=False,
        seed=sha256(f"bench/{ladder.slug}/{number}".encode()).digest(),
        names=tuple(f"{who}{seat}" for seat, who in enumerate(seated)),
    )  # fmt: skip
    began = process_time()
    report = play_in_process(plan, programs)
    means = [_mean(report.players, seated, who) for who in "BO"]
    return means[0] - means[1], len(report.faults), process_time() - began


def _mean(players: Sequence[PlayerReport], seated: str, who: str) -> float:
    points = [player.points for player, mark in zip(players, seated, strict=True) if mark == who]
    return sum(points) / len(points)


def contest(ladder: DefaultLadder, better: str, other: str, matches: int, jobs: int = 1) -> Score:
    """Play a contest of many matches."""
    tasks = [(ladder, better, other, number) for number in range(matches)]
    if jobs == 1:
        results = [one_match(*task) for task in tasks]
    else:
        with Pool(jobs) as pool:
            results = pool.starmap(one_match, tasks, chunksize=4)
    leads = [lead for lead, _, _ in results]
    return Score(
        won=sum(lead > 1e-9 for lead in leads), lost=sum(lead < -1e-9 for lead in leads),
        drawn=sum(abs(lead) <= 1e-9 for lead in leads), faults=sum(fault for _, fault, _ in results),
        seconds=sum(spent for _, _, spent in results) / matches, margin=sum(leads) / matches / ladder.legs,
    )  # fmt: skip


def main() -> None:
    """Measure everything, as asked for."""
    measure(_parser().parse_args([]))


def measure(arguments: argparse.Namespace) -> None:
    """Print one line a ladder and contest."""
    print(
        f"{'ladder':16} {'contest':22} {'won':>5} {'lost':>5} {'drawn':>5} {'won %':>7} {'asked':>6}", end=""
    )
    print(f" {'lead a leg':>11} {'s a match':>10} {'faults':>7}")
    for ladder in DEFAULT_LADDERS:
        if arguments.ladders and ladder.slug not in arguments.ladders:
            continue
        for better, other, asked in CONTESTS:
            if arguments.only in ("", better):
                score = contest(ladder, better, other, arguments.matches, arguments.jobs)
                print(_line(ladder.slug, f"{better} - {other}", asked, score), flush=True)


def _line(slug: str, title: str, asked: int, score: Score) -> str:
    return (
        f"{slug:16} {title:22} {score.won:5} {score.lost:5} {score.drawn:5} {score.percent:7.1f} {asked:6}"
        f" {score.margin:11.3f} {score.seconds:10.2f} {score.faults:7}"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ladders", nargs="*", help="slugs of default ladders (all, if none is named)")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--only", default="", choices=("", "sensible", "strong"), help="one of the contests")
    return parser


if __name__ == "__main__":
    measure(_parser().parse_args())
