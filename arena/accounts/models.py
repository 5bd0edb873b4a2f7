"""People: players, organisers, operators; their API tokens; what staff did."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


class Role(models.TextChoices):
    """What an account may do. Operators are staff besides."""

    PLAYER = "player", _("player")
    ORGANISER = "organiser", _("organiser")
    OPERATOR = "operator", _("operator")


class People(UserManager["User"]):
    """Accounts; one without an e-mail address has none, rather than an empty one."""

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Lower the domain; nothing stays nothing, so that several accounts may have it."""
        return super().normalize_email(email) or None  # type: ignore[return-value]  # the column takes null


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox has no types
    """An account. The house is one too: it owns the bots that come with the service."""

    # null, not "": several people may have none, and no two the same
    email = models.EmailField(_("e-mail address"), unique=True, null=True, blank=True)  # type: ignore[assignment]
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    about = models.TextField(max_length=1000, blank=True)
    is_house = models.BooleanField(default=False)
    banned_reason = models.CharField(max_length=300, blank=True)

    objects: ClassVar[People] = People()

    class Meta(AbstractUser.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("username"), name="username_unique_in_any_case")
        ]

    @property
    def may_organise(self) -> bool:
        """Tell whether this person makes ladders and tournaments."""
        return self.is_staff or self.role in {Role.ORGANISER, Role.OPERATOR}


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """A named key for scripts; only its digest is kept."""

    public_id = models.UUIDField(default=uuid4, unique=True, editable=False)
    name = models.CharField(max_length=60)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class AuditEntry(models.Model):
    """One thing that staff, an organiser or the system did to somebody's property, and why."""

    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    action = models.CharField(max_length=40)
    target = models.CharField(max_length=80, db_index=True)  # "match:17"
    reason = models.CharField(max_length=500, blank=True)
    detail = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.action} {self.target}"
