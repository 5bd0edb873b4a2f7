"""What is read about tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    Count,
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.utils import timezone

from arena.accounts.models import User
from arena.errors import NotFoundError
from arena.matches.models import Match, MatchPlayer, MatchStatus
from arena.tournaments.models import (
    Entrant,
    EntrantStatus,
    PlaySettings,
    Schedule,
    Tournament,
    TournamentGame,
    TournamentStatus,
)
from arena.tournaments.pairing import formats
from arena.tournaments.pairing.plan import Entrant as PureEntrant
from arena.tournaments.pairing.plan import Plan
from arena.tournaments.planning import OPEN, Board
from arena.tournaments.seeding import seeded
from arena.tournaments.terms import pairing_settings

Viewer = User | AnonymousUser

_MARGIN = timedelta(seconds=5)
_START_MS = 300  # of a match: processes, sandbox, record
_LEG_MS = {"ten": 400, "lie": 150, "takethat": 250, "sequence": 400, "twinit": 300}  # before any was played


@dataclass(frozen=True, slots=True)
class Forecast:
    """How much there will be to play, ties apart, and for how long with the workers there are."""

    entrants: int
    matches: int
    rounds: int
    legs: int
    duration_s: int


def tournaments(viewer: Viewer) -> QuerySet[Tournament]:
    """List the tournaments a person may see, with the number of their entrants: drafts only their own.

    Their plans stay behind: a list has no use for them, and each is as large as its whole bracket.
    """
    rows = Tournament.objects.select_related("organiser", "ladder", "schedule").defer("plan")
    here = Count("entrants", filter=Q(entrants__status=EntrantStatus.REGISTERED))
    return rows.filter(_visible(viewer)).annotate(entrant_count=here).order_by("-pk")


def _visible(viewer: Viewer) -> Q:
    if viewer.is_staff:
        return Q()
    public = ~Q(status=TournamentStatus.DRAFT)
    return public | Q(organiser=viewer.pk) if viewer.is_authenticated else public


def tournament_named(slug: str, viewer: Viewer) -> Tournament:
    """Find a tournament that a person may see."""
    found = tournaments(viewer).defer(None).filter(slug=slug).first()
    if found is None:
        raise NotFoundError("There is no such tournament.")
    return found


def may_manage(tournament: Tournament, viewer: Viewer) -> bool:
    """Tell whether a person runs a tournament."""
    return viewer.is_authenticated and (viewer.is_staff or tournament.organiser_id == viewer.pk)


def entrants_of(tournament: Tournament) -> QuerySet[Entrant]:
    """List the entrants: by place, then seed, then order of entry."""
    rows = tournament.entrants.select_related("bot__owner", "version")
    return rows.order_by(F("place").asc(nulls_last=True), F("seed").asc(nulls_last=True), "created_at", "pk")


def games_of(tournament: Tournament) -> QuerySet[TournamentGame]:
    """List the games that count or may come to count, with their matches and players."""
    rows = tournament.games.filter(superseded_at=None).select_related("match")
    return rows.prefetch_related("match__players").order_by("round", "key", "number")


def games_drawn(tournament: Tournament) -> dict[str, list[dict[str, Any]]]:
    """List the games of each pairing as they are drawn: the match, its state, and who took which rank."""
    rows = tournament.games.filter(superseded_at=None).order_by("key", "number")
    over = MatchPlayer.objects.filter(
        match__tournament_games__tournament=tournament, match__tournament_games__superseded_at=None,
        match__status=MatchStatus.FINISHED, match__invalidated_at=None,
    )  # fmt: skip
    ranks: dict[int, dict[int, int]] = {}
    for match, index, rank in over.values_list("match", "index", "rank"):
        ranks.setdefault(match, {})[index] = rank or 0
    found: dict[str, list[dict[str, Any]]] = {}
    for key, number, match, status, seated in rows.values_list(
        "key", "number", "match", "match__status", "entrants"
    ):
        taken = {seated[index]: rank for index, rank in ranks.get(match, {}).items()}
        game = {"number": number, "match": match, "status": status, "ranks": taken}
        found.setdefault(key, []).append(game)
    return found


def schedules() -> QuerySet[Schedule]:
    """List the schedules that are active, the next first."""
    rows = Schedule.objects.filter(is_active=True, next_at__isnull=False)
    return rows.select_related("organiser", "ladder").order_by("next_at", "pk")


def stopped_schedules(viewer: Viewer) -> QuerySet[Schedule]:
    """List the schedules that somebody may set going again; the rest are nobody's business."""
    rows = Schedule.objects.filter(Q(is_active=False) | Q(next_at=None)).order_by("-pk")
    if not viewer.is_authenticated:
        return rows.none()
    return rows if viewer.is_staff else rows.filter(organiser=viewer.pk)


def schedule_by_id(schedule_id: int) -> Schedule:
    """Find a schedule."""
    found = Schedule.objects.select_related("organiser", "ladder").filter(pk=schedule_id).first()
    if found is None:
        raise NotFoundError("There is no such schedule.")
    return found


