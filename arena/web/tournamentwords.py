"""Tournaments in words: what the pairing code, which knows no languages, says in English."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

# Names and sentences of the formats and of the tie-breaks; here so that they can be translated.
FORMATS = (
    gettext_noop("Single elimination"),
    gettext_noop("Who loses is out: the quickest way to a winner, with byes for the best seeds."),
    gettext_noop("Double elimination"),
    gettext_noop(
        "Who loses twice is out: losers go on in their own bracket, whose winner comes back for the final."
    ),
    gettext_noop("Round robin"),
    gettext_noop("Everybody meets everybody, once or twice: the fairest order, and the most matches."),
    gettext_noop("Swiss"),
    gettext_noop("A few rounds against opponents of like score, never the same one twice: for large fields."),
    gettext_noop("Groups, then knockout"),
    gettext_noop(
        "Small round robins whose best go on to a knockout, where those of one group are kept apart."
    ),
    gettext_noop("Heats"),
    gettext_noop("Tables of several seats whose best go on to new tables, until a final table is left."),
    gettext_noop("Tables for points"),
    gettext_noop(
        "Everybody plays every round at a table with new opponents; points by place, added up, decide."
    ),
)
TIE_BREAKS = (
    gettext_noop("Buchholz"),
    gettext_noop("the sum of the points of all opponents met"),
    gettext_noop("Sonneborn-Berger"),
    gettext_noop("the points of each opponent times the share of the points taken from it, added up"),
    gettext_noop("direct encounter"),
    gettext_noop("the points from the matches among those level, if each has met each"),
    gettext_noop("wins"),
    gettext_noop("the number of matches won alone, byes and walkovers included"),
    gettext_noop("seed"),
    gettext_noop("the better seed, so that no two places are ever equal"),
)
MEDALS = (gettext_noop("gold"), gettext_noop("silver"), gettext_noop("bronze"))

_NOTES = (
    gettext_noop("disqualified"),
    gettext_noop("level on points with the line above, behind it on %(rule)s: %(value)s to %(above)s"),
    gettext_noop("level on every tie-break with the line above, so ranked by seed"),
    gettext_noop(
        "as far in the group, and with as many points a match, as the line above, so ranked by seed"
    ),
    gettext_noop("out in the same round as the line above, so ranked by seed"),
    gettext_noop("%(key)s was level after every leg, so the order is by seed."),
    gettext_noop("%(key)s was decided by walkover."),
    gettext_noop("Round %(number)s cannot be drawn without a rematch or a second bye, so there is none."),
)
_PATTERNS = {
    sentence: re.compile(re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+)", re.escape(sentence)))
    for sentence in _NOTES
}


def note(text: str) -> str:
    """Say a note of the pairing code in the reader's language; one that we do not know stays as it is."""
    for sentence, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text)
        if found is not None:
            return _(sentence) % {name: _(value) for name, value in found.groupdict().items()}
    return text
