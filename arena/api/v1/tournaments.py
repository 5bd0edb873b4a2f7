"""Tournaments: for organisers, for players, for whoever wants the results."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts.models import User
from arena.api.base import ApiViewSet
from arena.api.v1 import tournament_shapes as shapes
from arena.matches.selectors import match_by_id
from arena.submissions.selectors import bot_named
from arena.tournaments import registration, results, selectors, services
from arena.tournaments.models import Entrant, Tournament, TournamentStatus
from arena.tournaments.snapshot import snapshot

_OPTIONAL = "Give only what changes."


def _actor(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


class TournamentFilter(filters.FilterSet):  # type: ignore[misc]  # django-filter has no types
    """Narrow a list of tournaments."""

    status = filters.ChoiceFilter(choices=TournamentStatus.choices)
    game = filters.CharFilter(max_length=20)
    organiser = filters.CharFilter(field_name="organiser__username", lookup_expr="iexact", max_length=150)
    schedule = filters.NumberFilter(field_name="schedule", min_value=1, max_value=2**53)

    class Meta:
        model = Tournament
        fields = ("status", "game", "organiser", "schedule")


class TournamentViewSet(ApiViewSet):
    """Tournaments."""

    serializer_class = shapes.TournamentSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    lookup_field = "slug"
    lookup_value_regex = "[a-zA-Z0-9_-]{1,120}"
    filterset_class = TournamentFilter
    page_order = "-pk"
    queryset = Tournament.objects.none()

    def _named(self, slug: str) -> Tournament:
        return selectors.tournament_named(slug, self.request.user)

    def _shown(self, tournament: Tournament, code: int = status.HTTP_200_OK) -> Response:
        return Response(shapes.TournamentSerializer(self._named(tournament.slug)).data, status=code)

    def _step(self, step: Any, slug: str, **given: Any) -> Response:
        """Take a step in the life of a tournament and show where it stands."""
        return self._shown(step(tournament=self._named(slug), actor=_actor(self.request), **given))

    def _with_bot(self, step: Any, slug: str, code: int = 200) -> Response:
        given = self.valid(
            shapes.BotAndReasonSerializer if step is registration.disqualify else shapes.BotNameSerializer
        )
        given["bot"] = bot_named(given["bot"])
        entrant = step(tournament=self._named(slug), actor=_actor(self.request), **given)
        found = Entrant.objects.select_related("bot__owner", "version").get(pk=entrant.pk)
        return Response(shapes.EntrantSerializer(found).data, status=code)

    def list(self, request: Request) -> Response:
        """List tournaments, newest first; drafts only to their organisers."""
        return self.page(selectors.tournaments(request.user))

    def retrieve(self, request: Request, slug: str) -> Response:
        """Show a tournament."""
        return Response(shapes.TournamentSerializer(self._named(slug)).data)

    @extend_schema(request=shapes.NewTournamentSerializer, responses={201: shapes.TournamentSerializer})
    def create(self, request: Request) -> Response:
        """Make a draft; for organisers."""
        given = self.valid(shapes.NewTournamentSerializer)
        made = services.create_tournament(organiser=_actor(request), **given)
        return self._shown(made, status.HTTP_201_CREATED)

    @extend_schema(
        request=shapes.NewTournamentSerializer(partial=True), responses=shapes.TournamentSerializer,
        description=f"Change a tournament: its words until it is over, the rest until the lock. {_OPTIONAL}",
    )  # fmt: skip
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change a tournament."""
        given = shapes.given_fields(self, shapes.NewTournamentSerializer)
        given.pop("slug", None)
        return self._step(services.change_tournament, slug, **given)

    # ---- the organiser's steps

    @extend_schema(request=None, responses=shapes.TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def open(self, request: Request, slug: str) -> Response:
        """Open registration."""
        return self._step(services.open_registration, slug)

    @extend_schema(request=shapes.SeedsSerializer, responses=shapes.TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def lock(self, request: Request, slug: str) -> Response:
        """Fix the entrants: versions are frozen and seeds given, by hand from `bots` where that is set."""
        return self._step(services.lock_entrants, slug, seeds=self.valid(shapes.SeedsSerializer)["bots"])

    @extend_schema(request=None, responses=shapes.TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def unlock(self, request: Request, slug: str) -> Response:
        """Go back to registration."""
        return self._step(services.unlock_entrants, slug)

    @extend_schema(request=None, responses=shapes.TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def start(self, request: Request, slug: str) -> Response:
        """Begin to play, now."""
        return self._step(services.start_tournament, slug)

    @extend_schema(request=None, responses=shapes.TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated], url_path="release-round")
    def release_round(self, request: Request, slug: str) -> Response:
        """Let the next round be played, where rounds are released by hand."""
        return self._step(services.release_round, slug)

    @extend_schema(request=shapes.WhySerializer, responses=shapes.TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def cancel(self, request: Request, slug: str) -> Response:
        """Call it off."""
        return self._step(services.cancel_tournament, slug, **self.valid(shapes.WhySerializer))

    @extend_schema(request=shapes.SeedsSerializer, responses={204: None})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def seeds(self, request: Request, slug: str) -> Response:
        """Write seeds down before the lock, for a tournament that is seeded by hand."""
        given = self.valid(shapes.SeedsSerializer)
        registration.set_seeds(tournament=self._named(slug), actor=_actor(request), **given)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=shapes.BotNameSerializer, responses={201: shapes.EntrantSerializer})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def invite(self, request: Request, slug: str) -> Response:
        """Ask a bot in."""
        return self._with_bot(registration.invite, slug, status.HTTP_201_CREATED)

    @extend_schema(request=shapes.BotAndReasonSerializer, responses=shapes.EntrantSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def disqualify(self, request: Request, slug: str) -> Response:
        """Throw a bot out; it is placed last and the tournament goes on."""
        return self._with_bot(registration.disqualify, slug)

    @extend_schema(request=shapes.InvalidateSerializer, responses=shapes.ReopenedSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def invalidate(self, request: Request, slug: str) -> Response:
        """Let a match count no longer; without `confirm` this is refused, with what it would re-open."""
        given = self.valid(shapes.InvalidateSerializer)
        reopened = services.invalidate_result(
            tournament=self._named(slug), match=match_by_id(given["match"], request.user),
            actor=_actor(request), reason=given["reason"], confirmed=given["confirm"],
        )  # fmt: skip
        return Response({"reopens": sorted(reopened)})

    # ---- the player's steps

    @extend_schema(request=shapes.BotNameSerializer, responses={201: shapes.EntrantSerializer})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def register(self, request: Request, slug: str) -> Response:
        """Enter a bot of yours; it waits when every place is taken."""
        return self._with_bot(registration.register, slug, status.HTTP_201_CREATED)

    @extend_schema(request=shapes.BotNameSerializer, responses=shapes.EntrantSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def withdraw(self, request: Request, slug: str) -> Response:
        """Take a bot of yours out, at any time."""
        return self._with_bot(registration.withdraw, slug)

    @extend_schema(request=shapes.BotNameSerializer, responses=shapes.EntrantSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated], url_path="check-in")
    def check_in(self, request: Request, slug: str) -> Response:
        """Say that a bot of yours is ready."""
        return self._with_bot(registration.check_in, slug)

    @extend_schema(responses=shapes.TournamentGameSerializer(many=True))
    @action(
        detail=True, filterset_class=None, pagination_class=None, permission_classes=[IsAuthenticated],
        url_path="my-matches",
    )  # fmt: skip
    def my_matches(self, request: Request, slug: str) -> Response:
        """List the matches of your bots that wait to be played or are played now."""
        rows = selectors.next_matches(self._named(slug), request.user)
        return Response(shapes.TournamentGameSerializer(rows, many=True).data)

    # ---- what everybody reads

    @extend_schema(responses=shapes.EntrantSerializer(many=True))
    @action(detail=True, filterset_class=None, pagination_class=None)
    def entrants(self, request: Request, slug: str) -> Response:
        """List the entrants by place, then seed."""
        rows = selectors.entrants_of(self._named(slug))
        return Response(shapes.EntrantSerializer(rows, many=True).data)

    @extend_schema(responses=shapes.PreviewSerializer, parameters=[shapes.CountSerializer])
    @action(detail=True, filterset_class=None, pagination_class=None)
    def preview(self, request: Request, slug: str) -> Response:
        """Show the bracket as it would be drawn now, and how much it would take."""
        given = shapes.CountSerializer(data=request.query_params)
        given.is_valid(raise_exception=True)
        tournament = self._named(slug)
        plan, order = selectors.preview_plan(tournament)
        count = given.validated_data.get("entrants", len(order))
        shown = {
            "forecast": selectors.forecast(tournament, count), "bots": [row.bot.name for row in order],
            "plan": snapshot(plan),
        }  # fmt: skip
        return Response(shapes.PreviewSerializer(shown).data)

    @extend_schema(responses=OpenApiTypes.OBJECT)
    @action(detail=True, filterset_class=None, pagination_class=None)
    def standings(self, request: Request, slug: str) -> Response:
        """Give the standings as they are now, with their tie-breaks explained."""
        found = results.results_of(self._named(slug))
        return Response({name: found[name] for name in ("standings", "groups", "tie_breaks", "notes")})

    @extend_schema(responses=OpenApiTypes.OBJECT)
    @action(detail=True, filterset_class=None, pagination_class=None)
    def bracket(self, request: Request, slug: str) -> Response:
        """Give every pairing, from before its entrants are known until it is decided, with its matches."""
        found = results.results_of(self._named(slug))
        return Response({name: found[name] for name in ("plan_version", "pairings", "notes")})

    @extend_schema(responses=OpenApiTypes.OBJECT)
    @action(detail=True, filterset_class=None, pagination_class=None, url_path="results.json")
    def results_json(self, request: Request, slug: str) -> Response:
        """Give everything about a tournament in one document."""
        return Response(results.results_of(self._named(slug)))

    @extend_schema(responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)})
    @action(detail=True, filterset_class=None, pagination_class=None, url_path="results.csv")
    def results_csv(self, request: Request, slug: str) -> HttpResponse:
        """Give the standings as a table for spreadsheets."""
        text = results.standings_csv(self._named(slug))
        name = f'attachment; filename="{slug}.csv"'
        return HttpResponse(
            text, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name}
        )
