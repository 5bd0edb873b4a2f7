"""The options of the games in words: the engines, which know no languages, describe them in English."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import GAMES
from games.core.options import OptionValue

TITLES = {
    "fiasco_buys": gettext_noop("Buying after a fiasco"),
    "solo": gettext_noop("Alone against TEN"),
    "wild_ones": gettext_noop("Wild ones"),
    "directions": gettext_noop("Choice of direction"),
    "shrinking": gettext_noop("Shrinking hands"),
    "long": gettext_noop("Long game"),
    "rounds": gettext_noop("Rounds"),
    "professional": gettext_noop("Professional game"),
    "teams": gettext_noop("Number of sides"),
    "advanced": gettext_noop("Stronger jacks"),
    "table_talk": gettext_noop("Talk at the table"),
    "draw": gettext_noop("Drawing of cards"),
    "mode": gettext_noop("Mode"),
}
VALUES = {
    "solo": {"null": gettext_noop("no")},
    "teams": {"null": gettext_noop("by the number of seats")},
    "table_talk": {"free": gettext_noop("free of charge"), "penalised": gettext_noop("penalised")},
    "draw": {"auto": gettext_noop("by itself"), "manual": gettext_noop("asked for")},
    "mode": {
        "rivalry": gettext_noop("everyone alone"), "teams": gettext_noop("two teams"),
        "coop": gettext_noop("all together"), "ring": gettext_noop("in the ring"),
    },
}  # fmt: skip
_ANY = {"true": gettext_noop("yes"), "false": gettext_noop("no"), "null": gettext_noop("not set")}

# What the games say of their options; here so that it can be translated.
HELP = (
    gettext_noop("After a fiasco the player may buy instead of taking the token."),
    gettext_noop("Play alone against the automaton TEN with this boundary."),
    gettext_noop("A shown 1 is every value, unless the first bid was on ones."),
    gettext_noop("The starter of a round says which way round the turns go."),
    gettext_noop("Everyone starts with 5 cards; a round's loser draws one fewer."),
    gettext_noop("Who meets the end condition is out; the others play on to the last."),
    gettext_noop("How many complete rounds are played; points add up."),
    gettext_noop("A row of one card costs its taker the top of the pile, unseen."),
    gettext_noop("Sides: null means 2 for an even number of players, else 3."),
    gettext_noop("One-eyed jacks may also remove chips of a completed sequence."),
    gettext_noop("Penalised: talk costs each team member a card."),
    gettext_noop('Manual: a play without "draw": true forgoes its card.'),
    gettext_noop("Who plays with whom: everyone alone, two teams, all together, or the ring."),
)


def title(name: str) -> str:
    """Give an option's name in words; an unknown one speaks for itself."""
    return _(TITLES.get(name, name))


def value(name: str, given: OptionValue) -> str:
    """Give an option's value in words."""
    key = given if isinstance(given, str) else json.dumps(given)
    return _(VALUES.get(name, {}).get(key) or _ANY.get(key, key))


def unusual(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is as the game has it anyway."""
    if game not in GAMES:
        return dict(options)
    usual = {option.name: option.default for option in GAMES[game].options().options}
    return {name: given for name, given in options.items() if name not in usual or given != usual[name]}


def chosen(game: str, options: Mapping[str, Any]) -> list[str]:
    """Say which options are set otherwise than usual."""
    return [f"{title(name)}: {value(name, given)}" for name, given in unusual(game, options).items()]
