"""Tell Django about this application."""

from django.apps import AppConfig


class LaddersConfig(AppConfig):
    """Name the application."""

    name = "arena.ladders"
    label = "ladders"
