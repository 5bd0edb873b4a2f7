"""Passwords: changed by whoever knows the old one, reset by mail."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts import services
from arena.accounts.models import User
from arena.api.base import ApiView


class PasswordSerializer(serializers.Serializer[Any]):
    """The old password and the new one."""

    old = serializers.CharField(max_length=128, trim_whitespace=False)
    new = serializers.CharField(max_length=128, trim_whitespace=False)


class ResetSerializer(serializers.Serializer[Any]):
    """Where the link goes."""

    email = serializers.EmailField(max_length=254)


class ConfirmResetSerializer(serializers.Serializer[Any]):
    """What the mail said, and the new password."""

    uid = serializers.CharField(max_length=40)
    token = serializers.CharField(max_length=100)
    password = serializers.CharField(max_length=128, trim_whitespace=False)


class PasswordView(ApiView):
    """One's own password."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "log_in"

    @extend_schema(request=PasswordSerializer, responses={204: None}, operation_id="change_password")
    def post(self, request: Request) -> Response:
        """Change the password; tokens stay as they are."""
        given = self.valid(PasswordSerializer)
        assert isinstance(request.user, User)
        services.change_password(user=request.user, old=given["old"], new=given["new"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class ResetView(ApiView):
    """A forgotten password."""

    permission_classes = (AllowAny,)
    throttle_scope = "log_in"

    @extend_schema(request=ResetSerializer, responses={202: None}, operation_id="request_password_reset")
    def post(self, request: Request) -> Response:
        """Ask for a mail with a link; the answer is the same whether or not the address is known."""
        services.request_password_reset(email=self.valid(ResetSerializer)["email"])
        return Response(status=status.HTTP_202_ACCEPTED)


class ConfirmResetView(ApiView):
    """A new password by mail."""

    permission_classes = (AllowAny,)
    throttle_scope = "log_in"

    @extend_schema(request=ConfirmResetSerializer, responses={204: None}, operation_id="reset_password")
    def post(self, request: Request) -> Response:
        """Set a new password with what the mail said; all tokens are revoked."""
        services.reset_password(**self.valid(ConfirmResetSerializer))
        return Response(status=status.HTTP_204_NO_CONTENT)
