"""Invented tournaments for measurements: most are over, some run, some are announced."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from django.utils import timezone

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.ratings.models import Rating
from arena.tournaments.models import Entrant, Tournament, TournamentStatus

_ENTRANTS = 16
_MEDALS = {1: "gold", 2: "silver", 3: "bronze"}


def make_tournaments(count: int) -> int:
    """Invent tournaments with entrants and medals."""
    rng = Random(1)
    organiser = User.objects.filter(is_house=True).first() or User.objects.order_by("pk").first()
    ladders = list(Ladder.objects.filter(is_open=True, players=2)) or list(Ladder.objects.all())
    assert organiser is not None
    first = Tournament.objects.count()
    for number in range(first, first + count):
        ladder = rng.choice(ladders)
        tournament = _tournament(number, ladder, organiser, rng)
        bots = Rating.objects.filter(ladder=ladder, is_active=True).order_by("-shown", "id")
        chosen = list(bots.values_list("bot_id", "bot__active_version_id")[:400])
        rng.shuffle(chosen)
        Entrant.objects.bulk_create(
            Entrant(
                tournament=tournament, bot_id=bot, version_id=version, seed=place, status="registered",
                place=place if tournament.status == TournamentStatus.FINISHED else None,
                medal=_MEDALS.get(place, "") if tournament.status == TournamentStatus.FINISHED else "",
            )
            for place, (bot, version) in enumerate(chosen[:_ENTRANTS], 1)
        )  # fmt: skip
    return count


def _tournament(number: int, ladder: Ladder, organiser: User, rng: Random) -> Tournament:
    status = (
        TournamentStatus.REGISTRATION if number % 40 == 0 else
        TournamentStatus.RUNNING if number % 50 == 1 else TournamentStatus.FINISHED
    )  # fmt: skip
    days = rng.random() * 20 if status == TournamentStatus.REGISTRATION else -rng.random() * 300
    at = timezone.now() + timedelta(days=days)
    return Tournament.objects.create(
        slug=f"bulk-{number}", title=f"Invented cup {number}", format="single_elimination", game=ladder.game,
        options=ladder.options, seats=ladder.seats, ladder=ladder, organiser=organiser, status=status,
        starts_at=at,
        started_at=at if status != TournamentStatus.REGISTRATION else None,
        finished_at=at if status == TournamentStatus.FINISHED else None,
    )  # fmt: skip
