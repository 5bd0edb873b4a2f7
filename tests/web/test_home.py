"""The first page tells what was won lately, and ranges are written as people write them."""

from __future__ import annotations

import pytest
from django.test import Client

from arena.web.templatetags.arena import span
from tests.arena.tournaments.stage import play_out, started

pytestmark = pytest.mark.django_db


def test_the_first_page_says_who_won_the_last_tournaments(client: Client) -> None:
    assert "No tournament is running or announced." in client.get("/").content.decode()
    cups = [play_out(started(2, title=f"Cup {number}")) for number in range(4)]
    page = client.get("/").content.decode()
    for cup in cups[1:]:
        winner = cup.entrants.get(place=1)
        assert f"Won by {winner.bot.name}" in page
        assert f'href="/tournaments/{cup.slug}"' in page
    assert f'href="/tournaments/{cups[0].slug}"' not in page  # three are enough


def test_a_running_tournament_has_not_been_won(client: Client) -> None:
    cup = started(2)
    page = client.get("/").content.decode()
    assert cup.title in page
    assert "Won by" not in page


@pytest.mark.parametrize(("ends", "text"), [((1, 1), "1"), ((2, 5), "2–5")])
def test_a_range_of_one_rank_is_one_number(ends: tuple[int, int], text: str) -> None:
    assert span(ends) == text
