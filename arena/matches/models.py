"""Matches. The row is the truth; a task only hints at it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class MatchStatus(models.TextChoices):
    """The life of a match."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    VOID = "void", _("void")
    CANCELLED = "cancelled", _("cancelled")


class MatchKind(models.TextChoices):
    """Why a match is played. Only ladder matches are rated."""

    LADDER = "ladder", _("ladder match")
    CHECK = "check", _("check of an upload")
    CHALLENGE = "challenge", _("challenge")
    TOURNAMENT = "tournament", _("tournament match")


class Match(models.Model):
    """Bots playing a series of legs, counted once."""

    kind = models.CharField(max_length=10, choices=MatchKind.choices)
    status = models.CharField(max_length=10, choices=MatchStatus.choices, default=MatchStatus.QUEUED)
    status_reason = models.CharField(max_length=500, blank=True)
    failure = models.CharField(max_length=500, blank=True)  # what failed on our side; for operators
    ladder = models.ForeignKey(
        "ladders.Ladder", null=True, blank=True, on_delete=models.PROTECT, related_name="matches"
    )
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField()
    legs = models.PositiveSmallIntegerField()
    mirror = models.BooleanField(default=False)
    move_ms = models.PositiveIntegerField()
    bank_ms = models.PositiveIntegerField()
    start_ms = models.PositiveIntegerField()
    seed = models.CharField(max_length=64)  # secret until it is over
    seed_hash = models.CharField(max_length=64)
    engine_version = models.PositiveSmallIntegerField()
    priority = models.PositiveSmallIntegerField(default=5)  # lower is sooner
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    queued_at = models.DateTimeField(default=timezone.now)  # when its message was last sent
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=80, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    record_key = models.CharField(
        max_length=120, blank=True
    )  # in storage: the legs' records and reports, compressed
    digest = models.CharField(max_length=64, blank=True)
    rated_at = models.DateTimeField(null=True, blank=True)
    invalidated_at = models.DateTimeField(null=True, blank=True)
    invalidated_reason = models.CharField(max_length=500, blank=True)
    rerun_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="reruns"
    )
    live_delay_s = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            models.Index(fields=["status", "priority", "id"], name="queue"),
            models.Index(fields=["ladder", "-id"], name="ladder_matches"),
            models.Index(fields=["-id", "game"], name="newest_by_game"),
            models.Index(fields=["kind", "-finished_at"], name="finished_by_kind"),
            models.Index(fields=["created_at"], name="matches_by_date"),
            models.Index(fields=["lease_until"], condition=models.Q(status="running"), name="leases"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(rated_at=None) | models.Q(kind="ladder", status="finished"),
                name="only_finished_ladder_matches_are_rated",
            )
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"

    @property
    def is_over(self) -> bool:
        """Tell whether its result stands: its seed and record are then public."""
        return self.status == MatchStatus.FINISHED


class MatchPlayer(models.Model):
    """One bot's part in a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="players")
    index = models.PositiveSmallIntegerField()
    bot = models.ForeignKey("submissions.Bot", on_delete=models.PROTECT, related_name="played")
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="played")
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.FloatField(null=True, blank=True)
    result = models.CharField(max_length=5, blank=True)  # win, draw or loss: against the table
    fault = models.CharField(max_length=30, blank=True)
    fault_reason = models.CharField(max_length=1000, blank=True)
    forfeits = models.PositiveSmallIntegerField(default=0)
    badge_level = models.PositiveSmallIntegerField(default=0)  # grade or boundary reached
    badge = models.CharField(max_length=60, blank=True)
    cpu_ms = models.PositiveIntegerField(default=0)
    peak_memory_kb = models.PositiveIntegerField(default=0)
    log_key = models.CharField(
        max_length=120, blank=True
    )  # in storage: stderr, notes, fault transcripts; the owner's

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "index"], name="one_player_an_index")
        ]
        indexes: ClassVar = [
            models.Index(fields=["bot", "-match"], name="bot_matches"),
            models.Index(fields=["bot", "fault", "-match"], name="bot_faults"),
            models.Index(fields=["-match"], condition=models.Q(result="draw"), name="draws"),
        ]

    def __str__(self) -> str:
        return f"player {self.index} of match {self.match_id}"


class Worker(models.Model):
    """A worker as it was last seen."""

    name = models.CharField(max_length=80, primary_key=True)
    seen_at = models.DateTimeField(db_index=True)
    started_at = models.DateTimeField()
    sandbox_level = models.CharField(max_length=20)
    sandbox_ok = models.BooleanField(default=False)
    detail = models.JSONField(default=dict, blank=True)  # probes, cores, languages
    matches = models.PositiveIntegerField(default=0)
    voids = models.PositiveIntegerField(default=0)
    faults = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name
