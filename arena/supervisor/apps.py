"""Tell Django about this application."""

from django.apps import AppConfig


class SupervisorConfig(AppConfig):
    """Name the application: it brings the command `manage.py up`."""

    name = "arena.supervisor"
    label = "supervisor"
