"""What a series of matches says about its bots, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev

from bots.match import MatchReport

_Z = NormalDist().inv_cdf(0.975)
# Student's t for 95 %, by degrees of freedom from 1; beyond the table the normal distribution will do.
_T = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot over a series. Units are matches, or the legs of a single match."""

    name: str
    units: int
    wins: int
    draws: int
    share: float  # wins and half the draws
    share_low: float
    share_high: float
    points: float  # a unit
    points_error: float | None  # half of the 95 % interval; None for a single unit
    cpu_ms: int
    peak_memory_kb: int
    forfeits: int


def standings(reports: Sequence[MatchReport]) -> list[Standing]:
    """Sum a series up, the best first."""
    rows = units(reports)
    names = reports[0].plan.names
    found = [_standing(index, name, rows, reports) for index, name in enumerate(names)]
    return sorted(found, key=lambda one: (-one.points, -one.share))


def units(reports: Sequence[MatchReport]) -> list[tuple[float, ...]]:
    """List what is compared: every match's points by player, or every leg's when there is one match."""
    if len(reports) > 1:
        return [tuple(player.points for player in report.players) for report in reports]
    report = reports[0]
    legs: dict[int, list[float]] = {}
    for leg in report.legs:
        before = legs.setdefault(leg.leg, [0.0] * len(report.players))
        legs[leg.leg] = [have + more for have, more in zip(before, leg.points, strict=True)]
    return [tuple(points) for points in legs.values()]


def _standing(
    index: int, name: str, rows: Sequence[Sequence[float]], reports: Sequence[MatchReport]
) -> Standing:
    best = [row for row in rows if row[index] == max(row)]
    wins = sum(list(row).count(max(row)) == 1 for row in best)
    draws = len(best) - wins
    own = [row[index] for row in rows]
    share = (wins + draws / 2) / len(rows)
    low, high = wilson(share, len(rows))
    parts = [report.players[index] for report in reports]
    return Standing(
        name=name, units=len(rows), wins=wins, draws=draws, share=share, share_low=low, share_high=high,
        points=fmean(own), points_error=mean_error(own), cpu_ms=sum(part.cpu_ms for part in parts),
        peak_memory_kb=max(part.peak_memory_kb for part in parts),
        forfeits=sum(part.forfeits for part in parts),
    )  # fmt: skip


def wilson(share: float, count: int) -> tuple[float, float]:
    """Give the 95 % interval of a share (Wilson's, which is sound for small counts)."""
    spread = _Z * _Z / count
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_error(values: Sequence[float]) -> float | None:
    """Give half the 95 % interval of a mean; None when one value says nothing about it."""
    if len(values) < 2:
        return None
    freedom = len(values) - 1
    factor = _T[freedom - 1] if freedom <= len(_T) else _Z
    return factor * stdev(values) / sqrt(len(values))
