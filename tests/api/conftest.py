"""People who use the API: Alice owns, Charlie is a stranger."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from arena.accounts.models import User
from arena.accounts.services import create_token
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.factories import make_user


def client_of(user: User) -> APIClient:
    """Make a client that sends a token."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {create_token(user=user, name='test')[1]}")
    return client


@pytest.fixture
def alice(db: None) -> User:
    """Make the owner of things."""
    return make_user("alice", email="alice@example.org")


@pytest.fixture
def as_alice(alice: User) -> APIClient:
    """Ask as the owner."""
    return client_of(alice)


@pytest.fixture
def as_charlie(db: None) -> APIClient:
    """Ask as a stranger with an account."""
    return client_of(make_user("charlie"))


@pytest.fixture
def as_staff(db: None) -> APIClient:
    """Ask as an operator."""
    return client_of(make_user("olga", is_staff=True, role="operator"))


@pytest.fixture
def anybody() -> APIClient:
    """Ask without an account."""
    return APIClient()
