"""What operators see and do: workers, the audit trail, closing accounts, roles."""

from __future__ import annotations

from typing import Any

import django_filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts import selectors, services
from arena.accounts.models import AuditEntry, Role, User
from arena.api.base import ApiViewSet
from arena.matches.models import Worker
from arena.matches.selectors import workers


class WorkerSerializer(serializers.ModelSerializer[Worker]):
    """A worker as it was last seen, with what its self-test found."""

    class Meta:
        model = Worker
        fields = (
            "name", "seen_at", "started_at", "sandbox_level", "sandbox_ok", "detail", "matches", "voids",
            "faults",
        )  # fmt: skip


class AuditSerializer(serializers.ModelSerializer[AuditEntry]):
    """One thing that was done to somebody's property."""

    actor = serializers.CharField(source="actor.username", default=None, allow_null=True)

    class Meta:
        model = AuditEntry
        fields = ("id", "created_at", "actor", "action", "target", "reason", "detail")


class StaffReasonSerializer(serializers.Serializer[Any]):
    """Why."""

    reason = serializers.CharField(max_length=300)


class RoleSerializer(StaffReasonSerializer):
    """What somebody may do from now on, and why."""

    role = serializers.ChoiceField(choices=Role.choices)


class StandingSerializer(serializers.ModelSerializer[User]):
    """An account as operators see it."""

    class Meta:
        model = User
        fields = ("username", "role", "is_active", "banned_reason")


class AuditFilter(django_filters.FilterSet):  # type: ignore[misc]  # it has no types
    """By what was done, and to what."""

    action = django_filters.CharFilter(max_length=40)
    target = django_filters.CharFilter(max_length=80)


class WorkerViewSet(ApiViewSet):
    """Workers."""

    serializer_class = WorkerSerializer
    permission_classes = (IsAdminUser,)
    page_order = "name"
    queryset = Worker.objects.none()

    def list(self, request: Request) -> Response:
        """List the workers; for operators."""
        return self.page(workers())


class AuditViewSet(ApiViewSet):
    """The audit trail."""

    serializer_class = AuditSerializer
    permission_classes = (IsAdminUser,)
    filterset_class = AuditFilter
    queryset = AuditEntry.objects.none()

    def list(self, request: Request) -> Response:
        """List what was done to whom and why, newest first; for operators."""
        return self.page(selectors.audit_entries())


class AccountViewSet(ApiViewSet):
    """Accounts in the hands of operators."""

    serializer_class = StandingSerializer
    permission_classes = (IsAdminUser,)
    lookup_field = "username"
    lookup_value_regex = r"[\w.@+-]{1,150}"
    queryset = User.objects.none()

    @extend_schema(request=StaffReasonSerializer, responses=StandingSerializer)
    @action(detail=True, methods=["post"])
    def ban(self, request: Request, username: str) -> Response:
        """Close an account: no log-in, no tokens, its bots paused."""
        user, reason = selectors.account_named(username), self.valid(StaffReasonSerializer)["reason"]
        services.ban_user(user=user, actor=self._operator(), reason=reason)
        return self._shown(user)

    @extend_schema(request=StaffReasonSerializer, responses=StandingSerializer)
    @action(detail=True, methods=["post"])
    def unban(self, request: Request, username: str) -> Response:
        """Open a closed account again; its bots stay paused until they are resumed."""
        user, reason = selectors.account_named(username), self.valid(StaffReasonSerializer)["reason"]
        services.unban_user(user=user, actor=self._operator(), reason=reason)
        return self._shown(user)

    @extend_schema(request=RoleSerializer, responses=StandingSerializer)
    @action(detail=True, methods=["post"])
    def role(self, request: Request, username: str) -> Response:
        """Make somebody a player, an organiser or an operator."""
        user, given = selectors.account_named(username), self.valid(RoleSerializer)
        services.set_role(user=user, role=Role(given["role"]), actor=self._operator(), reason=given["reason"])
        return self._shown(user)

    def _operator(self) -> User:
        assert isinstance(self.request.user, User)
        return self.request.user

    def _shown(self, user: User) -> Response:
        user.refresh_from_db()
        return Response(StandingSerializer(user).data)
