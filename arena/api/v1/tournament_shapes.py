"""What the API says and hears about tournaments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from arena.api.base import ApiViewSet
from arena.ladders.models import Ladder
from arena.tournaments.models import Admission, Entrant, Schedule, Seeding, Tournament, TournamentGame
from arena.tournaments.pairing.formats import FORMATS

_PLAY = (
    "title", "description", "format", "format_settings", "game", "options", "seats", "legs", "mirror",
    "best_of", "tie_legs", "move_ms", "bank_ms", "start_ms", "live_delay_s", "admission", "rank_limit",
    "capacity", "bots_per_player", "needs_check_in", "check_in_min", "seeding", "release_by_hand",
    "house_entrants",
)  # fmt: skip


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament; the draw's seed is shown once the entrants are fixed, its hash from the beginning."""

    organiser = serializers.CharField(source="organiser.username")
    ladder = serializers.CharField(source="ladder.slug", default=None, allow_null=True)
    schedule = serializers.IntegerField(source="schedule_id", allow_null=True)
    entrants = serializers.IntegerField(source="entrant_count", default=0)
    draw_seed_hash = serializers.CharField()
    draw_seed = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = (
            "slug", "organiser", "schedule", "status", "status_reason", *_PLAY, "ladder", "entrants",
            "registration_opens_at", "starts_at", "started_at", "finished_at", "released_round",
            "draw_seed_hash", "draw_seed", "plan_version", "created_at",
        )  # fmt: skip

    def get_draw_seed(self, tournament: Tournament) -> str | None:
        """Keep the seed secret while entrants come and go."""
        return tournament.draw_seed if tournament.status not in ("draft", "registration") else None


class PlaySerializer(serializers.Serializer[Any]):
    """How matches are played and paired; a format takes its own settings in `format_settings`."""

    title = serializers.CharField(max_length=100)
    description = serializers.CharField(max_length=4000, default="", allow_blank=True)
    format = serializers.ChoiceField(choices=list(FORMATS))
    format_settings = serializers.DictField(default=dict)
    ladder = serializers.SlugRelatedField(
        slug_field="slug", queryset=Ladder.objects.all(), allow_null=True, default=None
    )
    game = serializers.CharField(max_length=20)
    options = serializers.DictField(default=dict)
    seats = serializers.IntegerField(min_value=1, max_value=12, default=2)
    legs = serializers.IntegerField(min_value=1, max_value=200, default=4)
    mirror = serializers.BooleanField(default=False)
    best_of = serializers.IntegerField(min_value=1, max_value=9, default=1)
    tie_legs = serializers.IntegerField(min_value=0, max_value=200, allow_null=True, default=None)
    move_ms = serializers.IntegerField(min_value=10, max_value=60_000, default=1000)
    bank_ms = serializers.IntegerField(min_value=0, max_value=600_000, default=10_000)
    start_ms = serializers.IntegerField(min_value=100, max_value=60_000, default=5000)
    live_delay_s = serializers.IntegerField(min_value=0, max_value=3600, default=0)
    admission = serializers.ChoiceField(choices=Admission.choices, default=Admission.OPEN)
    rank_limit = serializers.IntegerField(min_value=1, max_value=100_000, allow_null=True, default=None)
    capacity = serializers.IntegerField(min_value=2, max_value=512, allow_null=True, default=None)
    bots_per_player = serializers.IntegerField(min_value=1, max_value=100, default=1)
    needs_check_in = serializers.BooleanField(default=False)
    check_in_min = serializers.IntegerField(min_value=1, max_value=100_000, default=60)
    seeding = serializers.ChoiceField(choices=Seeding.choices, default=Seeding.LADDER)
    release_by_hand = serializers.BooleanField(default=False)
    house_entrants = serializers.BooleanField(default=False)


class NewTournamentSerializer(PlaySerializer):
    """What a new tournament needs."""

    slug = serializers.SlugField(max_length=120, default="", allow_blank=True)
    registration_opens_at = serializers.DateTimeField(allow_null=True, default=None)
    starts_at = serializers.DateTimeField(allow_null=True, default=None)


class NewScheduleSerializer(PlaySerializer):
    """A template and its times: cron in a time zone, "0 18 * * 6" is every Saturday at six."""

    cron = serializers.CharField(max_length=60)
    timezone = serializers.CharField(max_length=40, default="UTC")
    registration_opens_min = serializers.IntegerField(min_value=0, max_value=100_000, default=7 * 24 * 60)
    is_active = serializers.BooleanField(default=True)


