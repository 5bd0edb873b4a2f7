"""Accounts, tokens and the audit trail for operators."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth import admin as _groups_are_registered  # noqa: F401 before they are taken away
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest

from arena.accounts import services
from arena.accounts.models import ApiToken, AuditEntry, Role, User
from arena.admin import StaffAdmin

admin.site.unregister(Group)  # roles are what an account may do; groups would do nothing


@admin.register(User)
class UserAdmin(StaffAdmin[User]):
    """People."""

    list_display = ("username", "email", "role", "is_active", "is_house", "date_joined", "last_login")
    list_filter = ("role", "is_active", "is_house")
    search_fields = ("username", "email")
    hidden = ("password",)
    editable = ("about", "email")
    actions = ("ban", "unban", "make_player", "make_organiser", "make_operator")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Change an account as its owner would, and write down who did."""
        assert isinstance(request.user, User)
        services.change_profile(user=obj, about=obj.about, email=obj.email or "")
        services.audit(actor=request.user, action="edit", target=obj, fields=list(form.changed_data))

    @admin.action(description="Ban: close the account, pause its bots")
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Close accounts."""
        self.do(request, queryset, lambda user, who, why: services.ban_user(user=user, actor=who, reason=why))

    @admin.action(description="Unban: open the account again")
    def unban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Open accounts."""
        self.do(
            request, queryset, lambda user, who, why: services.unban_user(user=user, actor=who, reason=why)
        )

    @admin.action(description="Make player")
    def make_player(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Demote to players."""
        self._role(request, queryset, Role.PLAYER)

    @admin.action(description="Promote to organiser")
    def make_organiser(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Promote to organisers."""
        self._role(request, queryset, Role.ORGANISER)

    @admin.action(description="Promote to operator")
    def make_operator(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Promote to operators."""
        self._role(request, queryset, Role.OPERATOR)

    def _role(self, request: HttpRequest, queryset: QuerySet[User], role: Role) -> None:
        self.do(
            request,
            queryset,
            lambda user, who, why: services.set_role(user=user, role=role, actor=who, reason=why),
        )


@admin.register(ApiToken)
class ApiTokenAdmin(StaffAdmin[Any]):
    """Tokens; their texts are nowhere."""

    list_display = ("name", "user", "token_key", "created", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    hidden = ("digest",)
    actions = ("revoke",)

    @admin.action(description="Revoke")
    def revoke(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Make tokens worthless."""
        self.do(request, queryset, _revoke)


def _revoke(token: ApiToken, who: User, why: str) -> None:
    services.audit(actor=who, action="revoke_token", target=token.user, reason=why, token=token.name)
    services.revoke_token(token=token)


@admin.register(AuditEntry)
class AuditEntryAdmin(StaffAdmin[AuditEntry]):
    """What was done to whom, by whom and why."""

    list_display = ("created_at", "actor", "action", "target", "reason")
    list_filter = ("action", "created_at")
    list_select_related = ("actor",)
    search_fields = ("target", "reason", "actor__username")
