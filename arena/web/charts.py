"""Geometry of the figures, as plain numbers for SVG templates: no colours, no HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from math import floor, log10, sqrt

from arena.ratings.models import Rating, RatingEvent

_POINTS = 240  # of a history: more would not be seen


@dataclass(frozen=True, slots=True)
class Bar:
    """A rating with its uncertainty on a common scale from 0 to 100."""

    left: float
    width: float
    middle: float
    shown: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A rating over matches: the cautious figure as a line, the mean dashed, two sigmas as a band."""

    width: int
    height: int
    band: str
    mean: str
    line: str
    y_ticks: list[Tick]
    x_ticks: list[Tick]
    versions: list[Tick]
    left: int
    right: int
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Column:
    """One count over time, in a box of the given height."""

    left: float
    top: float
    width: float
    height: float
    count: int
    text: str


def columns(counts: Sequence[tuple[str, int]], *, width: int = 960, height: int = 120) -> list[Column]:
    """Stand counts side by side, the highest as high as the box; nothing is still a line to point at."""
    step, most = width / max(len(counts), 1), max((count for _, count in counts), default=0) or 1
    return [
        Column(
            round(index * step, 1),
            round(height - tall, 1),
            round(step * 0.82, 1),
            round(tall, 1),
            count,
            text,
        )
        for index, (text, count) in enumerate(counts)
        if (tall := max(height * count / most, 1.5))
    ]


def scale_of(ratings: Sequence[Rating]) -> tuple[float, float]:
    """Give the lowest and highest value that a page's bars must show."""
    if not ratings:
        return 0.0, 1.0
    low = min(one.mu - 3 * one.sigma for one in ratings)
    high = max(one.mu + 2 * one.sigma for one in ratings)
    return low, max(high, low + 1.0)


def bar(rating: Rating, scale: tuple[float, float]) -> Bar:
    """Place a rating on the scale: two sigmas either side, the mean, and the cautious figure."""
    low, high = scale
    unit = 100 / (high - low)
    left = max((rating.mu - 2 * rating.sigma - low) * unit, 0.0)
    right = min((rating.mu + 2 * rating.sigma - low) * unit, 100.0)
    return Bar(
        round(left, 1),
        round(right - left, 1),
        round((rating.mu - low) * unit, 1),
        round((rating.shown - low) * unit, 1),
    )


def spark(values: Sequence[float]) -> str:
    """Give the points of a small line in a box of 100 by 24; empty for fewer than two values."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    spread = max(high - low, 0.5)
    step = 100 / (len(values) - 1)
    return " ".join(
        f"{index * step:.1f},{22 - 20 * (value - low) / spread:.1f}" for index, value in enumerate(values)
    )


def plot(events: Sequence[RatingEvent], *, width: int = 760, height: int = 300) -> Plot | None:
    """Draw a history, given oldest first; None for fewer than two events."""
    if len(events) < 2:
        return None
    left, right, top, bottom = 52, width - 12, 12, height - 34
    rows = _thinned(events)
    low, high = min(one.mu - 3 * one.sigma for _, one in rows), max(one.mu + 2 * one.sigma for _, one in rows)
    high = max(high, low + 1)

    def x(index: int) -> float:
        return left + (right - left) * index / (len(events) - 1)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    upper = [f"{x(i):.1f},{y(one.mu + 2 * one.sigma):.1f}" for i, one in rows]
    lower = [f"{x(i):.1f},{y(one.mu - 2 * one.sigma):.1f}" for i, one in reversed(rows)]
    return Plot(
        width=width, height=height, left=left, right=right, top=top, bottom=bottom,
        band=" ".join(upper + lower),
        mean=" ".join(f"{x(i):.1f},{y(one.mu):.1f}" for i, one in rows),
        line=" ".join(f"{x(i):.1f},{y(one.mu - 3 * one.sigma):.1f}" for i, one in rows),
        y_ticks=[Tick(round(y(value), 1), f"{value:g}") for value in nice_values(low, high)],
        x_ticks=[Tick(round(x(i), 1), text) for i, text in _moments(events)],
        versions=[Tick(round(x(i), 1), "") for i in _changes(events)],
    )  # fmt: skip


def _thinned(events: Sequence[RatingEvent]) -> list[tuple[int, RatingEvent]]:
    step = max(len(events) // _POINTS, 1)
    kept = list(range(0, len(events), step))
    if kept[-1] != len(events) - 1:
        kept.append(len(events) - 1)
    return [(index, events[index]) for index in kept]


def _changes(events: Sequence[RatingEvent]) -> list[int]:
    """Give where another version began to play."""
    pairs = pairwise(events)
    return [index + 1 for index, (one, other) in enumerate(pairs) if one.version_id != other.version_id][:20]


def _moments(events: Sequence[RatingEvent]) -> list[tuple[int, str]]:
    """Date the first, the middle and the last event: by the day, within two days by the minute."""
    span = events[-1].created_at - events[0].created_at
    form = "%Y-%m-%d" if span > timedelta(days=2) else "%m-%d %H:%M"
    last = len(events) - 1
    return [(index, events[index].created_at.strftime(form)) for index in sorted({0, last // 2, last})]


def nice_values(low: float, high: float, count: int = 5) -> list[float]:
    """Give round values between two ends for an axis."""
    raw = (high - low) / count
    power = 10 ** floor(log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw)
    first = floor(low / step) + 1
    return [round(first * step + index * step, 6) for index in range(int((high - first * step) / step) + 1)]


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Give between which shares the truth believably lies (Wilson's interval, 95 %)."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max((centre - spread) / scale, 0.0), min((centre + spread) / scale, 1.0)
