"""The part of a form that says how matches are played: any game, every option of it, seats, legs and clock.

The games describe their options themselves. Every option of every game is a field, and those of the chosen
game count: a page without scripts shows them all, game by game, one with scripts those that count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.matches.terms import Terms
from arena.web import optionwords
from arena.web.forms import ArenaForm, Part, games, tick, whole
from games import GAMES
from games.core.options import Option

CLOCK = ("move_ms", "bank_ms", "start_ms")

_spoken = lazy(gettext, str)
_title = lazy(optionwords.title, str)
_value = lazy(optionwords.value, str)


class TermsForm(ArenaForm):
    """A form with the terms of matches."""

    game = forms.ChoiceField(
        label=_("Game"), choices=games, required=False, help_text=_("Only the options of this game count.")
    )
    seats = whole(_("Seats"), 1, 12, help_text=_("As usual for game and options when empty."))
    legs = whole(_("Legs of a match"), 1, 200, help_text=_("Deals, with the seats rotated."))
    mirror = tick(_("Mirrored deals"), _("The same deal once for every rotation of the seats."))
    move_ms = whole(
        _("Time for an answer in ms"),
        10,
        60_000,
        initial=1000,
        help_text=_("Processor time, as all of these."),
    )
    bank_ms = whole(
        _("Bank of a leg in ms"), 0, 600_000, initial=10_000,
        help_text=_("Answers of more than 50 ms are taken off it; once it is empty, each has 50 ms."),
    )  # fmt: skip
    start_ms = whole(_("Time to start in ms"), 100, 60_000, initial=5000)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add every option of every game."""
        super().__init__(*args, **kwargs)
        for game, known in GAMES.items():
            for option in known.options().options:
                self.fields[_name(game, option)] = _choice(option)

    def clean(self) -> dict[str, Any]:
        """Say at the seats how many can play with these options."""
        if self.has_own_terms and not self.errors:
            terms = self.own_terms()
            allowed = _seats(terms.game, terms.options)
            if terms.seats not in allowed:
                text = gettext("%(game)s takes %(seats)s seats with these options.")
                counts = ", ".join(map(str, allowed))
                self.add_error("seats", text % {"game": GAMES[terms.game].title, "seats": counts})
        return self.cleaned_data

    @property
    def has_own_terms(self) -> bool:
        """Tell whether what is chosen here counts."""
        return True

    def own_terms(self) -> Terms:
        """Give the terms that are chosen; what is left empty is as usual."""
        game = self.cleaned_data["game"] or next(iter(GAMES))
        options = self._options(game)
        seats = self.cleaned_data["seats"] or _usual_seats(game, options)
        clock = {name: self.number(name) for name in CLOCK}
        legs, mirror = self.number("legs"), self.cleaned_data["mirror"]
        return Terms(game=game, seats=seats, options=options, legs=legs, mirror=mirror, **clock)

    def number(self, name: str) -> Any:
        """Give a number, or the usual one where none is given."""
        given = self.cleaned_data[name]
        return self.fields[name].initial if given is None else given

    def _options(self, game: str) -> dict[str, Any]:
        known = GAMES[game].options().options
        given = {option.name: self.cleaned_data[_name(game, option)] for option in known}
        return optionwords.unusual(game, given)

    def parts_of(self, title: Any, names: tuple[str, ...]) -> list[Part]:
        """List these fields, and after them the options of every game."""
        return [Part(title, [self[name] for name in names]), *self._option_parts()]

    def _option_parts(self) -> list[Part]:
        title = _("Options of %(game)s")
        return [
            Part(
                title % {"game": known.title},
                [self[_name(game, one)] for one in known.options().options],
                game,
            )
            for game, known in GAMES.items()
        ]


def initial_terms(terms: Terms) -> dict[str, Any]:
    """Fill the part with terms that there are."""
    names = ("game", "seats", "legs", "mirror", *CLOCK)
    start: dict[str, Any] = {name: getattr(terms, name) for name in names}
    if terms.game in GAMES:
        for option in GAMES[terms.game].options().options:
            start[_name(terms.game, option)] = json.dumps(terms.options.get(option.name, option.default))
    return start


def _name(game: str, option: Option) -> str:
    return f"{game}-{option.name}"


def _choice(option: Option) -> forms.TypedChoiceField:
    """Offer an option's values as JSON, for null, true and 1 are different."""
    return forms.TypedChoiceField(
        label=_title(option.name), help_text=_spoken(option.help), coerce=json.loads, required=False,
        choices=[(json.dumps(one), _value(option.name, one)) for one in option.values],
        empty_value=option.default,  # type: ignore[arg-type]  # the stubs know texts alone
        initial=json.dumps(option.default),
    )  # fmt: skip


def _seats(game: str, options: Mapping[str, Any]) -> tuple[int, ...]:
    known = GAMES[game].options()
    return known.seats_for({option.name: option.default for option in known.options} | dict(options))


def _usual_seats(game: str, options: Mapping[str, Any]) -> int:
    usual, allowed = GAMES[game].options().default_seats, _seats(game, options)
    return usual if usual in allowed else allowed[0]