class ScheduleSerializer(serializers.ModelSerializer[Schedule]):
    """A schedule; `next_at` is the start of the tournament that it makes next."""

    organiser = serializers.CharField(source="organiser.username")
    ladder = serializers.CharField(source="ladder.slug", default=None, allow_null=True)

    class Meta:
        model = Schedule
        fields = (
            "id", "organiser", "cron", "timezone", "registration_opens_min", "is_active", "next_at", *_PLAY,
            "ladder",
        )  # fmt: skip


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """A bot in a tournament."""

    bot = serializers.CharField(source="bot.name")
    owner = serializers.CharField(source="bot.owner.username")
    version = serializers.IntegerField(source="version.number", default=None, allow_null=True)
    is_checked_in = serializers.SerializerMethodField()

    class Meta:
        model = Entrant
        fields = ("bot", "owner", "version", "status", "reason", "seed", "is_checked_in", "place", "medal")

    def get_is_checked_in(self, entrant: Entrant) -> bool:
        """Tell whether its owner has said that it is ready."""
        return entrant.checked_in_at is not None


class BotNameSerializer(serializers.Serializer[Any]):
    """Which bot."""

    bot = serializers.SlugField(max_length=40)


class BotAndReasonSerializer(BotNameSerializer):
    """Which bot, and why."""

    reason = serializers.CharField(max_length=300)


class SeedsSerializer(serializers.Serializer[Any]):
    """Bots in order of seeds, the best first; those left out follow by the ladder."""

    bots = serializers.ListField(child=serializers.SlugField(max_length=40), max_length=512, default=list)


class WhySerializer(serializers.Serializer[Any]):
    """Why."""

    reason = serializers.CharField(max_length=500)


class InvalidateSerializer(WhySerializer):
    """Which match counts no longer, why, and that the warning was read."""

    match = serializers.IntegerField(min_value=1, max_value=2**53)
    confirm = serializers.BooleanField(default=False)


class CountSerializer(serializers.Serializer[Any]):
    """For how many entrants; as many as there are when it is left out."""

    entrants = serializers.IntegerField(min_value=0, max_value=512, required=False)


class ForecastSerializer(serializers.Serializer[Any]):
    """How much there will be to play at most, ties to be broken apart, and for about how long."""

    entrants = serializers.IntegerField()
    matches = serializers.IntegerField()
    rounds = serializers.IntegerField()
    legs = serializers.IntegerField()
    duration_s = serializers.IntegerField()


class PreviewSerializer(serializers.Serializer[Any]):
    """The bracket as it would be drawn now, and what it would take."""

    forecast = ForecastSerializer()
    bots = serializers.ListField(child=serializers.CharField())
    plan = serializers.DictField()


class ReopenedSerializer(serializers.Serializer[Any]):
    """The pairings that are open again."""

    reopens = serializers.ListField(child=serializers.CharField())


class FormatSerializer(serializers.Serializer[Any]):
    """A format, its sentence and its own settings."""

    format = serializers.CharField()
    name = serializers.CharField()
    sentence = serializers.CharField()
    settings = serializers.ListField(child=serializers.CharField())
    is_for_tables = serializers.BooleanField()


class TournamentGameSerializer(serializers.ModelSerializer[TournamentGame]):
    """A match of a pairing: `number` counts the matches of a best-of series or a tie."""

    match = serializers.IntegerField(source="match_id")
    status = serializers.CharField(source="match.status")

    class Meta:
        model = TournamentGame
        fields = ("key", "round", "number", "match", "status")


class DateSerializer(serializers.Serializer[Any]):
    """A line of the calendar; without a tournament as long as only a schedule speaks of it."""

    at = serializers.DateTimeField()
    title = serializers.CharField()
    game = serializers.CharField()
    format = serializers.CharField()
    tournament = serializers.CharField(source="tournament.slug", default=None, allow_null=True)
    status = serializers.CharField(source="tournament.status", default="scheduled")


def given_fields(view: ApiViewSet, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """Read a partial body: only what was sent, without the defaults."""
    given = shape(data=view.request.data, partial=True, context=view.get_serializer_context())
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
