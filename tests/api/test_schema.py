"""The API is what its schema says: for every operation, for values a schema allows and those it does not."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import CommandError, call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from rest_framework.test import APIClient
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from arena.accounts.models import User
from arena.accounts.services import create_token
from tests.factories import add_version, finish, make_bot, make_ladder, make_match, make_user

pytestmark = pytest.mark.django_db

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = int(os.environ.get("ARENA_EXAMPLES", "3"))  # of an operation; more by hand, now and then
ASKED = settings(
    max_examples=EXAMPLES, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip

schema = schemathesis.openapi.from_dict(
    SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
)


@lru_cache(maxsize=1)
def _handler() -> WSGIHandler:
    return WSGIHandler()


def _application(environ: dict[str, Any], start_response: Any) -> Any:
    """Start the service at the first request: by then a test has its places."""
    return _handler()(environ, start_response)


strangers = schemathesis.openapi.from_dict(schema.raw_schema)
strangers.config.phases.update(phases=["fuzzing"])
if connection.vendor != "postgresql":  # the stricter database is asked more
    schema.config.phases.update(phases=["fuzzing"])
schema.app = strangers.app = _application


@pytest.fixture
def headers(db: None, settings: Any) -> Iterator[dict[str, str]]:
    """Fill the service with what addresses may name, and ask as an operator without a limit."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")
    settings.UPLOADS_PER_HOUR = settings.BOTS_PER_USER = settings.TOKENS_PER_USER = 10_000
    olga = make_user("olga", is_staff=True, role="operator")
    _fill(olga)
    token = create_token(user=olga, name="test")[1]
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # it would end the transaction of the test
    yield {"Authorization": f"Token {token}"}
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _fill(olga: User) -> None:
    ladder = make_ladder("0")
    one, other = make_bot(olga, "0"), make_bot(olga, "1")
    add_version(one)
    finish(make_match(ladder, [one, other]), [1, 2])
    make_match(ladder, [one, other])


@schema.parametrize()
@ASKED
def test_every_operation_answers_as_described(case: Any, headers: dict[str, str]) -> None:
    case.call_and_validate(headers=headers, checks=CHECKS)


@strangers.include(method="GET").parametrize()
@ASKED
def test_strangers_are_answered_as_described(case: Any, headers: dict[str, str]) -> None:
    case.call_and_validate(checks=CHECKS)


def test_the_snapshot_is_what_the_api_is() -> None:
    call_command("openapi", "--check")


def test_a_changed_api_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = import_module("arena.api.management.commands.openapi")
    monkeypatch.setattr(command, "SNAPSHOT", tmp_path / "openapi.yaml")
    with pytest.raises(CommandError, match="The API changed"):
        call_command("openapi", "--check")
    call_command("openapi")
    call_command("openapi", "--check")


def test_the_schema_is_served_as_openapi_3_1() -> None:
    answer = APIClient().get("/api/v1/schema?format=json")
    assert answer.status_code == 200
    assert answer.json()["openapi"].startswith("3.1")


def test_the_page_to_try_it_needs_no_exception_from_the_content_policy() -> None:
    page = APIClient().get("/api/v1/docs")
    html = page.content.decode()
    assert page.status_code == 200
    assert "swagger-ui" in html
    assert not re.search(r"<script(?![^>]*src=)", html)
    assert "unsafe" not in page["Content-Security-Policy"]
    script = APIClient().get("/api/v1/docs?script=")
    assert script["Content-Type"].startswith("application/javascript")
