"""Tokens of scripts: knox's, with their last use written down and nonsense refused."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework import exceptions

from arena.accounts.models import ApiToken, User
from arena.accounts.services import note_token_use


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]  # knox has no types
    """`Authorization: Token arena_...`"""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """Find the token's owner; a header that is no text is a wrong token, not an error of ours."""
        try:
            token.decode("ascii")
        except UnicodeDecodeError:
            raise exceptions.AuthenticationFailed("Invalid token.") from None
        user, found = super().authenticate_credentials(token)
        note_token_use(token=found)
        return user, found


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tell the schema how a token is sent."""

    target_class = "arena.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Describe the header."""
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Token arena_..."}
