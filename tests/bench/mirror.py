"""What mirrored deals gain: how far the luck of a deal cancels when it is played once in every rotation.

On each ladder `strong` and `sensible` sit in turn and play deals once in every rotation. The correlation of
a player's points in two legs of one deal, the player's own mean taken away, tells how much luck lies in
the deal and the seat: -1 would cancel all of it. With n rotations the variance of the mean is 1 + (n - 1) r
times that of as many fresh deals: the gain is 1 / (1 + (n - 1) r). Ladders with r <= -0.25 mirror by default.
For a part: `python -m tests.bench.mirror --deals 200 sequence`.
"""

from __future__ import annotations

import argparse
from hashlib import sha256
from itertools import combinations
from statistics import fmean

from arena.ladders.defaults import DEFAULT_LADDERS, DefaultLadder
from bots.match import LegReport, MatchPlan, MatchReport, sides
from tests.bots.house.inprocess import play_in_process, program_of

MIRROR_FROM = -0.25


def rotations(ladder: DefaultLadder) -> int:
    """Count the rotations of a ladder's table; 1 where everybody has a table of their own."""
    return sides(ladder.game, seats=ladder.seats, options=ladder.options)


def play_deal(ladder: DefaultLadder, number: int) -> MatchReport:
    """Play one deal in every rotation."""
    count = rotations(ladder)
    names = [("strong", "sensible")[place % 2] for place in range(count)]
    plan = MatchPlan(
        game=ladder.game, seats=ladder.seats, options=ladder.options, legs=count, mirror=True,
        seed=sha256(f"mirror/{ladder.slug}/{number}".encode()).digest(),
        names=tuple(f"{name}{place}" for place, name in enumerate(names)),
    )  # fmt: skip
    return play_in_process(plan, [program_of(ladder.game, name) for name in names])


def seating(leg: LegReport) -> tuple[int, ...]:
    """Give which kind sat where: two legs alike are one game, played twice by bots that roll no dice."""
    return tuple(player % 2 for player in leg.players)


def correlation(reports: list[MatchReport]) -> float:
    """Correlate each player's points in two rotations of a deal, the player's own mean taken away."""
    players = range(len(reports[0].players))
    means = [fmean(leg.points[player] for report in reports for leg in report.legs) for player in players]
    products, squares = [], []
    for report in reports:
        for player in players:
            luck = [(seating(leg), leg.points[player] - means[player]) for leg in report.legs]
            products += [a * b for (here, a), (there, b) in combinations(luck, 2) if here != there]
            squares += [one * one for _, one in luck]
    return fmean(products) / fmean(squares) if any(squares) else 0.0


def main() -> None:
    """Measure every ladder whose players meet at a table."""
    measure(_parser().parse_args([]))


def measure(arguments: argparse.Namespace) -> None:
    """Print one line a ladder."""
    print(f"{'ladder':16} {'deals':>6} {'rotations':>10} {'correlation':>12} {'gain':>6}  mirror")
    for ladder in DEFAULT_LADDERS:
        if rotations(ladder) > 1 and (not arguments.ladders or ladder.slug in arguments.ladders):
            print(_line(ladder, arguments.deals), flush=True)


def _line(ladder: DefaultLadder, deals: int) -> str:
    count = rotations(ladder)
    found = correlation([play_deal(ladder, number) for number in range(deals)])
    gain = 1 / max(1 + (count - 1) * found, 1e-9)
    advice = "yes" if found <= MIRROR_FROM else "no"
    return f"{ladder.slug:16} {deals:6} {count:10} {found:12.3f} {gain:6.2f}  {advice}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ladders", nargs="*", help="slugs of default ladders (all, if none is named)")
    parser.add_argument("--deals", type=int, default=100)
    return parser


if __name__ == "__main__":
    measure(_parser().parse_args())
