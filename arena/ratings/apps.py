"""Tell Django about this application."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Name the application."""

    name = "arena.ratings"
    label = "ratings"
