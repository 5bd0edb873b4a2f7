"""Outcomes, states and faults in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from arena.matches.models import Match, MatchPlayer, MatchStatus
from arena.submissions.models import Bot, Version, VersionStatus

LANGUAGE_TITLES = {
    "python": "Python", "javascript": "JavaScript", "c": "C", "cpp": "C++", "rust": "Rust", "go": "Go",
    "java": "Java",
}  # fmt: skip
STATES = {
    VersionStatus.UPLOADED: gettext_lazy("It waits for a worker to build it."),
    VersionStatus.BUILDING: gettext_lazy("It is being built in the sandbox."),
    VersionStatus.CHECKING: gettext_lazy("It plays a short match against the house in each of its games."),
    VersionStatus.ACTIVE: gettext_lazy("It passed its check and plays."),
    VersionStatus.REJECTED: gettext_lazy("It was refused."),
    VersionStatus.RETIRED: gettext_lazy("A newer version has taken its place."),
}
TONES = {
    VersionStatus.ACTIVE: "good",
    VersionStatus.REJECTED: "bad",
    VersionStatus.RETIRED: "",
}
_MARKS = re.compile(
    r'(^\s*File "[^<"].*", line \d+|\berror\b|^\w*(Error|Exception)\b|panicked at)', re.IGNORECASE
)

# What comes with the service and stands in the database; here so that it can be translated.
LADDERS = (
    gettext_noop("TEN, duel"),
    gettext_noop("TEN, solo"),
    gettext_noop("LIE, duel"),
    gettext_noop("Take That, professional"),
    gettext_noop("Sequence, teams"),
    gettext_noop("Twin It, ring"),
    gettext_noop("Twin It, teams"),
    gettext_noop("Twin It, together"),
    gettext_noop("Two at the table."),
    gettext_noop("Three at the table."),
    gettext_noop("Four at the table."),
    gettext_noop("Each alone against the automaton at 7, with the same deals."),
    gettext_noop("Two at the table, ones are wild."),
    gettext_noop("Two at the table, the professional game."),
    gettext_noop("Two teams of two; a bot plays both seats of its team."),
    gettext_noop("Four rivals."),
    gettext_noop("Four in a ring."),
    gettext_noop("Two seats of one bot together, side by side on the same deals."),
)
SANDBOX_LEVELS = (
    gettext_noop("full"),
    gettext_noop("lite"),
    gettext_noop("rlimits"),
    gettext_noop("not needed"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a transcript; `hit` when it says what went wrong."""

    text: str
    hit: bool


def state_of(version: Version) -> str:
    """Say where a version stands."""
    return str(STATES[VersionStatus(version.status)])


def bot_state(bot: Bot) -> tuple[str, str]:
    """Give the tone and the sentence of where a bot stands."""
    if bot.retired_at is not None:
        return "", _("Retired: it plays no more, its matches stay.")
    if bot.paused_at is not None:
        return "warn", _("Paused: %(reason)s") % {"reason": bot.paused_reason}
    if bot.active_version is None:
        return "info", _("No version of it has passed its check yet.")
    return "good", _("It plays with version %(number)s.") % {"number": bot.active_version.number}


def outcome(part: MatchPlayer, players: Sequence[MatchPlayer]) -> str:
    """Say how a match went for one of its players."""
    others = ", ".join(player.bot.name for player in players if player.pk != part.pk)
    if part.match.status != MatchStatus.FINISHED:
        return _unfinished(part.match, others)
    words = {
        "win": _("Won against %(others)s"),
        "draw": _("Drew with %(others)s"),
        "loss": _("Lost to %(others)s"),
    }
    if part.result == "loss" and len(players) > 2:
        words["loss"] = _("Place %(rank)s of %(count)s against %(others)s")
    return words.get(part.result, _("Played %(others)s")) % {
        "others": others, "rank": part.rank, "count": len(players),
    }  # fmt: skip


def _unfinished(match: Match, others: str) -> str:
    if match.status_reason:
        return match.status_reason
    words = {
        MatchStatus.QUEUED: _("Will play %(others)s in a moment"),
        MatchStatus.RUNNING: _("Is playing %(others)s now"),
    }
    return words.get(MatchStatus(match.status), match.get_status_display()) % {"others": others}


def marked(text: str) -> list[Line]:
    """Split a transcript into lines and mark those that say what went wrong."""
    return [Line(line, bool(_MARKS.search(line))) for line in text.splitlines()]
