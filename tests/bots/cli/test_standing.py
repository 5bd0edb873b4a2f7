"""The intervals are those of the textbooks."""

from __future__ import annotations

import pytest

from bots.cli.standing import mean_error, standings, units, wilson
from tests.bots.cli.conftest import STEADY, PlayMatch


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (81, 263, 0.2553, 0.3662)],
)
def test_wilsons_interval(wins: int, count: int, low: float, high: float) -> None:
    assert wilson(wins / count, count) == pytest.approx((low, high), abs=1e-3)


def test_students_interval() -> None:
    # Of 1 to 5: s = 1.5811, t(4) = 2.776, so 2.776 * 1.5811 / sqrt(5).
    assert mean_error([1, 2, 3, 4, 5]) == pytest.approx(1.963, abs=1e-3)
    assert mean_error([7]) is None
    assert mean_error([0, 1] * 50) == pytest.approx(1.96 * 0.50252 / 10, abs=1e-3)


def test_legs_are_the_units_of_one_match_and_matches_of_several(play_match: PlayMatch) -> None:
    report = play_match("lie", 2, [STEADY, STEADY], legs=4)
    assert len(units([report])) == 4
    assert len(units([report, report])) == 2
    for reports in ([report], [report, report]):
        found = standings(reports)
        assert sum(one.points for one in found) == 0
        assert found[0].points >= found[1].points
        assert sum(one.wins + one.draws / 2 for one in found) == len(units(reports))
