"""Tell Django about this application."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Name the application."""

    name = "arena.web"
    label = "web"
