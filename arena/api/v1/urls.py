"""Addresses of the API's first version."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path
from rest_framework.routers import SimpleRouter

from arena.api.v1.accounts import MeView, SignUpView, TokenViewSet
from arena.api.v1.bots import BotViewSet
from arena.api.v1.games import GameViewSet
from arena.api.v1.ladders import LadderViewSet
from arena.api.v1.matches import ChallengeView, MatchViewSet
from arena.api.v1.passwords import ConfirmResetView, PasswordView, ResetView
from arena.api.v1.players import PentathlonView, PlayerViewSet
from arena.api.v1.schedules import CalendarView, FormatsView, ScheduleViewSet
from arena.api.v1.staff import AccountViewSet, AuditViewSet, WorkerViewSet
from arena.api.v1.status import StatusView
from arena.api.v1.tournaments import TournamentViewSet
from arena.api.v1.versions import VersionViewSet

router = SimpleRouter(trailing_slash=False)
router.register("games", GameViewSet, basename="game")
router.register("ladders", LadderViewSet, basename="ladder")
router.register("bots/(?P<name>[a-zA-Z0-9_-]{1,40})/versions", VersionViewSet, basename="version")
router.register("bots", BotViewSet, basename="bot")
router.register("matches", MatchViewSet, basename="match")
router.register("players", PlayerViewSet, basename="player")
router.register("accounts", AccountViewSet, basename="account")
router.register("workers", WorkerViewSet, basename="worker")
router.register("audit", AuditViewSet, basename="audit")
router.register("tournaments", TournamentViewSet, basename="tournament")
router.register("schedules", ScheduleViewSet, basename="schedule")
router.register("tokens", TokenViewSet, basename="token")

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts", SignUpView.as_view(), name="accounts"),
    path("accounts/reset", ResetView.as_view(), name="reset_password"),
    path("accounts/reset/confirm", ConfirmResetView.as_view(), name="confirm_reset"),
    path("me/password", PasswordView.as_view(), name="change_password"),
    path("me", MeView.as_view(), name="me"),
    path("challenges", ChallengeView.as_view(), name="challenges"),
    path("pentathlon", PentathlonView.as_view(), name="pentathlon"),
    path("status", StatusView.as_view(), name="status"),
    path("calendar", CalendarView.as_view(), name="calendar"),
    path("formats", FormatsView.as_view(), name="formats"),
    *router.urls,
]
