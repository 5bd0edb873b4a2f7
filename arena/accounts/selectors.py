"""What is read about people."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from arena.accounts.models import ApiToken, AuditEntry, User
from arena.errors import NotFoundError


def players() -> QuerySet[User]:
    """List the accounts that everybody may see, with the number of their bots."""
    bots = Count("bots", filter=Q(bots__retired_at=None))
    return User.objects.filter(is_active=True).annotate(bot_count=bots).order_by("pk")


def player_named(username: str) -> User:
    """Find an open account by name, in any case."""
    found = players().filter(username__iexact=username).first()
    if found is None:
        raise NotFoundError("There is no such player.")
    return found


def account_named(username: str) -> User:
    """Find any account by name, in any case, closed ones too; for operators."""
    found = User.objects.filter(username__iexact=username).first()
    if found is None:
        raise NotFoundError("There is no such account.")
    return found


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """List a person's tokens, newest first."""
    found: QuerySet[ApiToken] = ApiToken.objects.filter(user=user).order_by("-created", "digest")
    return found


def audit_entries() -> QuerySet[AuditEntry]:
    """List everything that was done, newest first."""
    return AuditEntry.objects.select_related("actor").order_by("-pk")
