"""Ratings can be replayed, and follow when a match no longer counts."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from arena.accounts.models import AuditEntry
from arena.ladders.models import Ladder
from arena.matches.models import Match
from arena.matches.services import invalidate_match
from arena.ratings.models import Rating, RatingEvent
from arena.ratings.rerating import differences, rerate
from arena.submissions.models import Bot
from tests.factories import add_version, finish, make_bot, make_ladder, make_match, make_user

pytestmark = pytest.mark.django_db


def _play(ladder: Ladder, bots: list[Bot], count: int) -> list[Match]:
    """Play matches with made-up results; half way one bot gets a new version."""
    rng = Random(1)
    orders = list(permutations(range(1, ladder.players + 1)))
    played = []
    for number in range(count):
        if number == count // 2:
            add_version(bots[0])
        ranks = rng.choice([*orders, (1,) * ladder.players])
        faults = ["timeout"] if rng.random() < 0.1 else []
        played.append(finish(make_match(ladder, rng.sample(bots, ladder.players)), ranks, faults=faults))
    return played


@pytest.mark.parametrize("seats", [2, 4])
def test_a_replay_finds_no_difference(seats: int) -> None:
    ladder = make_ladder(seats=seats)
    _play(ladder, [make_bot() for _ in range(5)], 30)
    assert differences(ladder=ladder) == []
    before = list(Rating.objects.order_by("pk").values())
    assert rerate(ladder=ladder) == 30
    assert list(Rating.objects.order_by("pk").values()) == before
    call_command("rerate", "--check", ladder.slug)


def test_a_tampered_rating_is_found() -> None:
    ladder = make_ladder()
    _play(ladder, [make_bot() for _ in range(3)], 6)
    Rating.objects.filter(pk=Rating.objects.earliest("pk").pk).update(mu=99)
    with pytest.raises(CommandError, match="differs"):
        call_command("rerate", "--check")
    call_command("rerate")
    call_command("rerate", "--check")


def test_a_badge_that_was_never_reached_is_found() -> None:
    ladder = make_ladder()
    finish(make_match(ladder, [make_bot(), make_bot()]), [1, 2])
    Rating.objects.filter(ladder=ladder).update(badge_level=3, badge="genius")
    assert ["badge" in found for found in differences(ladder=ladder)] == [True, True]


def test_an_invalidated_match_leaves_no_trace() -> None:
    """Ratings afterwards are those of a ladder on which it was never played."""
    bots = [make_bot() for _ in range(4)]
    ladder = make_ladder(seats=4)
    played = _play(ladder, bots, 26)
    staff = make_user(is_staff=True)
    match = invalidate_match(match=played[7], actor=staff, reason="The deck was short.")
    assert match.invalidated_at is not None
    assert differences(ladder=ladder) == []
    after = list(Rating.objects.order_by("pk").values())
    assert sum(row["matches"] for row in after) == 25 * 4
    rerate(ladder=ladder)
    assert list(Rating.objects.order_by("pk").values()) == after
    assert not RatingEvent.objects.filter(match=match).exists()
    assert AuditEntry.objects.get().reason == "The deck was short."


def test_a_new_version_is_widened_once() -> None:
    ladder = make_ladder(version_sigma=6.0)
    one, other = make_bot(), make_bot()
    for _ in range(60):
        finish(make_match(ladder, [one, other]), [1, 2])
    narrow = Rating.objects.get(bot=one).sigma
    assert narrow < 5
    add_version(one)
    finish(make_match(ladder, [one, other]), [1, 2])
    wide = Rating.objects.get(bot=one).sigma
    assert wide > narrow
    finish(make_match(ladder, [one, other]), [1, 2])
    assert Rating.objects.get(bot=one).sigma < wide


def test_the_trend_is_the_change_over_the_last_matches() -> None:
    ladder = make_ladder()
    one, other = make_bot(), make_bot()
    for _ in range(25):
        finish(make_match(ladder, [one, other]), [1, 2])
    rating = Rating.objects.get(bot=one)
    assert len(rating.recent) == 20
    assert rating.trend == pytest.approx(rating.shown - rating.recent[0], abs=1e-3)
    assert rating.trend > 0
