"""What organisers and players do to tournaments: forms, steps, entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from arena.accounts.models import User
from arena.errors import ArenaError, NotAllowedError
from arena.ladders.selectors import ladders
from arena.matches.selectors import match_by_id
from arena.submissions.selectors import bot_named
from arena.tournaments import registration, schedules, selectors, services
from arena.tournaments.drawing import drawing_of
from arena.tournaments.models import Tournament
from arena.tournaments.pairing import formats
from arena.tournaments.snapshot import snapshot
from arena.tournaments.terms import check_settings, pairing_settings
from arena.web.identity import me
from arena.web.paging import search_text
from arena.web.tournament_forms import TournamentForm, initial_of, initial_of_new

Step = Callable[..., Any]

_STEPS: dict[str, Step] = {
    "open": services.open_registration,
    "unlock": services.unlock_entrants,
    "start": services.start_tournament,
    "release": services.release_round,
}
_ENTRIES: dict[str, Step] = {
    "register": registration.register,
    "withdraw": registration.withdraw,
    "check_in": registration.check_in,
    "invite": registration.invite,
}


@login_required
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Make a tournament or a template, or show how it would be."""
    user = me(request)
    if not user.may_organise:
        raise NotAllowedError("Only organisers make tournaments: ask an operator.", code="not_an_organiser")
    start = initial_of_new(ladders())
    form = TournamentForm(request.POST or None, ladders=ladders(), initial=start)
    return _filled(request, form, lambda: _make(user, form), {"is_new": True})


def _make(user: User, form: TournamentForm) -> str:
    if form.repeats:
        schedules.create_schedule(organiser=user, **form.settings(), **form.times())
        return "/tournaments/calendar"
    made = services.create_tournament(organiser=user, **form.settings(), **form.times())
    return f"/tournaments/{made.slug}"


@login_required
@never_cache
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a tournament, or show how it would be."""
    found = selectors.tournament_named(slug, request.user)
    services.require_manager(found, me(request))
    form = TournamentForm(request.POST or None, ladders=ladders(), row=found, initial=initial_of(found))

    def change() -> str:
        given = form.settings()
        given |= {name: at for name, at in form.times().items() if name in form.changed_data}
        changed = {name: value for name, value in given.items() if value != getattr(found, name)}
        services.change_tournament(tournament=found, actor=me(request), **changed)
        return f"/tournaments/{slug}"

    return _filled(request, form, change, {"tournament": found})


@login_required
@never_cache
def edit_schedule(request: HttpRequest, schedule_id: int) -> HttpResponse:
    """Change the template of the tournaments to come, and their times."""
    found, user = selectors.schedule_by_id(schedule_id), me(request)
    schedules.require_owner(found, user)
    form = TournamentForm(request.POST or None, ladders=ladders(), row=found, initial=initial_of(found))

    def change() -> str:
        given = form.settings() | form.times()
        changed = {name: value for name, value in given.items() if value != getattr(found, name)}
        schedules.change_schedule(schedule=found, actor=user, **changed)
        return "/tournaments"

    return _filled(request, form, change, {"tournament": found})


def _filled(
    request: HttpRequest, form: TournamentForm, save: Callable[[], str], shown: dict[str, Any]
) -> HttpResponse:
    """Save a form that is filled in, preview it if that was asked, or show it again."""
    if request.method == "POST" and form.is_valid():
        try:
            if "preview" not in request.POST:
                return redirect(save())
            shown |= _preview(form)
        except ArenaError as refused:
            form.refuse(refused)
    shown |= {"form": form, "formats": formats.FORMATS}
    return render(request, "tournaments/form.html", shown, status=400 if form.errors else 200)


def _preview(form: TournamentForm) -> dict[str, Any]:
    """Draw the tournament for as many entrants as are expected, called by their seeds."""
    play = Tournament(**form.settings())
    check_settings(play)
    count = 8 if form.cleaned_data["expected"] is None else form.cleaned_data["expected"]
    plan = snapshot(formats.preview(pairing_settings(play), count))
    names = {seed: _("Seed %(seed)s") % {"seed": seed} for seed in range(1, count + 1)}
    return {"forecast": selectors.forecast(play, count), "drawing": drawing_of(plan, names, {})}


@login_required
@require_POST
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a step of the organiser's; what is refused is said above the page."""
    found = selectors.tournament_named(slug, request.user)
    try:
        _take(request, found)
    except ArenaError as refused:
        messages.error(request, refused.detail)
    return redirect(f"/tournaments/{slug}")


