"""Tournaments for operators: their plans follow from entrants and results, so only services change them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from arena.accounts.models import User
from arena.admin import StaffAdmin
from arena.tournaments.models import Entrant, Schedule, Tournament, TournamentGame
from arena.tournaments.registration import disqualify
from arena.tournaments.services import cancel_tournament


@admin.register(Schedule)
class ScheduleAdmin(StaffAdmin[Schedule]):
    """Recurring tournaments."""

    list_display = ("title", "organiser", "format", "game", "cron", "timezone", "is_active", "next_at")
    list_filter = ("game", "format", "is_active")
    list_select_related = ("organiser",)
    search_fields = ("title", "organiser__username")


@admin.register(Tournament)
class TournamentAdmin(StaffAdmin[Tournament]):
    """Tournaments."""

    list_display = ("slug", "title", "organiser", "format", "game", "status", "starts_at", "finished_at")
    list_filter = ("status", "format", "game")
    list_select_related = ("organiser",)
    list_deferred = ("plan",)
    search_fields = ("slug", "title", "organiser__username")
    ordering = ("-id",)
    actions = ("cancel",)

    @admin.action(description="Cancel")
    def cancel(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Cancel tournaments."""
        self.do(request, queryset, _cancel)


def _cancel(tournament: Tournament, who: User, why: str) -> None:
    cancel_tournament(tournament=tournament, actor=who, reason=why)


@admin.register(Entrant)
class EntrantAdmin(StaffAdmin[Entrant]):
    """Entrants."""

    list_display = ("tournament", "bot", "version", "status", "reason", "seed", "place")
    list_filter = ("status",)
    list_select_related = ("tournament", "bot", "version__bot")
    list_deferred = ("tournament__plan",)
    search_fields = ("=bot__name", "tournament__slug")
    actions = ("disqualify",)

    @admin.action(description="Disqualify (needs a reason)")
    def disqualify(self, request: HttpRequest, queryset: QuerySet[Entrant]) -> None:
        """Throw bots out."""
        self.do(request, queryset.select_related("tournament", "bot"), _disqualify)


def _disqualify(entrant: Entrant, who: User, why: str) -> None:
    disqualify(tournament=entrant.tournament, bot=entrant.bot, actor=who, reason=why)


@admin.register(TournamentGame)
class TournamentGameAdmin(StaffAdmin[TournamentGame]):
    """Matches of tournaments."""

    list_display = ("tournament", "key", "number", "round", "match")
    list_select_related = ("tournament", "match")
    list_deferred = ("tournament__plan",)
    search_fields = ("tournament__slug",)
