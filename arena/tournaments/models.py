"""Tournaments: entrants, settings and results; everything else follows from them."""

from __future__ import annotations

from hashlib import sha256
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class TournamentStatus(models.TextChoices):
    """The life of a tournament."""

    DRAFT = "draft", _("draft")
    REGISTRATION = "registration", _("registration")
    LOCKED = "locked", _("locked")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Admission(models.TextChoices):
    """Who may register."""

    OPEN = "open", _("open to all")
    INVITATION = "invitation", _("by invitation")
    RANK = "rank", _("by ladder rank")


class Seeding(models.TextChoices):
    """Where the seeds come from."""

    LADDER = "ladder", _("from the ladder")
    HAND = "hand", _("by hand")
    DRAWN = "drawn", _("drawn from a published seed")


class PlaySettings(models.Model):
    """How matches are played and paired: the same in a template and in a tournament."""

    title = models.CharField(max_length=100)
    description = models.TextField(max_length=4000, blank=True)
    format = models.CharField(max_length=24)  # a key of pairing.FORMATS
    format_settings = models.JSONField(default=dict, blank=True)
    ladder = models.ForeignKey(
        "ladders.Ladder", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )  # seeds, ranks
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField()
    legs = models.PositiveSmallIntegerField(default=4)
    mirror = models.BooleanField(default=False)
    best_of = models.PositiveSmallIntegerField(default=1)
    tie_legs = models.PositiveSmallIntegerField(
        null=True, blank=True
    )  # of a tie-break; None: as many as legs
    move_ms = models.PositiveIntegerField(default=1000)
    bank_ms = models.PositiveIntegerField(default=10_000)
    start_ms = models.PositiveIntegerField(default=5000)
    live_delay_s = models.PositiveSmallIntegerField(default=0)
    admission = models.CharField(max_length=12, choices=Admission.choices, default=Admission.OPEN)
    rank_limit = models.PositiveIntegerField(null=True, blank=True)
    capacity = models.PositiveIntegerField(null=True, blank=True)
    bots_per_player = models.PositiveSmallIntegerField(default=1)
    needs_check_in = models.BooleanField(default=False)
    check_in_min = models.PositiveIntegerField(default=60)  # minutes before the start
    seeding = models.CharField(max_length=8, choices=Seeding.choices, default=Seeding.LADDER)
    release_by_hand = models.BooleanField(default=False)
    house_entrants = models.BooleanField(default=False)  # fill up with house bots at the start

    class Meta:
        abstract = True


class Schedule(PlaySettings):
    """A template and the times at which tournaments are made from it."""

    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="schedules"
    )
    cron = models.CharField(max_length=60)
    timezone = models.CharField(max_length=40, default="UTC")
    registration_opens_min = models.PositiveIntegerField(default=7 * 24 * 60)  # minutes before the start
    is_active = models.BooleanField(default=True)
    next_at = models.DateTimeField(null=True, blank=True, db_index=True)  # the next start to be made
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.title


class Tournament(PlaySettings):
    """One tournament."""

    slug = models.SlugField(max_length=120, unique=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
    schedule = models.ForeignKey(
        Schedule, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    occurrence_at = models.DateTimeField(null=True, blank=True)  # which of the schedule's times it is
    status = models.CharField(
        max_length=12, choices=TournamentStatus.choices, default=TournamentStatus.DRAFT, db_index=True
    )
    status_reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    registration_opens_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True, db_index=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    advanced_at = models.DateTimeField(null=True, blank=True)  # None: something but a result has changed
    retry_at = models.DateTimeField(null=True, blank=True, db_index=True)  # when a void match is tried again
    draw_seed = models.CharField(max_length=64)  # secret until the entrants are fixed, its hash is not
    released_round = models.PositiveIntegerField(default=0)  # with release_by_hand
    plan = models.JSONField(default=dict, blank=True)  # what the pages draw: the pure function's last answer
    plan_version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["schedule", "occurrence_at"], name="each_occurrence_once")
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more is to come."""
        return self.status in {TournamentStatus.FINISHED, TournamentStatus.CANCELLED}

    @property
    def has_begun(self) -> bool:
        """Tell whether it is played, or was."""
        return self.status in {TournamentStatus.RUNNING, TournamentStatus.FINISHED}

    @property
    def takes_entries(self) -> bool:
        """Tell whether bots come and go freely."""
        return self.status == TournamentStatus.REGISTRATION

    @property
    def draw_seed_hash(self) -> str:
        """Give what is published of the draw's seed from the beginning."""
        return sha256(self.draw_seed.encode()).hexdigest()


class EntrantStatus(models.TextChoices):
    """Where an entrant stands."""

    INVITED = "invited", _("invited")
    WAITING = "waiting", _("on the waiting list")
    REGISTERED = "registered", _("registered")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


class Entrant(models.Model):
    """A bot in a tournament; its version is frozen when the tournament starts."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    bot = models.ForeignKey("submissions.Bot", on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey(
        "submissions.Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    status = models.CharField(max_length=12, choices=EntrantStatus.choices, default=EntrantStatus.REGISTERED)
    reason = models.CharField(max_length=300, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    left_after = models.PositiveIntegerField(null=True, blank=True)  # the last round it played, when it left
    place = models.PositiveIntegerField(null=True, blank=True)
    medal = models.CharField(max_length=10, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="a_bot_enters_once")
        ]

    def __str__(self) -> str:
        return f"entrant {self.pk}"

    @property
    def is_in(self) -> bool:
        """Tell whether it has a place."""
        return self.status == EntrantStatus.REGISTERED


class TournamentGame(models.Model):
    """One match of a pairing: the first, or a further one of a best-of series or a tie.

    A game whose match came to nothing, or whose pairing now has other entrants, is superseded: it stays as
    history, and another takes its number.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="games")
    key = models.CharField(max_length=40)  # of the pairing
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="tournament_games")
    entrants = models.JSONField(
        default=list, blank=True
    )  # ids in the order of the match's players; null: a stand-in
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "key", "number"],
                condition=models.Q(superseded_at=None),
                name="a_pairing_is_played_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.key} game {self.number}"
