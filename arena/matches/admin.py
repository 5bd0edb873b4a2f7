"""Matches and workers for operators. The seed of a match that is not over is shown to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from arena.admin import StaffAdmin, is_key
from arena.matches import services
from arena.matches.models import Match, MatchPlayer, Worker
from arena.submissions.models import Bot
from games import GAMES

if TYPE_CHECKING:
    _Inline = admin.TabularInline[MatchPlayer, Match]
else:
    _Inline = admin.TabularInline


class PlayerInline(_Inline):
    """Who played, and how it went."""

    model = MatchPlayer
    fields = readonly_fields = (
        "index", "bot", "version", "rank", "points", "result", "fault", "fault_reason", "cpu_ms",
        "peak_memory_kb",
    )  # fmt: skip
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[MatchPlayer]:
        """Read names along."""
        return super().get_queryset(request).select_related("bot", "version__bot", "match")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let operators look."""
        return bool(request.user.is_active and request.user.is_staff)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Add nobody to a match."""
        return False


class GameFilter(admin.SimpleListFilter):
    """Offers the games that there are, without reading all matches for those that were played."""

    title = parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """List the games."""
        return [(slug, slug) for slug in GAMES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        """Narrow to one."""
        return queryset.filter(game=self.value()) if self.value() else queryset


@admin.register(Match)
class MatchAdmin(StaffAdmin[Match]):
    """Matches."""

    list_display = (
        "id", "kind", "status", "ladder", "game", "created_at", "finished_at", "worker", "attempts",
        "failure",
    )  # fmt: skip
    list_filter = (
        "kind", "status", GameFilter, "ladder", ("invalidated_at", admin.EmptyFieldListFilter), "created_at",
    )  # fmt: skip
    list_select_related = ("ladder",)
    search_fields = ("=id", "=players__bot__name", "=worker")
    search_help_text = "The number of a match, the name of a bot, or that of a worker."
    ordering = ("-id",)
    inlines = (PlayerInline,)
    actions = ("cancel", "rerun", "invalidate")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        """Look for one thing at a time, each by its own index: for all at once every match is read."""
        wanted = search_term.strip()
        if not wanted:
            return queryset, False
        if is_key(wanted):
            return queryset.filter(pk=int(wanted)), False
        if bot := Bot.objects.filter(name__iexact=wanted).first():
            return queryset.filter(players__bot=bot), False  # a bot sits once in a match
        workers = list(Worker.objects.filter(name__iexact=wanted).values_list("name", flat=True))
        return queryset.filter(worker__in=workers), False

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> Any:
        """Show the seed only when nothing can be won by it."""
        fields = super().get_fields(request, obj)
        return fields if obj is not None and obj.is_over else [name for name in fields if name != "seed"]

    @admin.action(description="Cancel: it is not played")
    def cancel(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Cancel matches."""
        self.do(
            request, queryset, lambda row, who, why: services.cancel_match(match=row, actor=who, reason=why)
        )

    @admin.action(description="Run again as a new match")
    def rerun(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Play matches again."""
        rows = queryset.select_related("ladder")
        self.do(request, rows, lambda row, who, why: services.rerun_match(match=row, actor=who, reason=why))

    @admin.action(description="Invalidate: it counts no longer, ratings follow (needs a reason)")
    def invalidate(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Let matches count no longer."""
        rows = queryset.select_related("ladder")
        self.do(
            request, rows, lambda row, who, why: services.invalidate_match(match=row, actor=who, reason=why)
        )


@admin.register(Worker)
class WorkerAdmin(StaffAdmin[Worker]):
    """Workers."""

    list_display = ("name", "seen_at", "sandbox_level", "sandbox_ok", "matches", "voids", "faults")
    list_filter = ("sandbox_level", "sandbox_ok")
