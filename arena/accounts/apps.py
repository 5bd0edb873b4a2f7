"""Tell Django about this application."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Name the application."""

    name = "arena.accounts"
    label = "accounts"
