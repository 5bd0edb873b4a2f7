"""Submit in the browser: a new bot, a new version, and how its build and check go."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.accounts.models import User
from arena.errors import ArenaError, NotFoundError
from arena.submissions import selectors, services
from arena.submissions.models import Bot, Version, VersionStatus
from arena.web import words
from arena.web.forms import BotForm, SubmitForm, UploadForm
from arena.web.identity import me

_SETTLED = (VersionStatus.ACTIVE, VersionStatus.REJECTED, VersionStatus.RETIRED)


@login_required
@never_cache
def submit(request: HttpRequest) -> HttpResponse:
    """Make a bot with its first version."""
    form = SubmitForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            version = _first_version(request, form)
        except ArenaError as refused:
            form.refuse(refused)
        else:
            return redirect("version", version.bot.name, version.number)
    shown = {"form": form, "largest": settings.UPLOAD_BYTES}
    return render(request, "bots/submit.html", shown, status=400 if form.errors else 200)


@transaction.atomic
def _first_version(request: HttpRequest, form: SubmitForm) -> Version:
    """Make both or neither: a bot whose file is refused would only be in the way."""
    given = form.cleaned_data
    bot = services.create_bot(
        owner=me(request), name=given["name"], games=given["games"], description=given["description"]
    )
    filename, content = form.content()
    return services.upload_version(bot=bot, filename=filename, content=content)


@login_required
@never_cache
def upload(request: HttpRequest, name: str) -> HttpResponse:
    """Upload a new version of one's bot."""
    bot = selectors.own_bot(name, request.user)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        filename, content = form.content()
        try:
            version = services.upload_version(bot=bot, filename=filename, content=content, actor=me(request))
        except ArenaError as refused:
            form.refuse(refused)
        else:
            return redirect("version", bot.name, version.number)
    shown = {"form": form, "bot": bot, "largest": settings.UPLOAD_BYTES}
    return render(request, "bots/upload.html", shown, status=400 if form.errors else 200)


@require_safe
@never_cache
def version(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Show a version: its state for everybody, reason, log and transcript for its owner."""
    return render(request, "bots/version.html", _version(request, name, number))


@require_safe
@never_cache
def progress(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Show only what changes while a version is built and checked."""
    return render(request, "bots/_progress.html", _version(request, name, number))


def _version(request: HttpRequest, name: str, number: int) -> dict[str, Any]:
    found = selectors.version_of(selectors.bot_named(name), number)
    own = selectors.may_manage(found.bot, request.user)
    report = [entry | {"lines": words.marked(entry.get("log", ""))} for entry in found.check_report if own]
    return {
        "version": found, "bot": found.bot, "may_manage": own, "state": words.state_of(found),
        "is_settled": found.status in _SETTLED, "build_lines": words.marked(found.build_log) if own else [],
        "report": report,
    }  # fmt: skip


@require_safe
def source(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Download an upload as it was."""
    found = selectors.version_of(selectors.bot_named(name), number)
    content = selectors.source_of(found, request.user)
    names = {"Content-Disposition": f'attachment; filename="{found.bot.name}-{found.number}-{_plain(found)}"'}
    return HttpResponse(content, content_type="application/octet-stream", headers=names)


def _plain(version: Version) -> str:
    return "".join(sign for sign in version.filename if sign.isascii() and (sign.isalnum() or sign in "._-"))


def _pause(bot: Bot, who: User) -> str:
    services.pause_bot(bot=bot, actor=who)
    return _("It is off the boards until you resume it.")


def _resume(bot: Bot, who: User) -> str:
    services.resume_bot(bot=bot, actor=who)
    return _("It plays again.")


def _publish(bot: Bot, who: User) -> str:
    services.change_bot(bot=bot, source_public=True, actor=who)
    return _("Everybody may read its source now.")


def _hide(bot: Bot, who: User) -> str:
    services.change_bot(bot=bot, source_public=False, actor=who)
    return _("Its source is private again.")


def _retire(bot: Bot, who: User) -> str:
    services.retire_bot(bot=bot, actor=who)
    return _("It is retired; its matches stay.")


ACTIONS = {"pause": _pause, "resume": _resume, "publish": _publish, "hide": _hide, "retire": _retire}


@login_required
@require_POST
def act(request: HttpRequest, name: str, action: str) -> HttpResponse:
    """Pause, resume, publish, hide or retire one's bot."""
    if action not in ACTIONS:
        raise NotFoundError("There is no such action.")
    bot = selectors.own_bot(name, request.user)
    try:
        messages.success(request, ACTIONS[action](bot, me(request)))
    except ArenaError as refused:
        messages.error(request, refused.detail)
    return redirect("bot", bot.name)


@login_required
@require_POST
def change(request: HttpRequest, name: str) -> HttpResponse:
    """Change what is said about one's bot and which games it enters."""
    bot = selectors.own_bot(name, request.user)
    form = BotForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose at least one game; a description has at most 300 characters."))
        return redirect("bot", bot.name)
    games = form.cleaned_data["games"]
    try:
        other = games if set(games) != set(bot.games) else None  # the same games need no new check
        services.change_bot(
            bot=bot, description=form.cleaned_data["description"], games=other, actor=me(request)
        )
        messages.success(request, _("Saved."))
    except ArenaError as refused:
        messages.error(request, refused.detail)
    return redirect("bot", bot.name)


urlpatterns = [
    path("submit", submit, name="submit"),
    path("bots/<slug:name>/upload", upload, name="upload"),
    path("bots/<slug:name>/change", change, name="change_bot"),
    path("bots/<slug:name>/do/<slug:action>", act, name="bot_action"),
    path("bots/<slug:name>/versions/<int:number>", version, name="version"),
    path("bots/<slug:name>/versions/<int:number>/progress", progress, name="version_progress"),
    path("bots/<slug:name>/versions/<int:number>/source", source, name="source"),
]
