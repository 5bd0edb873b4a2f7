"""`manage.py openapi`: the committed description of the API."""

from __future__ import annotations

from argparse import ArgumentParser
from difflib import unified_diff
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.validation import validate_schema

SNAPSHOT = Path(__file__).resolve().parents[2] / "openapi.yaml"


class Command(BaseCommand):
    """Write the snapshot of the schema, or check that the API still is what it says."""

    help = "Write arena/api/openapi.yaml; with --check only compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Choose between writing and comparing."""
        parser.add_argument("--check", action="store_true", help="change nothing; fail on a difference")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare or write."""
        now = current_schema()
        if not options["check"]:
            SNAPSHOT.write_text(now)
            return
        before = SNAPSHOT.read_text() if SNAPSHOT.exists() else ""
        if before != now:
            changes = unified_diff(
                before.splitlines(), now.splitlines(), "committed", "now", lineterm="", n=1
            )
            shown = "\n".join(list(changes)[:40])
            raise CommandError(f"The API changed; `./run manage openapi` writes its snapshot.\n{shown}")


def current_schema() -> str:
    """Describe the API as it is, and make sure that the description is OpenAPI."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    validate_schema(schema)  # type: ignore[no-untyped-call]
    text: bytes = OpenApiYamlRenderer().render(schema, renderer_context={})  # type: ignore[no-untyped-call]
    return text.decode()
