"""Invented tournaments for measurements: most are over, some run, some are announced.

Their pairings, tables and standings are what the real code makes of invented results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchPlayer
from arena.ratings.models import Rating
from arena.tournaments.advancing import MEDALS
from arena.tournaments.models import Entrant, Tournament, TournamentGame, TournamentStatus
from arena.tournaments.pairing import formats
from arena.tournaments.pairing.plan import Pairing, Plan, Result
from arena.tournaments.planning import pure_entrants
from arena.tournaments.snapshot import snapshot
from arena.tournaments.terms import pairing_settings
from arena.web.bulk import MATCH, PLAYER, Member, match_row, next_key, player_row, write

_ENTRANTS = {  # of each format, in turn
    "single_elimination": 64, "double_elimination": 32, "swiss": 64, "round_robin": 16, "groups": 32,
}  # fmt: skip
_TOP = 400  # of a ladder enter
_LUCK = 8.0  # seeds by which chance moves an entrant in one match
_TURNS_PLAYED = 2  # of a tournament that still runs, half of what was ready in each

Game = tuple[Pairing, list[int]]  # with its entrants, the winner first


@transaction.atomic
def make_tournaments(count: int) -> int:
    """Invent tournaments with entrants, brackets, matches and medals."""
    rng = Random(1)
    organiser = User.objects.filter(is_house=True).first() or User.objects.order_by("pk").first()
    ladders = list(Ladder.objects.filter(is_open=True, players=2)) or list(Ladder.objects.all())
    assert organiser is not None
    first = Tournament.objects.count()
    for number in range(first, first + count):
        ladder = rng.choice(ladders)
        tournament = _tournament(number, ladder, organiser, rng)
        entrants = _enter(tournament, ladder, rng)
        if tournament.has_begun and len(entrants) > 1:
            _play(tournament, ladder, entrants, rng)
    return count


def _tournament(number: int, ladder: Ladder, organiser: User, rng: Random) -> Tournament:
    status = (
        TournamentStatus.REGISTRATION if number % 40 == 0 else
        TournamentStatus.RUNNING if number % 50 == 1 else TournamentStatus.FINISHED
    )  # fmt: skip
    days = rng.random() * 20 if status == TournamentStatus.REGISTRATION else -rng.random() * 300
    at = timezone.now() + timedelta(days=days)
    return Tournament.objects.create(
        slug=f"bulk-{number}", title=f"Invented cup {number}",
        format=list(_ENTRANTS)[number % len(_ENTRANTS)], game=ladder.game, options=ladder.options,
        seats=ladder.seats, ladder=ladder, organiser=organiser, status=status, starts_at=at,
        started_at=at if status != TournamentStatus.REGISTRATION else None,
        finished_at=at if status == TournamentStatus.FINISHED else None,
    )  # fmt: skip


def _enter(tournament: Tournament, ladder: Ladder, rng: Random) -> list[Entrant]:
    """Register some of the best of a ladder, seeded as they stand."""
    bots = Rating.objects.filter(ladder=ladder, is_active=True, bot__active_version__isnull=False)
    best = list(bots.order_by("-shown", "id").values_list("bot_id", "bot__active_version_id")[:_TOP])
    chosen = rng.sample(range(len(best)), min(_ENTRANTS[tournament.format], len(best)))
    return Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament, bot_id=best[one][0], version_id=best[one][1], seed=seed,
            status="registered",
        )
        for seed, one in enumerate(sorted(chosen), 1)
    )  # fmt: skip


def _play(tournament: Tournament, ladder: Ladder, entrants: Sequence[Entrant], rng: Random) -> None:
    plan, games = _played(tournament, entrants, rng)
    assert tournament.started_at is not None
    _write_games(tournament, ladder, {row.pk: row for row in entrants}, games, tournament.started_at)
    tournament.plan, tournament.plan_version = snapshot(plan), 1
    tournament.advanced_at = timezone.now()
    tournament.save(update_fields=["plan", "plan_version", "advanced_at"])
    if plan.finished:
        places = {line.entrant: line.place for line in plan.standings}
        for row in entrants:
            row.place, row.medal = places[row.pk], MEDALS.get(places[row.pk], "")
        Entrant.objects.bulk_update(entrants, ["place", "medal"])


def _played(tournament: Tournament, entrants: Sequence[Entrant], rng: Random) -> tuple[Plan, list[Game]]:
    """Play whatever the plan has ready, turn by turn; one that still runs is left half way."""
    settings, field = pairing_settings(tournament), pure_entrants(entrants)
    seeds = {row.pk: row.seed or 0 for row in entrants}
    games: list[Game] = []
    results: list[Result] = []
    is_over, turns = tournament.status == TournamentStatus.FINISHED, 0
    plan = formats.plan(settings, field, results)
    while plan.ready and (is_over or turns < _TURNS_PLAYED):
        turns += 1
        for pairing in plan.ready if is_over else plan.ready[::2]:
            order = sorted(pairing.present, key=lambda one: seeds[one] + rng.gauss(0, _LUCK))
            games.append((pairing, order))
            results.append(Result(pairing.key, {one: rank for rank, one in enumerate(order, 1)}))
        plan = formats.plan(settings, field, results)
    return plan, games


def _write_games(
    tournament: Tournament, ladder: Ladder, entrants: dict[int, Entrant], games: Sequence[Game], at: datetime
) -> None:
    """Write the matches of the pairings that were played; the winner sits first."""
    match, player = next_key(Match), next_key(MatchPlayer)
    seated = [
        (match + index, place, entrants[one])
        for index, (_, order) in enumerate(games)
        for place, one in enumerate(order, 1)
    ]
    write(Match, MATCH, (match_row(match + index, ladder, at, is_rated=False) for index in range(len(games))))
    write(MatchPlayer, PLAYER, (
        player_row(player + index, key, place - 1, Member(row.bot_id, row.version_id or 0, 0.0), place, "")
        for index, (key, place, row) in enumerate(seated)
    ))  # fmt: skip
    TournamentGame.objects.bulk_create(_games(tournament, games, match))


def _games(tournament: Tournament, games: Sequence[Game], first_match: int) -> Iterator[TournamentGame]:
    for index, (pairing, order) in enumerate(games):
        yield TournamentGame(
            tournament=tournament, key=pairing.key, number=1, round=pairing.round,
            match_id=first_match + index, entrants=order,
        )  # fmt: skip
