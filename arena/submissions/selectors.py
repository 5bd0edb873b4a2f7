"""What is read about bots and versions. Source, logs and check reports are for owners and operators."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from arena import storage
from arena.accounts.models import User
from arena.errors import NotAllowedError, NotFoundError
from arena.submissions.models import Bot, Version, VersionStatus

Viewer = User | AnonymousUser


def bots() -> QuerySet[Bot]:
    """List all bots with their owners and active versions."""
    return Bot.objects.select_related("owner", "active_version").order_by("pk")


def bot_named(name: str) -> Bot:
    """Find a bot by its name."""
    found = bots().filter(name=name).first()
    if found is None:
        raise NotFoundError("There is no such bot.")
    return found


def own_bot(name: str, viewer: Viewer) -> Bot:
    """Find a bot that a person may change: their own, or any for operators."""
    found = bot_named(name)
    if not may_manage(found, viewer):
        raise NotAllowedError("This bot is not yours.", code="not_your_bot")
    return found


def may_manage(bot: Bot, viewer: Viewer) -> bool:
    """Tell whether a person may change a bot and read its private things."""
    return viewer.is_authenticated and (viewer.is_staff or bot.owner_id == viewer.pk)


def versions_of(bot: Bot) -> QuerySet[Version]:
    """List a bot's versions, newest first."""
    return bot.versions.select_related("bot__owner").order_by("-number")


def version_of(bot: Bot, number: int) -> Version:
    """Find a version by its number."""
    found = versions_of(bot).filter(number=number).first()
    if found is None:
        raise NotFoundError("There is no such version.")
    return found


def source_of(version: Version, viewer: Viewer) -> bytes:
    """Read an upload: its owner's, an operator's, anybody's once it is published."""
    if not (version.bot.source_public or may_manage(version.bot, viewer)):
        raise NotAllowedError("The source of this bot is not public.", code="source_private")
    return storage.get(version.source_key)


def sparring_partner(game: str) -> Version | None:
    """Give the house bot that check matches are played against: the simplest one of the game."""
    found = Version.objects.filter(bot__is_house=True, status=VersionStatus.ACTIVE, bot__retired_at=None)
    for version in found.select_related("bot").order_by("bot_id"):
        if game in version.bot.games:
            return version
    return None
