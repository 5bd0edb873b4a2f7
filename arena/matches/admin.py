"""Matches and workers for operators. The seed of a match that is not over is shown to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from arena.admin import StaffAdmin
from arena.matches import services
from arena.matches.models import Match, MatchPlayer, Worker

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


@admin.register(Match)
class MatchAdmin(StaffAdmin[Match]):
    """Matches."""

    list_display = (
        "id", "kind", "status", "ladder", "game", "created_at", "finished_at", "worker", "attempts",
        "failure",
    )  # fmt: skip
    list_filter = (
        "kind", "status", "game", "ladder", ("invalidated_at", admin.EmptyFieldListFilter), "created_at",
    )  # fmt: skip
    list_select_related = ("ladder",)
    search_fields = ("=id", "=players__bot__name", "worker")
    ordering = ("-id",)
    inlines = (PlayerInline,)
    actions = ("cancel", "rerun", "invalidate")

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
