"""Tell Django about this application."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Name the application."""

    name = "arena.tournaments"
    label = "tournaments"
