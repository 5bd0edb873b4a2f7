"""The codes of problems: docs/api.md has every one that the source can answer with, and no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rest_framework import exceptions

ROOT = Path(__file__).parents[2]
OF_FRAMEWORK = {
    kind.default_code
    for kind in (
        exceptions.ValidationError, exceptions.ParseError, exceptions.NotAuthenticated,
        exceptions.AuthenticationFailed, exceptions.PermissionDenied, exceptions.NotFound,
        exceptions.MethodNotAllowed, exceptions.NotAcceptable, exceptions.UnsupportedMediaType,
        exceptions.Throttled,
    )
}  # fmt: skip
OF_LEGS = {f"no_such_{name}" for name in ("leg", "seat", "table")}  # spelt from what was asked for


def _documented() -> set[str]:
    section = (ROOT / "docs/api.md").read_text().partition("## Every code")[2]
    told = re.sub(r"\([^)]*\)", "", section)  # remarks
    return set(re.findall(r"`([a-z_]+)`", told.partition("| --- |")[2]))


def _in_source() -> Iterator[str]:
    """Find `code="..."` of refusals, and what each kind of refusal has without one."""
    for path in (ROOT / "arena").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith(("Error", "check_hour")):
                yield from _given(node)
    yield from re.findall(r'^    code(?:: str)? = "([a-z_]+)"', (ROOT / "arena/errors.py").read_text(), re.M)


def _given(call: ast.Call) -> Iterator[str]:
    for keyword in call.keywords:
        if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
            yield str(keyword.value.value)


def test_every_code_is_documented() -> None:
    answered = set(_in_source()) | {"invalid" if code == "error" else str(code) for code in OF_FRAMEWORK}
    assert _documented() == answered | OF_LEGS
