"""Tell Django about this application."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Name the application."""

    name = "arena.api"
    label = "api"
