"""Matches with made-up results: what comes of a match follows from its seed, whoever plays it how often."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from django.db import transaction

from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchKind, MatchPlayer
from arena.matches.services import create_match
from arena.matches.terms import Terms
from arena.ratings.models import Rating, RatingEvent
from arena.ratings.rerating import differences
from arena.submissions.models import Bot
from bots.match import MatchReport
from tests.factories import make_bot, make_ladder, report_of


def make_field(*, bots: int, version_sigma: float = 4.0) -> tuple[list[Ladder], list[Bot]]:
    """Make three ladders of LIE, duels and tables of four, with the same bots on all of them."""
    ladders = [make_ladder(f"storm-{number}", seats=seats) for number, seats in enumerate((2, 4, 2))]
    return ladders, [make_bot() for _ in range(bots)]


@transaction.atomic
def make_matches(ladders: Sequence[Ladder], bots: Sequence[Bot], count: int, seed: int = 1) -> list[int]:
    """Queue matches without sending their messages."""
    rng = Random(seed)
    keys = []
    for _ in range(count):
        ladder = rng.choice(ladders)
        table = rng.sample(bots, ladder.players)
        versions = [bot.active_version for bot in table if bot.active_version is not None]
        match = create_match(
            kind=MatchKind.LADDER, versions=versions, terms=Terms.of_ladder(ladder), ladder=ladder
        )
        keys.append(match.pk)
    return keys


def play_made_up(match: Match, players: Sequence[MatchPlayer]) -> MatchReport:
    """Make up a result from the seed, now and then with a tie or a fault."""
    rng = Random(match.seed)
    ranks = rng.sample(range(1, len(players) + 1), len(players))
    if rng.random() < 0.1:
        ranks = [1] * len(players)
    faults = ["", "timeout"] if rng.random() < 0.01 else []
    return report_of(match, ranks, faults=faults)


def wrongs(ladders: Sequence[Ladder], count: int, *, invalid: int = 0) -> list[str]:
    """Say what is not as it should be when every match has been played and rated exactly once."""
    found = []
    counted = Match.objects.filter(invalidated_at=None, rated_at__isnull=False, status="finished")
    if (rated := counted.count()) != count - invalid:
        found.append(f"{rated} of {count - invalid} matches are finished and rated")
    seats = MatchPlayer.objects.filter(match__in=counted).count()
    if (events := RatingEvent.objects.count()) != seats:
        found.append(f"{events} events for {seats} seats")
    if (matches := sum(Rating.objects.values_list("matches", flat=True))) != seats:
        found.append(f"the boards count {matches} parts in matches, not {seats}")
    for ladder in ladders:
        found += differences(ladder=ladder)
    return found
