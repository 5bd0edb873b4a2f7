"""Signing up, one's own account, tokens."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts import selectors, services
from arena.accounts.models import ApiToken, User
from arena.api.base import ApiView, ApiViewSet
from arena.errors import NotFoundError


class SignUpSerializer(serializers.Serializer[Any]):
    """What a new account needs."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False)
    email = serializers.EmailField(required=False, default="", allow_blank=True)


class AccountSerializer(serializers.ModelSerializer[User]):
    """One's own account."""

    class Meta:
        model = User
        fields = ("username", "email", "role", "about", "date_joined")
        read_only_fields = ("username", "role", "date_joined")


class ChangeAccountSerializer(serializers.Serializer[Any]):
    """What a person may change."""

    email = serializers.EmailField(required=False, allow_blank=True)
    about = serializers.CharField(required=False, allow_blank=True, max_length=1000)


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    """A token, without its text."""

    id = serializers.UUIDField(source="public_id")
    begins_with = serializers.CharField(source="token_key")
    created_at = serializers.DateTimeField(source="created")

    class Meta:
        model = ApiToken
        fields = ("id", "name", "begins_with", "created_at", "last_used_at")


class NewTokenSerializer(serializers.Serializer[Any]):
    """A token's name; with name and password of the account when the request carries no token."""

    name = serializers.CharField(max_length=60, default="token")
    username = serializers.CharField(max_length=150, required=False)
    password = serializers.CharField(max_length=128, required=False, trim_whitespace=False)


class MadeTokenSerializer(TokenSerializer):
    """A token with its text, shown this once."""

    token = serializers.CharField()

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "token")  # type: ignore[assignment]


class SignUpView(ApiView):
    """Accounts."""

    permission_classes = (AllowAny,)
    throttle_scope = "sign_up"

    @extend_schema(request=SignUpSerializer, responses={201: AccountSerializer}, operation_id="sign_up")
    def post(self, request: Request) -> Response:
        """Make an account."""
        user = services.sign_up(**self.valid(SignUpSerializer))
        return Response(AccountSerializer(user).data, status=status.HTTP_201_CREATED)


class MeView(ApiView):
    """One's own account."""

    permission_classes = (IsAuthenticated,)

    def get_throttles(self) -> Any:
        """Trying e-mail addresses to see which are taken is as slow as guessing passwords."""
        self.throttle_scope = "log_in" if self.request.method == "PATCH" else None
        return super().get_throttles()

    @extend_schema(responses=AccountSerializer, operation_id="me")
    def get(self, request: Request) -> Response:
        """Show the account behind the token."""
        assert isinstance(request.user, User)
        return Response(AccountSerializer(request.user).data)

    @extend_schema(request=ChangeAccountSerializer, responses=AccountSerializer, operation_id="change_me")
    def patch(self, request: Request) -> Response:
        """Change e-mail address or description."""
        assert isinstance(request.user, User)
        user = services.change_profile(user=request.user, **self.valid(ChangeAccountSerializer))
        return Response(AccountSerializer(user).data)


class TokenViewSet(ApiViewSet):
    """Tokens of scripts: several, named, revocable, shown once."""

    serializer_class = TokenSerializer
    lookup_field = "public_id"
    lookup_url_kwarg = "id"
    lookup_value_regex = "[0-9a-fA-F-]{36}"
    page_order = ("-created", "digest")
    queryset = ApiToken.objects.none()

    def get_permissions(self) -> Any:
        """Let anybody ask for a token who knows a password."""
        return [AllowAny()] if self.action == "create" else [IsAuthenticated()]

    def get_throttles(self) -> Any:
        """Guessing passwords is slow."""
        self.throttle_scope = "log_in" if self.action == "create" else None
        return super().get_throttles()

    def list(self, request: Request) -> Response:
        """List one's own tokens."""
        assert isinstance(request.user, User)
        return self.page(selectors.tokens_of(request.user))

    @extend_schema(request=NewTokenSerializer, responses={201: MadeTokenSerializer})
    def create(self, request: Request) -> Response:
        """Make a token, as the one who asks or with username and password."""
        given = self.valid(NewTokenSerializer)
        user = _who(request, given)
        token, text = services.create_token(user=user, name=given["name"])
        body = {**TokenSerializer(token).data, "token": text}
        return Response(body, status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, id: str) -> Response:  # noqa: A002 the name in the address
        """Revoke a token."""
        assert isinstance(request.user, User)
        try:
            token = selectors.tokens_of(request.user).get(public_id=id)
        except (ApiToken.DoesNotExist, ValueError, ValidationError):
            raise NotFoundError("You have no such token.") from None
        services.revoke_token(token=token)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _who(request: Request, given: dict[str, Any]) -> User:
    if "username" not in given and isinstance(request.user, User):
        return request.user
    user = authenticate(request, username=given.get("username", ""), password=given.get("password", ""))
    if not isinstance(user, User):
        raise AuthenticationFailed("Wrong name or password.")
    return user
