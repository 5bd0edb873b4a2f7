"""Recurring tournaments, the calendar, and the formats there are."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts.models import User
from arena.api.base import ApiView, ApiViewSet
from arena.api.v1 import tournament_shapes as shapes
from arena.tournaments import calendar, schedules, selectors
from arena.tournaments.models import Schedule
from arena.tournaments.pairing.formats import FORMATS


class ScheduleViewSet(ApiViewSet):
    """Recurring tournaments."""

    serializer_class = shapes.ScheduleSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    lookup_value_regex = "[0-9]{1,15}"
    page_order = ("next_at", "pk")
    queryset = Schedule.objects.none()

    def list(self, request: Request) -> Response:
        """List the active schedules, the next first."""
        return self.page(selectors.schedules())

    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a schedule."""
        return Response(shapes.ScheduleSerializer(selectors.schedule_by_id(int(pk))).data)

    @extend_schema(request=shapes.NewScheduleSerializer, responses={201: shapes.ScheduleSerializer})
    def create(self, request: Request) -> Response:
        """Make a schedule; for organisers."""
        assert isinstance(request.user, User)
        made = schedules.create_schedule(organiser=request.user, **self.valid(shapes.NewScheduleSerializer))
        return Response(shapes.ScheduleSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=shapes.NewScheduleSerializer(partial=True), responses=shapes.ScheduleSerializer,
        description="Change what the tournaments to come are like, or stop them. Give only what changes.",
    )  # fmt: skip
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change a schedule."""
        found = selectors.schedule_by_id(int(pk))
        given = shapes.given_fields(self, shapes.NewScheduleSerializer)
        assert isinstance(request.user, User)
        changed = schedules.change_schedule(schedule=found, actor=request.user, **given)
        return Response(shapes.ScheduleSerializer(changed).data)


class FormatsView(ApiView):
    """The formats that tournaments are played in."""

    @extend_schema(responses=shapes.FormatSerializer(many=True), operation_id="tournament_formats")
    def get(self, request: Request) -> Response:
        """List the formats with their own settings."""
        rows = [
            {"format": key, "name": one.name, "sentence": one.sentence, "settings": list(one.options),
             "is_for_tables": one.is_for_tables}
            for key, one in FORMATS.items()
        ]  # fmt: skip
        return Response(shapes.FormatSerializer(rows, many=True).data)


class CalendarView(ApiView):
    """When tournaments are."""

    @extend_schema(responses=shapes.DateSerializer(many=True), operation_id="tournament_calendar")
    def get(self, request: Request) -> Response:
        """List what was, is and will be; /tournaments/calendar.ics is the same as a feed."""
        return Response(shapes.DateSerializer(calendar.dates(), many=True).data)
