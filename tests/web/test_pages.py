"""Every page answers, says what it is about, and asks the database a fixed number of times."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.accounts.models import User
from tests.factories import add_version, finish, make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db

# How often each page asks, for somebody without an account and with nothing cached.
QUERIES = {
    "/": 13,
    "/now": 9,
    "/ladders": 2,
    "/ladders/main": 5,
    "/ladders/main?q=al&house=none": 5,
    "/pentathlon": 1,
    "/bots": 1,
    "/bots?q=alp&game=lie": 1,
    "/bots/alpha": 11,
    "/bots/alpha/seats": 2,
    "/bots/alpha/badge.svg": 3,
    "/bots/alpha/versions/1": 2,
    "/bots/alpha/versus/beta": 8,
    "/players": 1,
    "/players/alice": 4,
    "/status": 6,
    "/docs": 0,
    "/docs/tutorial": 0,
    "/docs/protocol": 0,
    "/docs/ratings": 0,
    "/games": 0,
    "/games/lie": 1,
    "/kits": 0,
    "/signup": 0,
    "/login": 0,
    "/password/reset": 0,
    "/robots.txt": 0,
}


def _fill(alice: User, count: int) -> None:
    ladder = make_ladder("main", is_default=True)
    alpha, beta = make_bot(alice, "alpha"), make_bot(None, "beta")
    for number in range(count):
        rival = make_bot()
        add_version(rival)
        finish(make_match(ladder, [alpha, rival]), [1, 2], faults=["", "timeout"] if number == 0 else ())
        finish(make_match(ladder, [beta, alpha]), [1, 2], faults=["", "timeout"] if number == 1 else ())


def _count(client: Client, address: str) -> int:
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
    assert answer.status_code == 200, address
    return len([query for query in captured.captured_queries if "SAVEPOINT" not in query["sql"]])


@pytest.mark.parametrize("rows", [2, 8])
def test_queries_do_not_grow_with_rows(anybody: Client, alice: User, rows: int) -> None:
    _fill(alice, rows)
    assert {address: _count(anybody, address) for address in QUERIES} == QUERIES


def test_every_page_has_a_title_a_language_and_no_inline_style(anybody: Client, alice: User) -> None:
    _fill(alice, 2)
    for address in QUERIES:
        answer = anybody.get(address)
        page = answer.content.decode()
        assert " style=" not in page, address
        assert " onclick=" not in page, address
        if answer.headers["Content-Type"].startswith("text/html") and "<html" in page:
            assert '<html lang="en"' in page
            assert page.count("<h1") == 1, address
            assert "· Arena</title>" in page


def test_a_board_shows_rank_range_uncertainty_and_record(anybody: Client, alice: User) -> None:
    _fill(alice, 3)
    page = anybody.get("/ladders/main").content.decode()
    assert "alpha" in page
    assert "provisional" in page
    assert 'class="bar"' in page
    assert "3 / 0 / 3" in page  # alpha won three and lost three


def test_a_search_keeps_the_true_rank(anybody: Client, alice: User) -> None:
    _fill(alice, 4)
    whole = anybody.get("/ladders/main").context["rows"]
    rank = next(row["place"].rank for row in whole if row["place"].rating.bot.name == "alpha")
    found = anybody.get("/ladders/main?q=ALPHA").context["rows"]
    assert [row["place"].rank for row in found] == [rank]


def test_a_script_gets_the_table_alone_and_caches_know(anybody: Client) -> None:
    make_ladder("main")
    make_bot()
    answer = anybody.get("/ladders/main", headers={"HX-Request": "true"})
    assert answer.content.decode().startswith('<div id="board"')
    assert "HX-Request" in answer.headers["Vary"]


def test_a_search_without_a_find_helps(anybody: Client) -> None:
    make_ladder("main")
    assert "Nobody fits" in anybody.get("/ladders/main?q=zzz").content.decode()
    assert "Nobody stands here yet" in anybody.get("/ladders/main").content.decode()


def test_pages_of_a_long_board_follow_each_other(anybody: Client) -> None:
    ladder = make_ladder("main")
    owner = make_bot().owner
    for _ in range(52):
        make_bot(owner)
    first = anybody.get("/ladders/main").context
    second = anybody.get("/ladders/main?page=2").context
    assert len(first["rows"]) == 50
    assert len(second["rows"]) == 3
    assert second["page"].next is None
    assert ladder.slug == "main"


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999999999", "²", ""])
def test_a_page_that_is_none_is_the_first(anybody: Client, page: str) -> None:
    make_ladder("main")
    make_bot()
    assert anybody.get("/ladders/main", {"page": page}).context["page"].number == 1
    assert anybody.get("/pentathlon", {"page": page}).status_code == 200


def test_a_bots_page_tells_matches_in_words(anybody: Client, alice: User) -> None:
    _fill(alice, 2)
    page = anybody.get("/bots/alpha").content.decode()
    assert "Lost to beta" in page
    assert "timeout" in page
    assert 'class="plot"' in page


def test_head_to_head_counts_and_doubts(anybody: Client, alice: User) -> None:
    _fill(alice, 3)
    context = anybody.get("/bots/beta/versus/alpha").context
    assert (context["met"].tally.wins, context["met"].tally.losses) == (3, 0)
    assert context["low"] < 50 < context["share"]
    other = anybody.get("/bots/alpha/versus/beta").context["met"].tally
    assert (other.wins, other.losses) == (0, 3)


def test_a_bot_does_not_meet_itself(anybody: Client, alice: User) -> None:
    make_bot(alice, "alpha")
    assert anybody.get("/bots/alpha/versus/alpha").status_code == 404
    assert anybody.get("/bots/alpha/versus", {"other": "nobody"}).status_code == 404


@pytest.mark.parametrize(
    "address",
    ["/bots/none", "/ladders/none", "/players/none", "/games/chess", "/docs/none", "/kits/ada/lie.zip", "/x"],
)
def test_what_is_not_there_is_a_page_that_helps(anybody: Client, address: str) -> None:
    answer = anybody.get(address)
    assert answer.status_code == 404
    assert "Search for a bot" in answer.content.decode()


def test_a_kit_is_a_zip(anybody: Client) -> None:
    answer = anybody.get("/kits/python/lie.zip")
    assert answer.content[:2] == b"PK"
    assert "lie-python.zip" in answer.headers["Content-Disposition"]


def test_a_badge_escapes_and_says_unranked(anybody: Client) -> None:
    make_bot(None, "lonely", games=("ten",))
    answer = anybody.get("/bots/lonely/badge.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert "unranked" in answer.content.decode()


@pytest.mark.parametrize("game", ["ten", "lie", "sequence", "takethat", "twinit"])
def test_every_game_has_rules_a_picture_and_live_messages(anybody: Client, game: str) -> None:
    page = anybody.get(f"/games/{game}").content.decode()
    assert '<figure class="picture' in page
    assert 'class="doc rules' in page
    live = anybody.get("/docs/protocol", {"game": game, "seed": "another"}).content.decode()
    assert "&quot;type&quot;: &quot;act&quot;" in live


def test_documents_link_to_pages_and_let_no_html_through() -> None:
    from arena.web.documents import _render

    found = _render(
        "# T\n\n[p](protocol.md#x) [r](../games/lie/RULES.md) <script>x</script>\n\n## A\n\n## A", 0
    )
    assert 'href="/docs/protocol#x"' in found.body
    assert 'href="/games/lie"' in found.body
    assert "<script>" not in found.body
    assert [heading.anchor for heading in found.headings] == ["a", "a-2"]


def test_every_link_leads_somewhere(anybody: Client, alice: User) -> None:
    _fill(alice, 2)
    seen, waiting = set[str](), ["/"]
    while waiting:
        address = waiting.pop()
        answer = anybody.get(address)
        assert answer.status_code in {200, 302}, address
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        for found in re.findall(r'href="(/[^"#]*)', answer.content.decode()):
            link = unescape(found)
            if link not in seen and not link.startswith(("/static/", "/admin/")):
                seen.add(link)
                waiting.append(link)
    assert len(seen) > 60
