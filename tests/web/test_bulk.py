"""`make-bulk` fills a database on which every page works."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Sum
from django.test import Client

from arena.bootstrap import make_ladders
from arena.matches.models import Match, MatchPlayer
from arena.ratings.models import Rating, RatingEvent
from arena.submissions.models import Bot
from arena.submissions.services import create_bot
from arena.tournaments.models import Tournament
from arena.tournaments.planning import Board
from arena.tournaments.snapshot import snapshot
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_a_crowd_is_invented_and_shown(anybody: Client) -> None:
    make_ladders()
    call_command("make-bulk", bots=120, matches=60, tournaments=6, stdout=StringIO())
    assert Bot.objects.count() == 120
    rated = Match.objects.filter(kind="ladder")
    assert rated.count() == 60
    assert MatchPlayer.objects.filter(match__in=rated).count() == RatingEvent.objects.count()
    assert Rating.objects.aggregate(total=Sum("matches"))["total"] == RatingEvent.objects.count()
    busy = Rating.objects.order_by("-matches").select_related("bot__owner", "ladder")[0]
    for address in (
        "/", f"/ladders/{busy.ladder.slug}", f"/bots/{busy.bot.name}", f"/players/{busy.bot.owner.username}",
        "/pentathlon", "/status", "/matches", "/tournaments",
    ):  # fmt: skip
        assert anybody.get(address).status_code == 200, address
    create_bot(owner=make_user(), name="real", games=["lie"])  # keys go on after the invented ones


def test_invented_tournaments_have_brackets_that_the_real_code_agrees_with(anybody: Client) -> None:
    make_ladders()
    call_command("make-bulk", bots=80, matches=1, tournaments=6, stdout=StringIO())
    cups = Tournament.objects.exclude(status="registration")
    assert {cup.format for cup in cups} == {
        "single_elimination", "double_elimination", "swiss", "round_robin", "groups"
    }  # fmt: skip
    for cup in cups:
        assert snapshot(Board.load(cup).plan) == cup.plan, cup.format
        assert cup.plan["finished"] == (cup.status == "finished"), cup.format
        assert cup.games.exists()
        last = cup.games.order_by("-round").values_list("match", flat=True)[0]
        assert f'href="/matches/{last}"' in anybody.get(f"/tournaments/{cup.slug}").content.decode()
    over = cups.filter(status="finished")[0]
    assert over.entrants.get(place=1).medal == "gold"


def test_it_does_not_mix_with_what_is_real() -> None:
    create_bot(owner=make_user(), name="real", games=["lie"])
    with pytest.raises(CommandError, match="--force"):
        call_command("make-bulk", bots=10, matches=1, tournaments=0, stdout=StringIO())
