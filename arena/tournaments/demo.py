"""The tournaments that a new installation shows: a bracket, tables, and a cup that comes every week."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.submissions.models import Bot
from arena.tournaments.models import Schedule, Tournament
from arena.tournaments.schedules import create_schedule
from arena.tournaments.services import create_tournament, open_registration

BRACKET, TABLES, WEEKLY = "welcome-cup", "welcome-tables", "Saturday cup"
_SOON = timedelta(seconds=20)


def make_demo() -> None:
    """Make what is missing; each starts within a minute, with the house bots."""
    house = User.objects.filter(is_house=True).order_by("pk").first()
    if house is None:
        return
    if not Tournament.objects.filter(slug=BRACKET).exists():
        _make_bracket(house)
    if not Tournament.objects.filter(slug=TABLES).exists():
        _make_tables(house)
    if not Schedule.objects.filter(organiser=house).exists():
        _make_weekly(house)


def _make_bracket(house: User) -> None:
    ladder = _liveliest(["sequence", "lie-duel", "ten-duel", "takethat-pro"], least=2)
    if ladder is None:
        return
    tournament = create_tournament(
        organiser=house, title="Welcome cup", slug=BRACKET, format="double_elimination", game=ladder.game,
        options=ladder.options, seats=ladder.seats, ladder=ladder, legs=4, house_entrants=True,
        starts_at=timezone.now() + _SOON,
        description="The house bots show what a bracket looks like: who loses twice is out.",
    )  # fmt: skip
    open_registration(tournament=tournament, actor=None)


def _make_tables(house: User) -> None:
    ladder = _liveliest(["lie", "takethat", "twinit", "ten"], least=3)
    if ladder is None:
        return
    tournament = create_tournament(
        organiser=house, title="Welcome tables", slug=TABLES, format="tables", format_settings={"rounds": 3},
        game=ladder.game, options=ladder.options, seats=3, ladder=ladder, legs=3, house_entrants=True,
        starts_at=timezone.now() + _SOON, description="Three at a table, three rounds, points by place.",
    )  # fmt: skip
    open_registration(tournament=tournament, actor=None)


def _make_weekly(house: User) -> None:
    ladder = _liveliest(["lie-duel", "sequence", "ten-duel"], least=1)
    if ladder is None:
        return
    create_schedule(
        organiser=house, title=WEEKLY, cron="0 18 * * 6", timezone="Europe/Warsaw", format="swiss",
        game=ladder.game, options=ladder.options, seats=ladder.seats, ladder=ladder, legs=4,
        house_entrants=True, bots_per_player=2,
        description="A Swiss every Saturday at six in the evening in Warsaw, open to all.",
    )  # fmt: skip


def _liveliest(slugs: list[str], *, least: int) -> Ladder | None:
    """Choose the ladder with the most house bots for its game; of equals the first."""
    bots = Bot.objects.filter(is_house=True, active_version__isnull=False, retired_at=None)
    games = [game for names in bots.values_list("games", flat=True) for game in names]
    ladders = {ladder.slug: ladder for ladder in Ladder.objects.filter(slug__in=slugs)}
    able = [ladders[slug] for slug in slugs if slug in ladders and games.count(ladders[slug].game) >= least]
    return max(able, key=lambda ladder: games.count(ladder.game), default=None)
