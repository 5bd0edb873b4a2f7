"""Matches as everybody sees them, as their owners see them, and as operators change them."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from arena.accounts.models import AuditEntry, User
from arena.matches.models import Match, MatchKind
from arena.ratings.models import RatingEvent
from tests.factories import finish, make_bot, make_ladder, make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User) -> Match:
    """Play a match between a bot of Alice and one of somebody."""
    ladder = make_ladder("main")
    one, other = make_bot(alice, "alpha"), make_bot(None, "beta")
    return finish(make_match(ladder, [one, other]), [2, 1], faults=["timeout"])


def test_the_seed_is_secret_until_the_end(anybody: APIClient, match: Match) -> None:
    waiting = make_match(make_ladder(), [make_bot(), make_bot()])
    shown = anybody.get(f"/api/v1/matches/{waiting.pk}").json()
    assert shown["seed"] is None
    assert shown["seed_hash"] == waiting.seed_hash
    assert waiting.seed not in str(shown)
    for view in ("record", "frames"):
        refused = anybody.get(f"/api/v1/matches/{waiting.pk}/{view}")
        assert (refused.status_code, refused.json()["code"]) == (409, "match_not_over")
    assert anybody.get(f"/api/v1/matches/{match.pk}").json()["seed"] == match.seed


def test_the_record_of_a_finished_match(anybody: APIClient, match: Match) -> None:
    record = anybody.get(f"/api/v1/matches/{match.pk}/record").json()
    assert record["seed"] == match.seed
    assert record["digest"] == match.digest


def test_a_log_is_its_owners(
    as_alice: APIClient, as_charlie: APIClient, anybody: APIClient, match: Match
) -> None:
    own = as_alice.get(f"/api/v1/matches/{match.pk}/players/0/log").json()
    assert own["stderr"] == "log 0"
    assert own["faults"][0]["message"] == "message"
    assert as_alice.get(f"/api/v1/matches/{match.pk}/players/1/log").status_code == 403
    assert as_charlie.get(f"/api/v1/matches/{match.pk}/players/0/log").status_code == 403
    assert anybody.get(f"/api/v1/matches/{match.pk}/players/0/log").status_code == 401
    assert as_alice.get(f"/api/v1/matches/{match.pk}/players/7/log").status_code == 404


def test_check_matches_are_hidden_from_strangers(
    as_alice: APIClient, as_charlie: APIClient, as_staff: APIClient, match: Match
) -> None:
    Match.objects.filter(pk=match.pk).update(kind=MatchKind.CHECK, rated_at=None)
    assert as_charlie.get(f"/api/v1/matches/{match.pk}").status_code == 404
    assert as_charlie.get("/api/v1/matches").json()["results"] == []
    assert as_alice.get(f"/api/v1/matches/{match.pk}").status_code == 200
    assert as_staff.get(f"/api/v1/matches/{match.pk}").status_code == 200


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("bot=alpha", 1), ("bot=nobody", 0), ("bot=alpha&opponent=beta", 1), ("opponent=alpha&bot=beta", 1),
        ("bot=alpha&result=loss", 1), ("bot=alpha&result=win", 0), ("bot=alpha&fault=true", 1),
        ("bot=beta&fault=true", 0), ("fault=true", 1), ("ladder=main", 1), ("ladder=other", 0),
        ("game=lie", 1),
        ("kind=ladder&status=finished", 1), ("kind=check", 0), ("since=2020-01-01T00:00:00Z", 1),
        ("until=2020-01-01T00:00:00Z", 0), ("owner=Alice", 1),
    ],
)  # fmt: skip
def test_filters(anybody: APIClient, match: Match, query: str, count: int) -> None:
    assert len(anybody.get(f"/api/v1/matches?{query}").json()["results"]) == count


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=x", "limit=201", "cursor=zzz", "since=yesterday", "kind=odd"]
)
def test_nonsense_is_refused(anybody: APIClient, match: Match, query: str) -> None:
    refused = anybody.get(f"/api/v1/matches?{query}")
    assert refused.status_code == 400
    assert refused["Content-Type"] == "application/problem+json"


def test_pages_follow_each_other(anybody: APIClient, alice: User) -> None:
    ladder = make_ladder()
    one, other = make_bot(), make_bot()
    made = [make_match(ladder, [one, other]).pk for _ in range(5)]
    seen, url = [], "/api/v1/matches?limit=2"
    while url:
        page = anybody.get(url).json()
        seen += [shown["id"] for shown in page["results"]]
        url = page["next"]
    assert seen == made[::-1]


def test_an_unchanged_answer_is_not_sent_again(anybody: APIClient, match: Match) -> None:
    first = anybody.get(f"/api/v1/matches/{match.pk}")
    again = anybody.get(f"/api/v1/matches/{match.pk}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_rates_are_told_and_kept(anybody: APIClient, match: Match, settings: object) -> None:
    settings.API_RATES = {**settings.API_RATES, "stranger": "2/min"}  # type: ignore[attr-defined]
    first = anybody.get(f"/api/v1/matches/{match.pk}")
    assert (first["RateLimit-Limit"], first["RateLimit-Remaining"]) == ("2", "1")
    anybody.get(f"/api/v1/matches/{match.pk}")
    refused = anybody.get(f"/api/v1/matches/{match.pk}")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert int(refused["Retry-After"]) > 0
    assert refused["RateLimit-Remaining"] == "0"


@pytest.mark.parametrize("action", ["cancel", "rerun", "invalidate"])
def test_only_operators_change_matches(
    as_alice: APIClient, anybody: APIClient, match: Match, action: str
) -> None:
    url = f"/api/v1/matches/{match.pk}/{action}"
    assert as_alice.post(url, {"reason": "mine"}).status_code == 403
    assert anybody.post(url, {"reason": "mine"}).status_code == 401


def test_operators_invalidate_and_rerun(as_staff: APIClient, match: Match) -> None:
    assert as_staff.post(f"/api/v1/matches/{match.pk}/invalidate", {}).status_code == 400
    assert as_staff.post(f"/api/v1/matches/{match.pk}/rerun", {"reason": "again"}).status_code == 409
    done = as_staff.post(f"/api/v1/matches/{match.pk}/invalidate", {"reason": "A short deck."})
    assert done.json()["invalidated_reason"] == "A short deck."
    assert not RatingEvent.objects.exists()
    again = as_staff.post(f"/api/v1/matches/{match.pk}/rerun", {"reason": "again"})
    assert (again.status_code, again.json()["rerun_of"], again.json()["status"]) == (201, match.pk, "queued")
    assert (
        as_staff.post(f"/api/v1/matches/{again.json()['id']}/cancel", {"reason": "no"}).json()["status"]
        == "cancelled"
    )
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True)) == [
        "invalidate",
        "rerun",
        "cancel",
    ]


def test_a_challenge_is_made_with_ones_own_bot(
    as_alice: APIClient, as_charlie: APIClient, anybody: APIClient, match: Match, settings: object
) -> None:
    asked = {"ladder": "main", "bots": ["alpha", "beta"]}
    assert as_charlie.post("/api/v1/challenges", asked, format="json").json()["code"] == "not_your_bot"
    assert anybody.post("/api/v1/challenges", asked, format="json").status_code == 401
    made = as_alice.post("/api/v1/challenges", asked, format="json").json()
    assert (made["kind"], made["status"]) == ("challenge", "queued")
    wrong = as_alice.post("/api/v1/challenges", {"ladder": "main", "bots": ["alpha"]}, format="json")
    assert wrong.json()["code"] == "bad_players"
    settings.CHALLENGES_PER_HOUR = 1  # type: ignore[attr-defined]
    refused = as_alice.post("/api/v1/challenges", asked, format="json")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_challenges")


@pytest.mark.parametrize("kind", [MatchKind.CHECK, MatchKind.TOURNAMENT])
def test_what_others_play_again_is_not_rerun_by_hand(
    as_staff: APIClient, match: Match, kind: MatchKind
) -> None:
    Match.objects.filter(pk=match.pk).update(kind=kind, rated_at=None)
    refused = as_staff.post(f"/api/v1/matches/{match.pk}/rerun", {"reason": "again"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_rerun_by_hand")