def _take(request: HttpRequest, found: Tournament) -> None:
    name, user, reason = request.POST.get("step", ""), me(request), search_text_of(request, "reason")
    if name in _STEPS:
        _STEPS[name](tournament=found, actor=user)
    elif name == "lock":
        seeds = search_text_of(request, "seeds").replace(",", " ").split()
        services.lock_entrants(tournament=found, actor=user, seeds=seeds)
    elif name == "cancel":
        services.cancel_tournament(tournament=found, actor=user, reason=reason)
    elif name == "disqualify":
        bot = bot_named(search_text_of(request, "bot"))
        registration.disqualify(tournament=found, bot=bot, actor=user, reason=reason)
    elif name == "withdraw":
        bot = bot_named(search_text_of(request, "bot"))
        registration.withdraw(tournament=found, bot=bot, actor=user, reason=reason)
    elif name == "invalidate":
        _invalidate(request, found, user, reason)


def _invalidate(request: HttpRequest, found: Tournament, user: User, reason: str) -> None:
    """Let a match fall; the first time only a warning comes of it."""
    number = request.POST.get("match", "")
    match = match_by_id(int(number) if number.isascii() and number.isdigit() else 0, user)
    services.invalidate_result(
        tournament=found, match=match, actor=user, reason=reason, confirmed=bool(request.POST.get("confirm"))
    )


def search_text_of(request: HttpRequest, name: str) -> str:
    """Read a text from a form: bounded, and nothing a database refuses."""
    return request.POST.get(name, "").replace("\0", "").strip()[:4000]


@login_required
@require_POST
def entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a bot, take it out, or say that it is ready."""
    found = selectors.tournament_named(slug, request.user)
    action = _ENTRIES.get(request.POST.get("action", ""))
    try:
        if action is not None:
            bot = bot_named(search_text(request, "bot") or search_text_of(request, "bot"))
            row = action(tournament=found, bot=bot, actor=me(request))
            messages.success(
                request, _("%(bot)s: %(state)s.") % {"bot": bot.name, "state": row.get_status_display()}
            )
    except ArenaError as refused:
        messages.error(request, refused.detail)
    return redirect(f"/tournaments/{slug}")


@login_required
@require_POST
def switch_schedule(request: HttpRequest, schedule_id: int, *, on: bool) -> HttpResponse:
    """Make no more tournaments from a template, or make them again."""
    found = selectors.schedule_by_id(schedule_id)
    try:
        schedules.change_schedule(schedule=found, actor=me(request), is_active=on)
        said = _("Tournaments are made from it again.") if on else _("No more tournaments are made from it.")
        messages.success(request, said)
    except ArenaError as refused:
        messages.error(request, refused.detail)
    return redirect("/tournaments")


patterns = [
    path("tournaments/new", new, name="tournament_new"),
    path("tournaments/schedules/<int:schedule_id>/edit", edit_schedule, name="schedule_edit"),
    path(
        "tournaments/schedules/<int:schedule_id>/stop", switch_schedule, {"on": False}, name="schedule_stop"
    ),
    path(
        "tournaments/schedules/<int:schedule_id>/resume",
        switch_schedule,
        {"on": True},
        name="schedule_resume",
    ),
    path("tournaments/<slug:slug>/edit", edit, name="tournament_edit"),
    path("tournaments/<slug:slug>/steps", step, name="tournament_step"),
    path("tournaments/<slug:slug>/entries", entry, name="tournament_entry"),
]
