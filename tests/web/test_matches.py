"""The pages of matches: list, match, frames and account."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from django.test import Client

from arena.matches.leases import claim_match
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.matches.services import cancel_match
from arena.web import viewerwords
from bots.viewer.moments import FORFEIT, LEAD
from bots.viewer.page import module_names, static_text
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.bots.viewer.records import make_report
from tests.factories import make_bot, make_ladder, make_match, make_user
from tests.web.replays import finished, queue

pytestmark = pytest.mark.django_db

_TEXT = re.compile(r'\bt\((?:[^()"]*\? )?"([^"]+)"(?: : "([^"]+)")?|plural\([^"]*"([^"]+\|[^"]+)"')


def test_a_finished_match_tells_who_won_and_carries_its_replay(client: Client) -> None:
    match = finished("lie", legs=2)
    page = client.get(f"/matches/{match.pk}")
    text = page.content.decode()
    assert page.status_code == 200
    assert "wins before" in text
    assert f"/matches/{match.pk}/frames" in text
    assert match.seed_hash in text
    assert match.seed in text
    assert text.count("Read leg") == 2


def test_a_fault_is_told_in_words(client: Client) -> None:
    match = finished("lie", fault=True)
    text = client.get(f"/matches/{match.pk}").content.decode()
    assert "It did not answer in time." in text
    assert "It did not answer within 1000 ms." in text


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (MatchStatus.QUEUED, "It waits for a worker"),
        (MatchStatus.RUNNING, "It is being played right now"),
        (MatchStatus.VOID, "void by our own fault and counts for nobody: the disk was full"),
        (MatchStatus.CANCELLED, "taken back before it was over: the disk was full"),
    ],
)
def test_every_state_has_its_sentence_and_keeps_the_seed(
    client: Client, status: MatchStatus, sentence: str
) -> None:
    match = queue(make_report("lie"))
    Match.objects.filter(pk=match.pk).update(status=status, status_reason="the disk was full")
    text = client.get(f"/matches/{match.pk}").content.decode()
    assert sentence in text
    assert match.seed not in text
    assert match.seed_hash in text
    assert ("/live/matches/" in text) == (status in (MatchStatus.QUEUED, MatchStatus.RUNNING))


def test_a_stranger_sees_no_check_match_and_no_log(client: Client) -> None:
    alice = make_user("alice")
    match = finished("lie", owner=alice, kind=MatchKind.CHECK)
    assert client.get(f"/matches/{match.pk}").status_code == 404
    assert client.get(f"/matches/{match.pk}/frames").status_code == 404
    client.force_login(make_user("charlie"))
    assert client.get(f"/matches/{match.pk}").status_code == 404
    client.force_login(alice)
    assert client.get(f"/matches/{match.pk}").status_code == 200


def test_only_the_owner_is_offered_the_log(client: Client) -> None:
    alice = make_user("alice")
    match = finished("lie", owner=alice)
    address = f"/api/v1/matches/{match.pk}/players/0/log"
    assert address not in client.get(f"/matches/{match.pk}").content.decode()
    client.force_login(alice)
    text = client.get(f"/matches/{match.pk}").content.decode()
    assert address in text
    assert f"/api/v1/matches/{match.pk}/players/1/log" not in text
    assert client.get(address).status_code == 200


def _frames(client: Client, match: Match, **query: Any) -> Any:
    return client.get(f"/matches/{match.pk}/frames", query, headers={"accept-encoding": "gzip"})


def test_frames_are_kept_by_the_browser(client: Client) -> None:
    match = finished("lie")
    first = _frames(client, match, leg=0)
    data = json.loads(gzip.decompress(first.content))
    assert data["game"] == "lie"
    assert len(data["frames"]) == data["steps"] + 1
    again = client.get(f"/matches/{match.pk}/frames?leg=0", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get(f"/matches/{match.pk}/frames?leg=0")
    assert plain.json() == data


def test_a_seats_frames_hide_what_it_did_not_know(client: Client) -> None:
    match = finished("lie")
    data = json.loads(gzip.decompress(_frames(client, match, seat=1).content))
    assert "hands" not in data["frames"][0]["s"]
    assert all(who == 1 for frame in data["frames"][1:] for who, _ in frame["m"])


@pytest.mark.parametrize(
    ("query", "code"),
    [({"leg": 7}, "no_such_leg"), ({"seat": 9}, "no_such_seat"), ({"leg": "x"}, "no_such_leg")],
)
def test_frames_that_are_not_there(client: Client, query: dict[str, Any], code: str) -> None:
    match = finished("lie")
    answer = _frames(client, match, **query)
    assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_frames_of_a_running_match_are_refused(client: Client) -> None:
    match = queue(make_report("lie"))
    claim_match(match_id=match.pk, worker="test/1")
    assert _frames(client, match).json()["code"] == "match_not_over"


def test_the_account_tells_a_leg_without_scripts(client: Client) -> None:
    match = finished("takethat", legs=2)
    text = client.get(f"/matches/{match.pk}/account?leg=2").content.decode()
    assert "Leg 2 in words" in text
    assert "takes the row" in text
    assert "The game is over" in text
    assert f"/matches/{match.pk}#leg=2&amp;step=" in text
    assert client.get(f"/matches/{match.pk}/account?leg=9").status_code == 404


def test_the_list_is_narrowed_by_bot_game_and_state(client: Client) -> None:
    lie, ten = finished("lie"), finished("ten-fiasco")
    waiting = queue(make_report("lie-wild"))
    everything = client.get("/matches").content.decode()
    assert all(f"/matches/{one.pk}" in everything for one in (lie, ten, waiting))
    assert f"/matches/{ten.pk}" not in client.get("/matches?game=lie").content.decode()
    assert f"/matches/{lie.pk}" not in client.get("/matches?status=queued").content.decode()
    name = ten.players.select_related("bot")[0].bot.name
    only = client.get("/matches", {"bot": name}).content.decode()
    assert f"/matches/{ten.pk}" in only
    assert f"/matches/{lie.pk}" not in only
    assert "No match fits" in client.get("/matches?bot=nobody-here").content.decode()


def test_the_list_asks_the_same_number_of_questions_however_long_it_is(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        finished("lie-wild")
    with django_assert_max_num_queries(8):
        client.get("/matches")


def test_a_cancelled_match_of_an_operator_is_shown(client: Client) -> None:
    match = queue(make_report("lie"))
    cancel_match(match=match, actor=make_user("olga", is_staff=True, role="operator"), reason="a mistake")
    assert "a mistake" in client.get(f"/matches/{match.pk}").content.decode()


def test_every_text_of_the_viewer_can_be_translated() -> None:
    asked = {
        text
        for name in module_names()
        for found in _TEXT.findall(static_text(f"{name}.js"))
        for text in found
        if text
    }
    assert len(asked) > 100
    assert asked | {LEAD, FORFEIT} <= set(viewerwords.TEXTS)


def test_the_page_of_a_match_under_way_can_tell_it_in_its_own_language(client: Client) -> None:
    match = queue(make_report("lie"))
    page = client.get(f"/matches/{match.pk}", headers={"accept-language": "pl"}).content.decode()
    words = json.loads(page.partition('id="viewer-config" type="application/json">')[2].partition("<")[0])[
        "words"
    ]
    assert words["{seat} bids {count} × {value}."] == "{seat} obstawia {count} × {value}."
    assert set(viewerwords.sentences("lie")) <= set(words)


def test_the_list_leads_to_older_matches_and_keeps_its_filters(client: Client) -> None:
    ladder, pair = make_ladder("main"), [make_bot(), make_bot()]
    keys = [make_match(ladder, pair).pk for _ in range(41)]
    first = client.get("/matches?ladder=main&page=9").content.decode()
    assert f'rel="next" href="?ladder=main&amp;before={keys[1]}"' in first
    last = client.get(f"/matches?ladder=main&before={keys[1]}")
    assert [match.pk for match in last.context["page"].rows] == [keys[0]]
    assert f'rel="prev" href="?ladder=main&amp;after={keys[0]}"' in last.content.decode()
