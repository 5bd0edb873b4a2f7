"""Ladders: a game with its options, seats, legs and clock, and the ratings that follow from playing it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Ladder(models.Model):
    """A way to play a game that is rated for ever."""

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=80)
    description = models.CharField(max_length=500, blank=True)
    game = models.CharField(max_length=20, db_index=True)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField()
    players = (
        models.PositiveSmallIntegerField()
    )  # bots in a match: sides of the table, or tables side by side
    legs = models.PositiveSmallIntegerField(default=10)
    mirror = models.BooleanField(default=False)
    move_ms = models.PositiveIntegerField(default=1000)
    bank_ms = models.PositiveIntegerField(default=10_000)
    start_ms = models.PositiveIntegerField(default=5000)
    # TrueSkill's parameters; beta is fitted to the game
    mu = models.FloatField(default=25.0)
    sigma = models.FloatField(default=25.0 / 3)
    beta = models.FloatField(default=25.0 / 3)
    tau = models.FloatField(default=0.008)
    draw_probability = models.FloatField(default=0.02)
    version_sigma = models.FloatField(default=4.0)  # a new version's sigma is at least this
    is_open = models.BooleanField(default=True)
    is_default = models.BooleanField(default=False)  # comes with the service; counts in the pentathlon
    order = models.PositiveSmallIntegerField(default=100)
    created_at = models.DateTimeField(auto_now_add=True)
    rating_sequence = models.PositiveBigIntegerField(
        default=0
    )  # number of the last rating event, taken under lock

    class Meta:
        ordering: ClassVar = ["order", "slug"]

    def __str__(self) -> str:
        return self.title
