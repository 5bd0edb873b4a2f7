#!/usr/bin/env python3
"""Run a management command of the service."""

import os
import sys


def main() -> None:
    """Hand the command line to Django; a setting that makes no sense is one sentence, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        _ = settings.INSTALLED_APPS
    except ImproperlyConfigured as bad:
        sys.exit(f"arena: {bad}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
