"""Refusals and failures: every one a page of the site that says what to do."""

from __future__ import annotations

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client, RequestFactory
from django.utils import translation

from arena.errors import QuotaError
from arena.web import refusals


@pytest.mark.parametrize(("language", "heading"), [("en", "Our fault"), ("pl", "Nasza wina")])
def test_a_failure_of_ours_is_a_page_that_needs_nothing(language: str, heading: str) -> None:
    """Without the `db` fixture every query fails, and so does whatever asks who is there."""
    request = RequestFactory().get("/", headers={"cookie": "theme=dark"})
    with translation.override(language):
        answer = refusals.failed(request)
    page = answer.content.decode()
    assert answer.status_code == 500
    assert f"<h1>{heading}</h1>" in page
    assert 'data-theme="dark"' in page
    assert 'href="/static/arena/arena' in page
    assert "<script" not in page
    assert "style=" not in page


def test_a_failure_is_told_even_when_the_style_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> str:
        raise ValueError("Missing staticfiles manifest entry")

    monkeypatch.setattr(refusals, "static", missing)
    page = refusals.failed(RequestFactory().get("/")).content.decode()
    assert "<h1>Our fault</h1>" in page
    assert "stylesheet" not in page


def test_a_broken_view_answers_with_that_page(anybody: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.pages.docs.documents.documents", lambda: 1 / 0)
    anybody.raise_request_exception = False
    answer = anybody.get("/docs", headers={"accept-language": "pl"})
    assert answer.status_code == 500
    assert "Nasza wina" in answer.content.decode()


@pytest.mark.parametrize("kind", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_told_as_such(
    anybody: Client, monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    def away() -> None:
        raise kind("connection refused")

    monkeypatch.setattr("arena.web.pages.docs.documents.documents", away)
    answer = anybody.get("/docs")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert "The database does not answer. Nothing is lost" in answer.content.decode()
    assert "connection refused" not in answer.content.decode()


def test_a_form_from_elsewhere_is_told_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post("/theme", {"theme": "dark"})
    assert answer.status_code == 403
    assert "go back, reload, send it again" in answer.content.decode()


def test_an_address_for_forms_tells_who_only_looks(anybody: Client) -> None:
    answer = anybody.get("/theme")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert "only takes what a form sends" in answer.content.decode()


def test_too_many_for_now_says_until_when(anybody: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise QuotaError("Too many for now: wait a minute.", retry_after=60)

    monkeypatch.setattr("arena.web.pages.docs.documents.documents", refuse)
    answer = anybody.get("/docs")
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "60"
    assert "wait a minute" in answer.content.decode()
