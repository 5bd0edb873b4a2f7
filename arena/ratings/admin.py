"""Ratings for operators, to look at: they follow from matches and nothing else."""

from __future__ import annotations

from django.contrib import admin

from arena.admin import StaffAdmin
from arena.ratings.models import Rating, RatingEvent


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
    ordering = ("ladder", "-shown")


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
    ordering = ("-id",)
