"""Ratings for operators, to look at: they follow from matches and nothing else."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from arena.admin import StaffAdmin, is_key
from arena.ratings.models import Rating, RatingEvent
from arena.submissions.models import Bot


@admin.register(Rating)
class RatingAdmin(StaffAdmin[Rating]):
    """Boards."""

    list_display = (
        "ladder",
        "bot",
        "shown",
        "mu",
        "sigma",
        "matches",
        "faults",
        "is_active",
        "last_match_at",
    )
    list_filter = ("ladder", "is_active")
    list_select_related = ("ladder", "bot")
    search_fields = ("=bot__name",)
    ordering = ("ladder_id", "-shown")  # by the ladder's own order no index helps


@admin.register(RatingEvent)
class RatingEventAdmin(StaffAdmin[RatingEvent]):
    """Changes of ratings."""

    list_display = (
        "ladder",
        "sequence",
        "match",
        "bot",
        "mu_before",
        "sigma_before",
        "mu",
        "sigma",
        "created_at",
    )
    list_filter = ("ladder",)
    list_select_related = ("ladder", "match", "bot")
    search_fields = ("=bot__name", "=match__id")
    search_help_text = "The name of a bot, or the number of a match."
    ordering = ("-id",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RatingEvent], search_term: str
    ) -> tuple[QuerySet[RatingEvent], bool]:
        """Look for one thing at a time, each by its own index."""
        wanted = search_term.strip()
        if not wanted:
            return queryset, False
        if is_key(wanted):
            return queryset.filter(match=int(wanted)), False
        return queryset.filter(bot__in=list(Bot.objects.filter(name__iexact=wanted)[:1])), False
