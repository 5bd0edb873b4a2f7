"""Tell Django about this application."""

from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    """Name the application."""

    name = "arena.submissions"
    label = "submissions"
