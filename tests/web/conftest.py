"""People who look at pages: Alice owns, Charlie is a stranger, Olga runs the service."""

from __future__ import annotations

import pytest
from django.test import Client

from arena.accounts.models import User
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.factories import make_user


def client_of(user: User) -> Client:
    """Log somebody in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def alice(db: None) -> User:
    """Make the owner of things."""
    return make_user("alice", email="alice@example.org")


@pytest.fixture
def as_alice(alice: User) -> Client:
    """Ask as the owner."""
    return client_of(alice)


@pytest.fixture
def as_charlie(db: None) -> Client:
    """Ask as a stranger with an account."""
    return client_of(make_user("charlie"))


@pytest.fixture
def as_olga(db: None) -> Client:
    """Ask as an operator."""
    return client_of(make_user("olga", is_staff=True, role="operator"))


@pytest.fixture
def anybody(db: None) -> Client:
    """Ask without an account."""
    return Client()
