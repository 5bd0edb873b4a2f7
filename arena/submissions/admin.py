"""Bots and versions for operators."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from arena.accounts.models import User
from arena.admin import StaffAdmin
from arena.submissions import services
from arena.submissions.models import Bot, Version


@admin.register(Bot)
class BotAdmin(StaffAdmin[Bot]):
    """Bots."""

    list_display = (
        "name", "owner", "games", "active_version", "fault_streak", "paused_at", "paused_reason",
        "retired_at",
    )  # fmt: skip
    list_filter = (
        "is_house", "source_public", ("paused_at", admin.EmptyFieldListFilter),
        ("retired_at", admin.EmptyFieldListFilter),
    )  # fmt: skip
    list_select_related = ("owner", "active_version__bot")
    search_fields = ("name", "owner__username")
    actions = ("pause", "resume", "retire")

    @admin.action(description="Pause: take off the boards and tell the owner why")
    def pause(self, request: HttpRequest, queryset: QuerySet[Bot]) -> None:
        """Pause bots."""
        self.do(request, queryset.select_related("owner"), _pause)

    @admin.action(description="Resume: put back on the boards")
    def resume(self, request: HttpRequest, queryset: QuerySet[Bot]) -> None:
        """Resume bots."""
        self.do(request, queryset.select_related("owner"), _resume)

    @admin.action(description="Retire for good")
    def retire(self, request: HttpRequest, queryset: QuerySet[Bot]) -> None:
        """Retire bots."""
        self.do(request, queryset, _retire)


def _pause(bot: Bot, who: User, why: str) -> None:
    services.pause_bot(bot=bot, reason=why, actor=who)


def _resume(bot: Bot, who: User, why: str) -> None:
    services.resume_bot(bot=bot, actor=who, reason=why)


def _retire(bot: Bot, who: User, why: str) -> None:
    services.retire_bot(bot=bot, actor=who, reason=why)


@admin.register(Version)
class VersionAdmin(StaffAdmin[Version]):
    """Versions; they never change, but may be checked again."""

    list_display = (
        "bot",
        "number",
        "status",
        "status_reason",
        "language",
        "size",
        "created_at",
        "checked_at",
    )
    list_filter = ("status", "language")
    list_select_related = ("bot",)
    search_fields = ("bot__name", "digest")
    actions = ("check_again",)

    @admin.action(description="Check again")
    def check_again(self, request: HttpRequest, queryset: QuerySet[Version]) -> None:
        """Send versions through their check again."""
        self.do(request, queryset.select_related("bot"), _check_again)


def _check_again(version: Version, who: User, why: str) -> None:
    services.check_again(version=version, actor=who, reason=why)
