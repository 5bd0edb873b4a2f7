"""The geometry of figures."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.models import Rating, RatingEvent
from arena.web import charts
from arena.web.words import marked


def _events(count: int) -> list[RatingEvent]:
    at = datetime(2026, 11, 18, tzinfo=UTC)
    return [
        RatingEvent(mu=25 + index / 10, sigma=8 / (1 + index / 9), version_id=index // 100, created_at=at)
        for index in range(count)
    ]


def _points(text: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


@pytest.mark.parametrize("count", [2, 3, 50, 241, 1000])
def test_a_plot_stays_in_its_frame_however_long_the_history(count: int) -> None:
    plot = charts.plot(_events(count))
    assert plot is not None
    assert len(_points(plot.line)) <= 260
    for x, y in _points(plot.line) + _points(plot.mean) + _points(plot.band):
        assert plot.left <= x <= plot.right
        assert plot.top - 0.1 <= y <= plot.bottom + 0.1
    assert _points(plot.line)[-1][0] == plot.right
    assert len(plot.versions) == (count - 1) // 100


@pytest.mark.parametrize(
    ("days", "first", "last"), [(1, "11-18 00:00", "11-19 00:00"), (30, "2026-11-18", "2026-12-18")]
)
def test_a_plot_dates_its_ends_as_finely_as_it_is_long(days: int, first: str, last: str) -> None:
    events = _events(3)
    events[2].created_at += timedelta(days=days)
    plot = charts.plot(events)
    assert plot is not None
    assert [plot.x_ticks[0].text, plot.x_ticks[-1].text] == [first, last]


def test_one_match_is_no_history() -> None:
    assert charts.plot(_events(1)) is None
    assert charts.spark([3.0]) == ""


@given(st.floats(0, 50), st.floats(0.5, 9))
def test_a_bar_stays_on_its_scale(mu: float, sigma: float) -> None:
    rating = Rating(mu=mu, sigma=sigma, shown=mu - 3 * sigma)
    bar = charts.bar(rating, charts.scale_of([rating]))
    assert 0 <= bar.left <= bar.left + bar.width <= 100.1
    assert bar.left <= bar.middle <= bar.left + bar.width + 0.1


@given(st.floats(-1e4, 1e4), st.floats(0.01, 1e4))
def test_ticks_are_round_and_inside(low: float, spread: float) -> None:
    ticks = charts.nice_values(low, low + spread)
    assert 1 <= len(ticks) <= 11
    assert all(low - 1e-6 <= tick <= low + spread + 1e-6 for tick in ticks)


def test_wilson_knows_how_little_it_knows() -> None:
    assert charts.wilson(0, 0) == (0.0, 1.0)
    low, high = charts.wilson(5, 5)
    assert (round(low, 3), high) == (0.566, 1.0)  # the textbook's figure
    low, high = charts.wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)


def test_lines_that_tell_the_cause_are_marked() -> None:
    ours = 'File "<string>", line 9\n'
    text = ours + 'note\n  File "/bot/bot.py", line 3\nValueError: no\nmain.c:3:1: error: expected ;\nfine'
    assert [line.hit for line in marked(text)] == [False, False, True, True, True, False]


def test_columns_fill_their_box_and_nothing_is_still_a_line() -> None:
    high, none, half = charts.columns([("01:00", 10), ("02:00", 0), ("03:00", 5)], width=300, height=100)
    assert (high.left, high.top, high.height) == (0, 0, 100)
    assert (none.left, none.height) == (100, 1.5)
    assert (half.top, half.height, half.count) == (50, 50, 5)
    assert charts.columns([]) == []
