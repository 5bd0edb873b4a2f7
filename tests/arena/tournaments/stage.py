"""Tournaments for tests: made, filled, started, and played by made-up results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from arena.accounts.models import User
from arena.matches.models import Match, MatchPlayer, MatchStatus
from arena.submissions.models import Bot
from arena.tournaments.advancing import advance
from arena.tournaments.models import Tournament, TournamentGame, TournamentStatus
from arena.tournaments.registration import register
from arena.tournaments.services import create_tournament, open_registration, start_tournament
from tests.factories import make_bot, make_user

Judge = Callable[[TournamentGame], Sequence[int]]


def make_organiser(name: str = "") -> User:
    """Make somebody who may make tournaments."""
    return make_user(name, role="organiser")


def make_tournament(organiser: User | None = None, **given: Any) -> Tournament:
    """Make a draft of LIE duels; every setting can be given."""
    values: dict[str, Any] = {
        "title": "Cup", "format": "single_elimination", "game": "lie", "seats": 2, "legs": 2,
    }  # fmt: skip
    return create_tournament(organiser=organiser or make_organiser(), **values | given)


def opened(**given: Any) -> Tournament:
    """Make a tournament in registration."""
    return open_registration(tournament=make_tournament(**given), actor=None)


def enter(tournament: Tournament, count: int) -> list[Bot]:
    """Enter bots, each of an owner of its own."""
    bots = [make_bot(games=[tournament.game]) for _ in range(count)]
    for bot in bots:
        register(tournament=tournament, bot=bot, actor=bot.owner)
    return bots


def started(count: int = 4, **given: Any) -> Tournament:
    """Make a tournament that is being played."""
    tournament = opened(**given)
    enter(tournament, count)
    start_tournament(tournament=tournament, actor=None)
    return moved(tournament)


def moved(tournament: Tournament) -> Tournament:
    """Advance and read again."""
    advance(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def waiting(tournament: Tournament) -> list[TournamentGame]:
    """List the games to be played."""
    games = tournament.games.filter(superseded_at=None, match__status=MatchStatus.QUEUED)
    return list(games.select_related("match").order_by("round", "key", "number"))


def game_of(tournament: Tournament, key: str) -> TournamentGame:
    """Find the newest current game of a pairing."""
    game = tournament.games.filter(key=key, superseded_at=None).order_by("-number").first()
    assert game is not None
    return game


def end(game: TournamentGame, ranks: Sequence[int]) -> None:
    """Write a result down as recording would, without a record behind it."""
    players = list(MatchPlayer.objects.filter(match=game.match_id).order_by("index"))
    for player, rank in zip(players, ranks, strict=True):
        player.rank = rank
    MatchPlayer.objects.bulk_update(players, ["rank"])
    spoil(game, status=MatchStatus.FINISHED)


def spoil(game: TournamentGame, **values: Any) -> None:
    """Change a match in the database: void, cancelled, invalidated."""
    Match.objects.filter(pk=game.match_id).update(finished_at=timezone.now(), **values)


def forget_waits() -> None:
    """Let the waits after void matches pass."""
    long_ago = timezone.now() - timedelta(hours=1)
    TournamentGame.objects.filter(superseded_at__isnull=False).update(superseded_at=long_ago)
    Tournament.objects.filter(retry_at__isnull=False).update(retry_at=long_ago)


def by_seed(game: TournamentGame) -> list[int]:
    """Let the better seed win: seeds follow ids here."""
    order = sorted(one for one in game.entrants if one is not None)
    return [order.index(one) + 1 if one is not None else len(game.entrants) for one in game.entrants]


def by_chance(random: Random) -> Judge:
    """Let anything happen, ties too."""
    return lambda game: [random.randint(1, len(game.entrants)) for _ in game.entrants]


def play_out(tournament: Tournament, judge: Judge = by_seed, *, most: int = 2000) -> Tournament:
    """Play to the end; fail if it stands still."""
    for _ in range(most):
        moved(tournament)
        if tournament.status == TournamentStatus.FINISHED:
            return tournament
        games = waiting(tournament)
        assert games, "unfinished, and nothing to play"
        for game in games:
            end(game, judge(game))
    raise AssertionError("it never ends")
