"""What every template knows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, Any]:
    """Give the chosen theme ("" follows the machine) and the public address."""
    theme = request.COOKIES.get("theme", "")
    return {"theme": theme if theme in THEMES else "", "site_url": settings.URL}
