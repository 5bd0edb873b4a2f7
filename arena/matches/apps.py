"""Tell Django about this application."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Name the application."""

    name = "arena.matches"
    label = "matches"
