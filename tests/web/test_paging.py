"""Leafing through lists in which nothing is skipped by counting."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import RequestFactory

from arena.matches.models import Match
from arena.web.paging import Stretch, stretch_of
from tests.factories import make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def keys() -> list[int]:
    """Make seven matches, the newest first."""
    ladder, pair = make_ladder(), [make_bot(), make_bot()]
    return [make_match(ladder, pair).pk for _ in range(7)][::-1]


def _stretch(**query: Any) -> Stretch[Match]:
    return stretch_of(RequestFactory().get("/matches", query), Match.objects.order_by("-pk"), 3)


def _shown(stretch: Stretch[Match]) -> list[int]:
    return [row.pk for row in stretch.rows]


def test_one_comes_to_the_end_and_back(keys: list[int]) -> None:
    first = _stretch()
    second = _stretch(before=first.older)
    last = _stretch(before=second.older)
    assert [_shown(one) for one in (first, second, last)] == [keys[:3], keys[3:6], keys[6:]]
    assert (first.newer, last.older) == (None, None)
    assert _shown(_stretch(after=last.newer)) == keys[3:6]
    assert _shown(_stretch(after=second.newer)) == keys[:3]


def test_a_stretch_near_the_newest_is_the_first_one_whole(keys: list[int]) -> None:
    near = _stretch(after=keys[1])
    assert (_shown(near), near.newer, near.older) == (keys[:3], None, keys[2])


def test_a_match_that_comes_in_shifts_nothing(keys: list[int]) -> None:
    older = _stretch().older
    make_match(make_ladder(), [make_bot(), make_bot()])
    assert _shown(_stretch(before=older)) == keys[3:6]


@pytest.mark.parametrize("key", ["x", "-1", "²", "9" * 19, ""])
def test_a_key_that_is_none_leads_to_the_first(keys: list[int], key: str) -> None:
    assert _shown(_stretch(before=key)) == _shown(_stretch(after=key)) == keys[:3]


def test_beyond_the_last_there_is_nothing(keys: list[int]) -> None:
    nothing = _stretch(before=keys[-1])
    assert (nothing.rows, nothing.newer, nothing.older) == ([], None, None)
