"""Ratings and the events that made them: a ladder can be rated anew from its matches."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Rating(models.Model):
    """A bot's standing on a ladder, with the counts its leaderboard row shows."""

    ladder = models.ForeignKey("ladders.Ladder", on_delete=models.CASCADE, related_name="ratings")
    bot = models.ForeignKey("submissions.Bot", on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.FloatField()  # mu - 3 sigma
    version = models.ForeignKey(
        "submissions.Version", null=True, on_delete=models.SET_NULL, related_name="+"
    )  # last rated
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    faults = models.PositiveIntegerField(default=0)
    # `shown` after each of the last 20 matches, oldest first
    recent = models.JSONField(default=list, blank=True)
    trend = models.FloatField(default=0.0)  # change of `shown` over the last 20 matches
    badge_level = models.PositiveSmallIntegerField(default=0)  # the best grade or boundary reached
    badge = models.CharField(max_length=60, blank=True)
    is_active = models.BooleanField(default=True)  # on the board: neither paused nor retired
    created_at = models.DateTimeField(auto_now_add=True)
    last_match_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "bot"], name="one_rating_a_bot_and_ladder")
        ]
        indexes: ClassVar = [
            models.Index(fields=["ladder", "is_active", "-shown", "id"], name="board"),
            models.Index(fields=["ladder", "is_active", "mu"], name="neighbours"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} on {self.ladder}"


class RatingEvent(models.Model):
    """One change of one rating by one match."""

    ladder = models.ForeignKey("ladders.Ladder", on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveBigIntegerField()
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="rating_events")
    bot = models.ForeignKey("submissions.Bot", on_delete=models.CASCADE, related_name="rating_events")
    version = models.ForeignKey("submissions.Version", null=True, on_delete=models.SET_NULL, related_name="+")
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "sequence"], name="rating_events_numbered"),
            models.UniqueConstraint(fields=["match", "bot"], name="one_rating_event_a_seat"),
        ]
        indexes: ClassVar = [models.Index(fields=["bot", "ladder", "-sequence"], name="bot_history")]

    def __str__(self) -> str:
        return f"event {self.sequence}"
