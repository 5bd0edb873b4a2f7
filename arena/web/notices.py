"""What the owner of bots should hear, read from the state of those bots."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Max
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.submissions.models import Version, VersionStatus
from arena.submissions.selectors import bots


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence, how urgent it is, and where to act."""

    tone: str
    text: str
    address: str


def notices_for(user: User) -> list[Notice]:
    """Tell about paused bots and refused uploads."""
    return [*_paused(user), *_refused(user)]


def _paused(user: User) -> list[Notice]:
    paused = bots().filter(owner=user, retired_at=None, paused_at__isnull=False)
    return [
        Notice("warn", _("%(bot)s is paused: %(reason)s") % {"bot": bot.name, "reason": bot.paused_reason},
        f"/bots/{bot.name}")
        for bot in paused
    ]  # fmt: skip


def _refused(user: User) -> list[Notice]:
    newest = Version.objects.filter(bot__owner=user, bot__retired_at=None).annotate(
        last=Max("bot__versions__number")
    )
    refused = newest.filter(status=VersionStatus.REJECTED, number=F("last")).select_related("bot")
    words = _("Version %(number)s of %(bot)s was refused: %(reason)s")
    return [
        Notice("bad", words % {"number": one.number, "bot": one.bot.name, "reason": one.status_reason},
        f"/bots/{one.bot.name}/versions/{one.number}")
        for one in refused
    ]  # fmt: skip
