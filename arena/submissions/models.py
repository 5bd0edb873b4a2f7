"""Bots and their versions. A version is immutable and addressed by its content."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Bot(models.Model):
    """A player's program over all its versions; its rating is the bot's, its results name the versions."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots")
    name = models.SlugField(max_length=40, unique=True)
    description = models.CharField(max_length=300, blank=True)
    games = models.JSONField(default=list, blank=True)  # slugs of the games it enters
    created_at = models.DateTimeField(auto_now_add=True)
    is_house = models.BooleanField(default=False)
    source_public = models.BooleanField(default=False)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_reason = models.CharField(max_length=300, blank=True)
    resumed_at = models.DateTimeField(null=True, blank=True)  # faults before it are forgiven
    retired_at = models.DateTimeField(null=True, blank=True)
    fault_streak = models.PositiveIntegerField(default=0)
    active_version = models.ForeignKey(
        "Version", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    def __str__(self) -> str:
        return self.name


class VersionStatus(models.TextChoices):
    """The life of a version."""

    UPLOADED = "uploaded", _("uploaded")
    BUILDING = "building", _("building")
    CHECKING = "checking", _("checking")
    ACTIVE = "active", _("active")
    REJECTED = "rejected", _("rejected")
    RETIRED = "retired", _("retired")


class Version(models.Model):
    """One upload of a bot."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    status = models.CharField(
        max_length=10, choices=VersionStatus.choices, default=VersionStatus.UPLOADED, db_index=True
    )
    status_reason = models.CharField(max_length=1000, blank=True)  # a sentence for the author
    digest = models.CharField(max_length=64, db_index=True)  # SHA-256 of the upload
    filename = models.CharField(max_length=120)
    size = models.PositiveIntegerField()
    language = models.CharField(max_length=20, blank=True)
    games = models.JSONField(default=list, blank=True)  # that it enters
    source_key = models.CharField(max_length=120)  # in storage
    build_log = models.TextField(blank=True)
    check_report = models.JSONField(default=list, blank=True)  # a game: verdict, fault, transcript
    created_at = models.DateTimeField(auto_now_add=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=80, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_unique")
        ]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"
