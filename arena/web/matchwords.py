"""A match in words: how it ended, why it is not over, what went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arena.matches.models import Match, MatchPlayer, MatchStatus

FAULTS = {
    "timeout": gettext_lazy("It did not answer in time."),
    "exited": gettext_lazy("It ended before it had answered."),
    "out_of_memory": gettext_lazy("It used more memory than it may."),
    "too_many_processes": gettext_lazy("It started more processes than it may."),
    "garbled": gettext_lazy("It answered something that is no action."),
    "flooded": gettext_lazy("It wrote more than anybody can read."),
    "unsolicited": gettext_lazy("It answered before it was asked."),
    "illegal": gettext_lazy("It did what the rules do not allow."),
}


def result(players: Sequence[MatchPlayer]) -> str:
    """Say who won."""
    first = [player.bot.name for player in players if player.rank == 1]
    others = [
        player.bot.name for player in sorted(players, key=lambda one: one.rank or 0) if player.rank != 1
    ]
    if not others:
        return _("%(names)s draw") % {"names": _listed(first)}
    if len(first) > 1:
        return _("%(names)s share the first place, before %(others)s") % {
            "names": _listed(first), "others": _listed(others),
        }  # fmt: skip
    return _("%(name)s wins before %(others)s") % {"name": first[0], "others": _listed(others)}


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def state(match: Match) -> tuple[str, str]:
    """Give the tone and the sentence of where a match stands."""
    if match.invalidated_at is not None:
        return "warn", _("This match counts no longer: %(reason)s") % {"reason": match.invalidated_reason}
    sentences = {
        MatchStatus.QUEUED: ("info", _("It waits for a worker; it is played in a moment.")),
        MatchStatus.RUNNING: ("info", _("It is being played right now.")),
        MatchStatus.FINISHED: ("", ""),
        MatchStatus.VOID: ("warn", _("It is void by our own fault and counts for nobody: %(reason)s")),
        MatchStatus.CANCELLED: ("warn", _("It was taken back before it was over: %(reason)s")),
    }
    tone, sentence = sentences[MatchStatus(match.status)]
    return tone, sentence.replace("%(reason)s", match.status_reason or _("no reason was given."))


def versus(players: Sequence[MatchPlayer]) -> str:
    """Say who plays whom."""
    names = [player.bot.name for player in players]
    return _(" against ").join(names) if len(names) == 2 else _listed(names)


def headline(match: Match) -> str:
    """Say who plays whom or, once it is over, who won."""
    players = list(match.players.all())
    return result(players) if match.status == MatchStatus.FINISHED else versus(players)
