"""Every page answers, says what it is about, and asks the database a fixed number of times."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena import storage
from arena.accounts.models import User
from arena.accounts.services import create_token
from arena.ladders.models import Ladder
from arena.ratings.models import Rating
from arena.submissions.models import Version
from arena.web.rulepictures import PICTURES
from tests.arena.conftest import forget_cached
from tests.factories import add_version, finish, make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db

# How often each page asks, for somebody without an account and with nothing cached.
QUERIES = {
    "/": 15,
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
    "/bots/alpha/versus/beta": 10,
    "/players": 1,
    "/players/alice": 4,
    "/status": 7,
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
    "/bots/alpha/versions/1/progress": 2,
    "/bots/alpha/versus?other=beta": 10,
    "/kits/python/lie.zip": 0,
    "/password/sent": 0,
    "/password/done": 0,
}
# The same for somebody who has logged in, owns alpha and runs the service: session and account come first.
OWN_QUERIES = {
    "/account": 5,
    "/account/password": 2,
    "/account/tokens": 3,
    "/challenge": 6,
    "/submit": 2,
    "/bots/alpha/upload": 3,
    "/bots/alpha/versions/1/source": 4,
    "/status/operators": 11,
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
    forget_cached()
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
    assert answer.status_code == 200, address
    return len([query for query in captured.captured_queries if "SAVEPOINT" not in query["sql"]])


@pytest.mark.parametrize("rows", [2, 8])
def test_queries_do_not_grow_with_rows(anybody: Client, alice: User, rows: int) -> None:
    _fill(alice, rows)
    assert {address: _count(anybody, address) for address in QUERIES} == QUERIES


@pytest.mark.parametrize("rows", [2, 8])
def test_queries_of_ones_own_pages_do_not_grow(as_alice: Client, alice: User, rows: int) -> None:
    _fill(alice, rows)
    for _ in range(rows):
        create_token(user=alice, name="more")
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    Version.objects.filter(bot__name="alpha").update(source_key=storage.put(b"print()", "upload"))
    assert {address: _count(as_alice, address) for address in OWN_QUERIES} == OWN_QUERIES


def test_every_page_has_a_title_a_language_and_no_inline_style(anybody: Client, alice: User) -> None:
    _fill(alice, 2)
    for address in QUERIES:
        answer = anybody.get(address)
        page = answer.content.decode(errors="replace")
        assert " style=" not in page, address
        assert " onclick=" not in page, address
        if answer.headers["Content-Type"].startswith("text/html") and "<html" in page:
            assert '<html lang="en"' in page
            assert page.count("<h1") == 1, address
            assert "· Arena</title>" in page
            if address != "/":  # what is shared elsewhere has the page's own name
                assert _first(r'og:title" content="([^"]*)"', page) == _first("<title>(.*?)</title>", page)


def _first(pattern: str, page: str) -> str:
    found = re.search(pattern, page)
    assert found, pattern
    return found[1]


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


def test_head_to_head_has_all_their_matches_page_by_page(anybody: Client, alice: User) -> None:
    ladder, pair = make_ladder("main"), [make_bot(alice, "alpha"), make_bot(None, "beta")]
    for number in range(52):
        finish(make_match(ladder, pair), [1, 2] if number % 4 else [2, 1])
    first = anybody.get("/bots/alpha/versus/beta").context
    second = anybody.get("/bots/alpha/versus/beta?page=2").context
    assert (first["met"].tally.wins, first["met"].tally.losses) == (39, 13)
    assert second["met"].tally == first["met"].tally
    assert [len(context["page"].rows) for context in (first, second)] == [50, 2]


def test_a_match_that_waits_says_whom_it_is_against(anybody: Client, alice: User) -> None:
    make_match(make_ladder("main"), [make_bot(alice, "alpha"), make_bot(None, "beta")])
    assert "Will play beta in a moment" in anybody.get("/bots/alpha").content.decode()


def test_the_live_example_asks_a_question_of_each_phase(anybody: Client) -> None:
    page = anybody.get("/docs/protocol?game=lie").content.decode()
    assert "phase “set”" in page
    assert "phase “bid”" in page


def test_a_pentathlon_that_nobody_plays_has_no_search_and_one_without_a_find_helps(anybody: Client) -> None:
    assert 'name="q"' not in anybody.get("/pentathlon").content.decode()
    assert "Show the whole table" in anybody.get("/pentathlon?q=zzz").content.decode()


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

    found = _render("# T\n\n[p](protocol.md#x) [r](../games/lie/RULES.md) <script>x</script>\n\n## A\n\n## A")
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


@pytest.mark.parametrize("game", ["ten", "lie", "sequence", "takethat", "twinit"])
def test_every_numbered_rule_is_an_item_with_an_anchor(anybody: Client, game: str) -> None:
    text = (Path(settings.BASE_DIR) / "games" / game / "RULES.md").read_text()
    numbers = re.findall(r"^(?:- )?(\d+\.\d+) ", text, re.MULTILINE)
    page = anybody.get(f"/games/{game}").content.decode()
    assert len(numbers) > 30
    assert re.findall(r'<li id="rule-([\d.]+)" class="rule">', page) == numbers
    assert set(re.findall(r'class="rule-mention" href="#rule-([\d.]+)"', page)) <= set(numbers)


@pytest.mark.parametrize("game", ["ten", "lie", "sequence", "takethat", "twinit"])
def test_pictures_stand_in_the_rules_they_show(anybody: Client, game: str) -> None:
    page = anybody.get(f"/games/{game}").content.decode()
    items = dict(re.findall(r'<li id="rule-([\d.]+)" class="rule">(.*?)</li>', page, re.DOTALL))
    drawn = {number: item for number, item in items.items() if "<figure" in item}
    assert sorted(drawn) == sorted(PICTURES[game])
    assert len(drawn) >= 4
    for number, item in drawn.items():
        figure = re.search(r"<figure.*</figure>", item, re.DOTALL)
        assert figure, number
        svg = ElementTree.fromstring(figure[0]).find("svg")
        assert svg is not None
        assert len(svg) > 3, number
        assert svg.get("aria-label") == PICTURES[game][number].about


def test_rules_are_told_from_code_and_other_numbers() -> None:
    from arena.web.documents import _render

    text = "# G\n\n## 1 A\n1.1 One\nruns on.\n1.2 Two, see 1.1 and 7.9, not 11.15.\n\n```\n1.3 code\n```"
    body = _render(text, rulebook_of="lie").body
    assert re.findall(r'id="(rule-[\d.]+)"', body) == ["rule-1.1", "rule-1.2"]
    assert "runs on." in body
    assert body.count('class="rule-mention"') == 1


def test_the_status_page_draws_the_last_day(anybody: Client) -> None:
    page = anybody.get("/status").content.decode()
    assert page.count("<title>") == 1 + 24
    assert len(re.findall(r"UTC: 0</title>", page)) == 24


def test_a_ladder_where_nobody_has_played_says_so(anybody: Client, alice: User) -> None:
    _fill(alice, 2)
    Rating.objects.update(matches=0)
    assert "not played yet" in anybody.get("/").content.decode()
    assert "Nobody has played here yet." in anybody.get("/ladders").content.decode()


def test_a_board_is_kept_for_strangers_until_the_next_rating(anybody: Client, alice: User) -> None:
    _fill(alice, 2)
    address = "/ladders/main?house=none"
    anybody.get(address)
    with CaptureQueriesContext(connection) as asked:
        anybody.get(address)
    assert not [one for one in asked if '"ratings_rating"' in one["sql"]]
    Rating.objects.update(matches=4321)
    assert "4,321" not in anybody.get(address).content.decode()
    assert "4,321" in anybody.get(f"{address}&other=1").content.decode()
    Ladder.objects.update(rating_sequence=F("rating_sequence") + 1)
    assert "4,321" in anybody.get(address).content.decode()


def test_a_member_sees_a_board_as_it_is(anybody: Client, alice: User) -> None:
    _fill(alice, 2)
    anybody.get("/ladders/main")
    anybody.force_login(alice)
    assert 'class="is-me"' in anybody.get("/ladders/main").content.decode()
    Rating.objects.update(matches=4321)
    assert "4,321" in anybody.get("/ladders/main").content.decode()
