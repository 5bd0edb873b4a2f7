"""Ladders for operators: their words and whether they are open; how they are played never changes."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from arena.accounts.models import User
from arena.accounts.services import audit
from arena.admin import StaffAdmin
from arena.ladders import services
from arena.ladders.models import Ladder
from arena.ratings.rerating import rerate


@admin.register(Ladder)
class LadderAdmin(StaffAdmin[Ladder]):
    """Ladders."""

    list_display = ("slug", "title", "game", "seats", "players", "legs", "beta", "is_open", "is_default")
    list_filter = ("game", "is_open", "is_default")
    search_fields = ("slug", "title")
    editable = ("title", "description", "is_open", "order")
    actions = ("open_ladders", "close_ladders", "rate_anew")

    def save_model(self, request: HttpRequest, obj: Ladder, form: Any, change: bool) -> None:
        """Change words, order and openness through the service."""
        assert isinstance(request.user, User)
        services.change_ladder(
            ladder=obj, actor=request.user, is_open=obj.is_open, title=obj.title, description=obj.description
        )
        Ladder.objects.filter(pk=obj.pk).update(order=obj.order)

    @admin.action(description="Open")
    def open_ladders(self, request: HttpRequest, queryset: QuerySet[Ladder]) -> None:
        """Let matches be made."""
        self.do(request, queryset, lambda row, who, _: _set_open(row, who, is_open=True))

    @admin.action(description="Close: no more matches are made")
    def close_ladders(self, request: HttpRequest, queryset: QuerySet[Ladder]) -> None:
        """Make no more matches."""
        self.do(request, queryset, lambda row, who, _: _set_open(row, who, is_open=False))

    @admin.action(description="Rate anew from its matches")
    def rate_anew(self, request: HttpRequest, queryset: QuerySet[Ladder]) -> None:
        """Rate ladders anew."""
        self.do(request, queryset, _rate_anew)


def _set_open(ladder: Ladder, who: User, *, is_open: bool) -> None:
    services.change_ladder(ladder=ladder, actor=who, is_open=is_open)


def _rate_anew(ladder: Ladder, who: User, why: str) -> None:
    audit(actor=who, action="rerate", target=ladder, reason=why, matches=rerate(ladder=ladder))
