"""The admin: every model has a page, operators act through services, and nothing is edited past them."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from arena.accounts.models import ApiToken, AuditEntry, User
from arena.accounts.services import create_token
from arena.admin import CappedPaginator
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchStatus, Worker
from arena.ratings.models import RatingEvent
from arena.submissions.models import Bot
from arena.tournaments.models import Entrant, Tournament, TournamentGame
from tests.arena.tournaments.stage import started
from tests.factories import finish, make_bot, make_ladder, make_match, make_user

pytestmark = pytest.mark.django_db

OURS = [model for model in apps.get_models() if model.__module__.startswith("arena.")]
WITHOUT_PAGE = {"MatchPlayer"}  # shown with their match


@pytest.fixture
def olga(db: None) -> User:
    """Make an operator who is no superuser."""
    return make_user("olga", is_staff=True, role="operator")


@pytest.fixture
def client(olga: User) -> Client:
    """Look as an operator."""
    found = Client()
    found.force_login(olga)
    return found


def _list(model: type) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")  # type: ignore[attr-defined]


def _do(client: Client, action: str, *rows: object, reason: str = "Because.") -> None:
    keys = [str(row.pk) for row in rows]  # type: ignore[attr-defined]
    sent = {"action": action, "_selected_action": keys, "reason": reason}
    assert client.post(_list(type(rows[0])), sent).status_code == 302


def _fill(count: int) -> None:
    ladder = make_ladder()
    for _ in range(count):
        one, other = make_bot(), make_bot()
        match = finish(make_match(ladder, [one, other]), [1, 2])
        AuditEntry.objects.create(actor=one.owner, action="x", target=f"match:{match.pk}")
        create_token(user=one.owner, name="t")
        Worker.objects.create(name=f"w{match.pk}", seen_at=timezone.now(), started_at=timezone.now())


def test_every_model_has_a_page() -> None:
    registered = {model.__name__ for model in admin.site._registry}
    assert {model.__name__ for model in OURS} - registered == WITHOUT_PAGE


@pytest.mark.parametrize("model", [m for m in OURS if m.__name__ not in WITHOUT_PAGE])
def test_lists_and_rows_are_shown_with_few_queries(client: Client, model: type) -> None:
    _fill(2)
    few = _queries(client, _list(model))
    _fill(6)
    assert _queries(client, _list(model)) == few
    row = model.objects.order_by("pk").last()  # type: ignore[attr-defined]
    if row is not None:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"  # type: ignore[attr-defined]
        assert client.get(reverse(name, args=[row.pk])).status_code == 200


def _queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_players_are_not_let_in() -> None:
    stranger = Client()
    stranger.force_login(make_user("charlie"))
    for model in OURS:
        if model.__name__ not in WITHOUT_PAGE:
            assert stranger.get(_list(model)).status_code == 302


def test_nothing_is_added_or_deleted_by_hand(client: Client) -> None:
    match = make_match(make_ladder(), [make_bot(), make_bot()])
    for action in ("add", "delete"):
        args = [] if action == "add" else [match.pk]
        assert client.get(reverse(f"admin:matches_match_{action}", args=args)).status_code == 403


def test_a_result_cannot_be_edited(client: Client) -> None:
    match = finish(make_match(make_ladder(), [make_bot(), make_bot()]), [1, 2])
    url = reverse("admin:matches_match_change", args=[match.pk])
    client.post(url, {"status": "void", "digest": "forged", "players-0-rank": "2"})
    match.refresh_from_db()
    assert (match.status, match.digest) == (MatchStatus.FINISHED, f"{match.pk:064x}")
    assert match.players.get(index=0).rank == 1


def test_the_seed_is_shown_when_it_is_over(client: Client) -> None:
    waiting = make_match(make_ladder(), [make_bot(), make_bot()])
    url = reverse("admin:matches_match_change", args=[waiting.pk])
    assert waiting.seed not in client.get(url).content.decode()
    finish(waiting, [1, 2])
    assert waiting.seed in client.get(url).content.decode()


def test_matches_are_cancelled_rerun_and_invalidated(client: Client, olga: User) -> None:
    ladder = make_ladder()
    one, other = make_bot(), make_bot()
    waiting, over = make_match(ladder, [one, other]), finish(make_match(ladder, [one, other]), [1, 2])
    _do(client, "cancel", waiting)
    _do(client, "invalidate", over, reason="")  # refused: it needs a reason
    assert Match.objects.get(pk=over.pk).invalidated_at is None
    _do(client, "invalidate", over)
    _do(client, "rerun", over)
    assert Match.objects.get(pk=waiting.pk).status == MatchStatus.CANCELLED
    assert Match.objects.get(rerun_of=over).status == MatchStatus.QUEUED
    trail = AuditEntry.objects.order_by("pk").values_list("actor__username", "action", "reason")
    assert list(trail) == [
        ("olga", "cancel", "Because."), ("olga", "invalidate", "Because."), ("olga", "rerun", "Because."),
    ]  # fmt: skip


def test_bots_are_paused_and_resumed(client: Client, mailoutbox: list[object]) -> None:
    bot = make_bot(make_user("alice", email="alice@example.org"))
    _do(client, "pause", bot, reason="It floods the log.")
    assert Bot.objects.get(pk=bot.pk).paused_reason == "It floods the log."
    _do(client, "resume", bot)
    assert Bot.objects.get(pk=bot.pk).paused_at is None
    _do(client, "retire", bot)
    assert Bot.objects.get(pk=bot.pk).retired_at is not None


def test_people_are_banned_and_promoted(client: Client, olga: User) -> None:
    alice = make_user("alice")
    create_token(user=alice, name="t")
    _do(client, "make_organiser", alice)
    _do(client, "ban", alice)
    alice.refresh_from_db()
    assert (alice.role, alice.is_active, alice.banned_reason) == ("organiser", False, "Because.")
    assert not ApiToken.objects.exists()
    _do(client, "unban", alice)
    _do(client, "make_operator", alice)
    alice.refresh_from_db()
    assert (alice.is_active, alice.is_staff) == (True, True)


def test_a_ladder_changes_in_words_only(client: Client) -> None:
    ladder = make_ladder("main")
    url = reverse("admin:ladders_ladder_change", args=[ladder.pk])
    sent = {"title": "New", "description": "Words.", "order": "7", "legs": "99", "beta": "1"}
    assert client.post(url, sent).status_code == 302
    ladder = Ladder.objects.get()
    assert (ladder.title, ladder.order, ladder.is_open, ladder.legs) == ("New", 7, False, 4)
    _do(client, "open_ladders", ladder)
    _do(client, "rate_anew", ladder)
    assert Ladder.objects.get().is_open
    assert set(AuditEntry.objects.values_list("action", flat=True)) == {"change", "rerate"}


def test_a_version_is_checked_again(client: Client) -> None:
    bot = make_bot()
    _do(client, "check_again", bot.versions.get())
    assert bot.versions.get().status == "checking"


def test_a_token_is_revoked(client: Client) -> None:
    token, _ = create_token(user=make_user("alice"), name="laptop")
    _do(client, "revoke", token)
    assert not ApiToken.objects.exists()
    assert AuditEntry.objects.get().detail == {"token": "laptop"}


def test_an_entrant_is_disqualified_and_a_tournament_cancelled(client: Client) -> None:
    tournament = started(4)
    entrant = tournament.entrants.order_by("pk")[0]
    _do(client, "disqualify", entrant, reason="")  # refused: it needs a reason
    assert tournament.entrants.get(pk=entrant.pk).status == "registered"
    _do(client, "disqualify", entrant, reason="It copies another bot.")
    out = tournament.entrants.get(pk=entrant.pk)
    assert (out.status, out.reason) == ("disqualified", "It copies another bot.")
    _do(client, "cancel", tournament)
    tournament.refresh_from_db()
    assert tournament.status == "cancelled"
    assert list(AuditEntry.objects.filter(actor__username="olga").values_list("action", flat=True)) == [
        "disqualify",
        "cancel",
    ]


def test_the_history_of_a_row_is_its_audit_trail(client: Client, olga: User) -> None:
    ladder = make_ladder()
    matches = [finish(make_match(ladder, [make_bot(), make_bot()]), [1, 2]) for _ in range(2)]
    _do(client, "invalidate", *matches, reason="The engine was wrong.")
    page = client.get(reverse("admin:matches_match_history", args=[matches[0].pk]), follow=True)
    assert [entry.target for entry in page.context["cl"].queryset] == [f"match:{matches[0].pk}"]
    assert "The engine was wrong." in page.content.decode()


def test_there_is_nothing_in_the_admin_that_would_do_nothing(olga: User) -> None:
    User.objects.filter(pk=olga.pk).update(is_superuser=True)
    client = Client()
    client.force_login(olga)
    page = client.get("/admin/").content.decode()
    assert "Groups" not in page
    assert "Django administration" not in page


def _found(client: Client, model: type, wanted: object) -> set[int]:
    return {row.pk for row in client.get(_list(model), {"q": str(wanted)}).context["cl"].result_list}


def test_matches_are_found_by_number_bot_and_worker(client: Client) -> None:
    ladder, alpha = make_ladder(), make_bot(None, "alpha")
    one = make_match(ladder, [alpha, make_bot()])
    other = make_match(ladder, [make_bot(), make_bot()])
    Worker.objects.create(name="w/1", seen_at=timezone.now(), started_at=timezone.now())
    Match.objects.filter(pk=other.pk).update(worker="w/1")
    assert _found(client, Match, one.pk) == _found(client, Match, "ALPHA") == {one.pk}
    assert _found(client, Match, "W/1") == {other.pk}
    assert _found(client, Match, "nobody") == _found(client, Match, "9" * 30) == set()


def test_changes_of_ratings_are_found_by_bot_and_match(client: Client) -> None:
    ladder, alpha = make_ladder(), make_bot(None, "alpha")
    one = finish(make_match(ladder, [alpha, make_bot()]), [1, 2])
    finish(make_match(ladder, [make_bot(), make_bot()]), [1, 2])
    events = RatingEvent.objects.filter(match=one)
    assert _found(client, RatingEvent, one.pk) == {event.pk for event in events}
    assert _found(client, RatingEvent, "alpha") == {event.pk for event in events.filter(bot=alpha)}
    assert _found(client, RatingEvent, "nobody") == set()


def test_rows_are_counted_no_further_than_anybody_leafs(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CappedPaginator, "most", 3)
    _fill(5)
    changes = client.get(_list(Match)).context["cl"]
    assert changes.result_count == 3


def test_lists_leave_the_plans_of_tournaments_out(client: Client) -> None:
    for model in (Tournament, Entrant, TournamentGame):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(_list(model)).status_code == 200
        assert not [query for query in asked if '"plan"' in query["sql"]], model