def left_behind() -> list[int]:
    """List the tournaments that have something to do which no message may ever tell them.

    Those not looked at for longest come first: many that wait for a hand do not keep others from their turn.
    """
    rows = _with_news().order_by(F("advanced_at").asc(nulls_first=True), "pk")
    return list(rows.values_list("pk", flat=True)[:200])


def has_news(tournament_id: int) -> bool:
    """Tell whether a message about a tournament has not been acted on with an earlier one.

    A result counts as news for some seconds: the transaction that wrote it may have ended after we looked.
    """
    return _with_news(margin=_MARGIN).filter(pk=tournament_id).exists()


def _with_news(margin: timedelta | None = None) -> QuerySet[Tournament]:
    """Find the tournaments of which nothing is played, or whose matches ended or fell since they last moved.

    One that was never moved, or not since an entrant left or a round was released, has no `advanced_at`.
    """
    games = TournamentGame.objects.filter(tournament=OuterRef("pk"), superseded_at=None)
    since: Any = OuterRef("advanced_at")
    if margin is not None:
        since = ExpressionWrapper(since - Value(margin, DurationField()), DateTimeField())
    news = Q(match__finished_at__gt=since) | Q(match__invalidated_at__gt=since)
    stuck = ~Exists(games.filter(match__status__in=OPEN)) | Q(advanced_at=None)
    due = stuck | Exists(games.filter(news)) | Q(retry_at__lte=timezone.now())
    objection = Exists(games.filter(match__invalidated_at__isnull=False))
    return Tournament.objects.filter(
        Q(status=TournamentStatus.RUNNING) & due | Q(status=TournamentStatus.FINISHED) & objection
    )


def last_winners(limit: int) -> list[Entrant]:
    """List the winners of the tournaments that ended last, the newest first."""
    rows = Entrant.objects.filter(place=1, tournament__status=TournamentStatus.FINISHED)
    rows = rows.select_related("tournament", "bot").defer("tournament__plan")
    return list(rows.order_by("-tournament__finished_at", "pk")[:limit])


def medals_of(user: User) -> QuerySet[Entrant]:
    """List the places on the podium that a player's bots took, the newest first."""
    rows = Entrant.objects.filter(bot__owner=user, tournament__status=TournamentStatus.FINISHED)
    rows = rows.exclude(medal="").select_related("tournament", "bot").defer("tournament__plan")
    return rows.order_by("-tournament__finished_at", "place", "pk")


def entries_of(tournament: Tournament, viewer: Viewer) -> list[Entrant]:
    """List a person's own entrants in a tournament."""
    if not viewer.is_authenticated:
        return []
    return list(tournament.entrants.filter(bot__owner=viewer.pk).select_related("bot").order_by("pk"))


def next_matches(tournament: Tournament, viewer: Viewer) -> list[TournamentGame]:
    """List the matches of a person's bots that are waiting or played now."""
    mine = {entrant.pk for entrant in entries_of(tournament, viewer)}
    if not mine:
        return []
    games = tournament.games.filter(superseded_at=None, match__status__in=OPEN).select_related("match")
    return [game for game in games.order_by("round", "key") if mine & set(game.entrants)]


def preview_plan(tournament: Tournament) -> tuple[Plan, list[Entrant]]:
    """Draw the tournament as it would be played by those who are in it now; nothing is written."""
    if tournament.plan:
        return Board.load(tournament).plan, list(entrants_of(tournament))
    rows = list(entrants_of(tournament).filter(status=EntrantStatus.REGISTERED))
    ordered = seeded(tournament, rows, ())
    entrants = [PureEntrant(row.pk, seed) for seed, row in enumerate(ordered, start=1)]
    return formats.plan(pairing_settings(tournament), entrants, []), ordered


def forecast(play: PlaySettings, count: int) -> Forecast:
    """Estimate what `count` entrants would play, from how long matches of the game have taken."""
    expected = formats.estimate(pairing_settings(play, in_legs=True), count)
    match_s = play.best_of * (_START_MS + play.legs * _leg_ms(play)) / 1000
    work_s = expected.matches * match_s / settings.WORKERS
    return Forecast(
        entrants=count, matches=expected.matches * play.best_of, rounds=expected.rounds, legs=expected.legs,
        duration_s=round(max(work_s, expected.rounds * match_s)),
    )  # fmt: skip


def _leg_ms(play: PlaySettings) -> float:
    """Average over the newest matches of a game, seat by seat; a guess where there are none."""
    recent = Match.objects.filter(game=play.game, status=MatchStatus.FINISHED, started_at__isnull=False)
    rows = list(recent.order_by("-pk").values_list("started_at", "finished_at", "legs", "seats")[:50])
    spans = [
        (ended - began) / (legs * seats)
        for began, ended, legs, seats in rows
        if ended is not None and began is not None
    ]
    if not spans:
        return float(_LEG_MS.get(play.game, 300))
    return play.seats * (sum(spans, timedelta()) / len(spans) / timedelta(milliseconds=1))
