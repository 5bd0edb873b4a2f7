"""The API of tournaments: Olga organises, Alice plays, Charlie is a stranger."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar
from rest_framework.test import APIClient

from arena.tournaments.calendar import feed
from arena.tournaments.models import Schedule, Tournament
from tests.api.conftest import client_of
from tests.arena.conftest import forget_cached
from tests.arena.tournaments.stage import enter, game_of, make_organiser, moved, opened, play_out, started
from tests.factories import make_bot, make_user

pytestmark = pytest.mark.django_db

CUP = {"title": "Cup", "format": "single_elimination", "game": "lie", "seats": 2, "legs": 2}
TEMPLATE = {**CUP, "cron": "0 18 * * 6", "timezone": "Europe/Warsaw"}


@pytest.fixture
def as_olga() -> APIClient:
    """Ask as an organiser."""
    return client_of(make_organiser("olga"))


@pytest.fixture
def as_charlie() -> APIClient:
    """Ask as a stranger with an account."""
    return client_of(make_user("charlie"))


def _post(client: APIClient, path: str, code: int, **body: Any) -> Any:
    answer = client.post(f"/api/v1/{path}", body, format="json")
    assert answer.status_code == code, answer.content
    return answer.json() if answer.content else None


def test_a_tournament_from_draft_to_results(as_olga: APIClient) -> None:
    alice, bob = make_user("alice"), make_user("bob")
    make_bot(alice, "alpha")
    make_bot(bob, "beta")
    assert _post(as_olga, "tournaments", 201, **CUP)["status"] == "draft"
    assert _post(as_olga, "tournaments/cup/open", 200)["status"] == "registration"
    assert _post(client_of(alice), "tournaments/cup/register", 201, bot="alpha")["status"] == "registered"
    _post(client_of(bob), "tournaments/cup/register", 201, bot="beta")
    preview = as_olga.get("/api/v1/tournaments/cup/preview").json()
    assert (preview["bots"], preview["forecast"]["matches"]) == (["alpha", "beta"], 1)
    assert as_olga.get("/api/v1/tournaments/cup/preview?entrants=64").json()["forecast"]["matches"] == 63
    shown = _post(as_olga, "tournaments/cup/lock", 200)
    assert (shown["status"], shown["draw_seed"] is not None, shown["entrants"]) == ("locked", True, 2)
    assert _post(as_olga, "tournaments/cup/start", 200)["status"] == "running"
    play_out(Tournament.objects.get())
    found = as_olga.get("/api/v1/tournaments/cup/results.json").json()
    assert [line["bot"] for line in found["standings"]] == ["alpha", "beta"]
    assert found["pairings"][0]["order"] == ["alpha", "beta"]
    assert found["pairings"][0]["matches"][0]["ranks"] == [1, 2]
    table = as_olga.get("/api/v1/tournaments/cup/results.csv")
    rows = list(csv.DictReader(io.StringIO(table.content.decode())))
    assert [(row["place"], row["bot"], row["medal"]) for row in rows] == [
        ("1", "alpha", "gold"), ("2", "beta", ""),
    ]  # fmt: skip


def test_the_seed_of_the_draw_is_secret_until_the_lock(as_olga: APIClient) -> None:
    shown = _post(as_olga, "tournaments", 201, **CUP, seeding="drawn")
    assert shown["draw_seed"] is None
    assert Tournament.objects.get().draw_seed not in str(shown)
    assert len(shown["draw_seed_hash"]) == 64


def test_changes_withdrawals_and_other_steps(as_olga: APIClient) -> None:
    _post(as_olga, "tournaments", 201, **CUP, seeding="hand", needs_check_in=True)
    changed = as_olga.patch("/api/v1/tournaments/cup", {"legs": 6}, format="json").json()
    assert (changed["legs"], changed["title"], changed["seeding"]) == (6, "Cup", "hand")
    _post(as_olga, "tournaments/cup/open", 200)
    bots = enter(Tournament.objects.get(), 3)
    owner = client_of(bots[0].owner)
    assert _post(owner, "tournaments/cup/check-in", 200, bot=bots[0].name)["is_checked_in"]
    assert _post(owner, "tournaments/cup/withdraw", 200, bot=bots[0].name)["status"] == "withdrawn"
    _post(as_olga, "tournaments/cup/seeds", 204, bots=[bots[2].name])
    thrown = _post(as_olga, "tournaments/cup/disqualify", 200, bot=bots[1].name, reason="It cheated.")
    assert thrown["reason"] == "It cheated."
    guest = make_bot()
    assert _post(as_olga, "tournaments/cup/invite", 201, bot=guest.name)["status"] == "invited"
    assert len(as_olga.get("/api/v1/tournaments/cup/entrants").json()) == 4
    assert _post(as_olga, "tournaments/cup/start", 409)["code"] == "too_few_entrants"
    assert _post(as_olga, "tournaments/cup/unlock", 409)["code"] == "not_locked"
    assert _post(as_olga, "tournaments/cup/release-round", 409)["code"] == "no_round_to_release"
    assert _post(as_olga, "tournaments/cup/cancel", 200, reason="A storm.")["status_reason"] == "A storm."


def test_an_objection_is_refused_with_a_list_and_taken_with_a_yes(as_olga: APIClient) -> None:
    tournament = play_out(started(4))
    Tournament.objects.update(organiser=make_organiser("oscar"))
    oscar = client_of(Tournament.objects.get().organiser)
    match = game_of(tournament, "W1.1").match_id
    refused = _post(oscar, "tournaments/cup/invalidate", 409, match=match, reason="A bug.")
    assert (refused["code"], refused["reopens"]) == ("confirmation_needed", ["W2.1"])
    _post(as_olga, "tournaments/cup/invalidate", 403, match=match, reason="A bug.", confirm=True)
    found = _post(oscar, "tournaments/cup/invalidate", 200, match=match, reason="A bug.", confirm=True)
    assert found == {"reopens": ["W2.1"]}
    assert moved(tournament).status == "running"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("tournaments/cup/open", {}), ("tournaments/cup/lock", {}), ("tournaments/cup/unlock", {}),
        ("tournaments/cup/start", {}), ("tournaments/cup/release-round", {}),
        ("tournaments/cup/cancel", {"reason": "x"}), ("tournaments/cup/seeds", {"bots": []}),
        ("tournaments/cup/invite", {"bot": "alpha"}),
        ("tournaments/cup/disqualify", {"bot": "alpha", "reason": "x"}),
        ("tournaments/cup/register", {"bot": "alpha"}), ("tournaments/cup/withdraw", {"bot": "alpha"}),
        ("tournaments/cup/check-in", {"bot": "alpha"}), ("tournaments", CUP), ("schedules", TEMPLATE),
    ],
)  # fmt: skip
def test_strangers_are_refused(as_charlie: APIClient, path: str, body: dict[str, Any]) -> None:
    make_bot(make_user("alice"), "alpha")
    opened()
    assert _post(as_charlie, path, 403, **body)["code"]
    assert APIClient().post(f"/api/v1/{path}", body, format="json").status_code == 401


def test_strangers_change_nothing(as_charlie: APIClient, as_olga: APIClient) -> None:
    opened()
    made = _post(as_olga, "schedules", 201, **TEMPLATE)
    for path in ("tournaments/cup", f"schedules/{made['id']}"):
        answer = as_charlie.patch(f"/api/v1/{path}", {"title": "Mine"}, format="json")
        assert answer.status_code == 403
    assert not Tournament.objects.filter(title="Mine").exists()


def test_a_draft_is_not_found_by_strangers(as_charlie: APIClient, as_olga: APIClient) -> None:
    _post(as_olga, "tournaments", 201, **CUP)
    assert as_olga.get("/api/v1/tournaments/cup").status_code == 200
    for view in ("", "/preview", "/entrants", "/bracket", "/standings", "/results.json", "/results.csv"):
        assert as_charlie.get(f"/api/v1/tournaments/cup{view}").status_code == 404
    assert as_charlie.get("/api/v1/tournaments").json()["results"] == []


@pytest.mark.parametrize(
    "wrong", [{"format": "x"}, {"seats": 0}, {"legs": "many"}, {"ladder": "none"}, {"capacity": 1}]
)
def test_nonsense_is_a_problem(as_olga: APIClient, wrong: dict[str, Any]) -> None:
    assert _post(as_olga, "tournaments", 400, **{**CUP, **wrong})["detail"]


def test_schedules(as_olga: APIClient) -> None:
    assert _post(as_olga, "schedules", 400, **{**TEMPLATE, "cron": "x"})["code"] == "bad_cron"
    made = _post(as_olga, "schedules", 201, **TEMPLATE)
    assert made["next_at"].endswith(("T16:00:00Z", "T17:00:00Z"))
    assert as_olga.get("/api/v1/schedules").json()["results"][0]["id"] == made["id"]
    changed = as_olga.patch(f"/api/v1/schedules/{made['id']}", {"is_active": False}, format="json")
    assert changed.json()["is_active"] is False
    assert as_olga.get("/api/v1/schedules").json()["results"] == []
    assert as_olga.get(f"/api/v1/schedules/{made['id']}").json()["timezone"] == "Europe/Warsaw"
    assert as_olga.get("/api/v1/schedules/999").status_code == 404


def test_the_calendar_and_its_feed(as_olga: APIClient) -> None:
    _post(as_olga, "schedules", 201, **TEMPLATE)
    opened(title="Soon", starts_at=timezone.now() + timedelta(hours=1))
    Tournament.objects.create(
        title="Off", slug="off", organiser=Schedule.objects.get().organiser, status="cancelled", seats=2,
        starts_at=timezone.now(), format="swiss", game="lie", draw_seed="x",
    )  # fmt: skip
    listed = as_olga.get("/api/v1/calendar").json()
    assert [line["tournament"] for line in listed[:3]] == ["off", "soon", None]
    events = Calendar.from_ical(feed()).walk("VEVENT")
    assert len(events) == len(listed) > 8
    assert [str(event["STATUS"]) for event in events[:2]] == ["CANCELLED", "CONFIRMED"]
    assert len({str(event["UID"]) for event in events}) == len(events)


def test_formats_explain_themselves(as_olga: APIClient) -> None:
    found = as_olga.get("/api/v1/formats").json()
    assert {one["format"]: one["settings"] for one in found}["swiss"] == ["rounds", "points"]


QUERIES = {
    "": 1, "/cup": 1, "/cup/entrants": 2, "/cup/bracket": 4, "/cup/standings": 4, "/cup/results.csv": 2,
}  # fmt: skip


@pytest.mark.parametrize("size", [3, 9])
def test_queries_do_not_grow_with_the_field(size: int) -> None:
    play_out(started(size))
    for _ in range(size):
        opened()
    found = {}
    for view in QUERIES:
        forget_cached()
        with CaptureQueriesContext(connection) as captured:
            assert APIClient().get(f"/api/v1/tournaments{view}").status_code == 200
        found[view] = len(captured)
    assert found == QUERIES


def test_lists_can_be_narrowed_down(as_olga: APIClient) -> None:
    opened(title="One")
    started(2, title="Two")

    def slugs(query: str) -> list[str]:
        return [row["slug"] for row in as_olga.get(f"/api/v1/tournaments?{query}").json()["results"]]

    assert slugs("") == ["two", "one"]
    assert slugs("status=running") == ["two"]
    assert slugs("game=ten") == []
    assert as_olga.get("/api/v1/tournaments?status=odd").status_code == 400


def test_my_matches(as_charlie: APIClient) -> None:
    tournament = started(4)
    owner = tournament.entrants.select_related("bot__owner").get(seed=1).bot.owner
    mine = client_of(owner).get("/api/v1/tournaments/cup/my-matches").json()
    assert [(one["key"], one["status"]) for one in mine] == [("W1.1", "queued")]
    assert as_charlie.get("/api/v1/tournaments/cup/my-matches").json() == []
    assert APIClient().get("/api/v1/tournaments/cup/my-matches").status_code == 401
