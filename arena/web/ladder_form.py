"""The forms for ladders. They only collect: services decide what is allowed, and say so in a sentence."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.web.forms import ArenaForm, Part, tick, whole
from arena.web.terms_form import CLOCK, TermsForm

_RATING = ("beta", "tau", "draw_probability", "version_sigma")


def _real(label: Any, least: float, most: float, help_text: Any) -> forms.FloatField:
    return forms.FloatField(
        label=label, min_value=least, max_value=most, required=False, help_text=help_text,
        widget=forms.NumberInput(attrs={"step": "any"}),
    )  # fmt: skip


class LadderWordsForm(ArenaForm):
    """What is said of a ladder."""

    title = forms.CharField(label=_("Title"), max_length=80)
    description = forms.CharField(
        label=_("Description"), max_length=500, required=False, help_text=_("One sentence for its page.")
    )


class ChangeLadderForm(LadderWordsForm):
    """What may change about a ladder."""

    is_open = tick(_("Open"), _("Matches are made on it as long as it is open; its board stays."))


class LadderForm(LadderWordsForm, TermsForm):
    """A new ladder."""

    slug = forms.SlugField(
        label=_("Address"), max_length=40, help_text=_("Letters, digits, hyphens: lie-evening."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )  # fmt: skip
    legs = whole(
        _("Legs of a match"), 1, 200, initial=10,
        help_text=_("Deals, with the seats rotated: a multiple of the sides at the table."),
    )  # fmt: skip
    players = whole(
        _("Bots of a match"), 2, 16,
        help_text=_("Only where each has a table of its own, alone or together; four when empty."),
    )  # fmt: skip
    beta = _real(_("Beta"), 0.1, 1000, _("How much luck decides; 8.33 when empty."))
    tau = _real(_("Tau"), 0, 10, _("How much a bot may change from match to match; 0.008 when empty."))
    draw_probability = _real(
        _("Probability of a draw"), 0.0001, 0.9, _("Between equals, for two at the table; 0.02 when empty.")
    )
    version_sigma = _real(
        _("Sigma of a new version"), 0, 100, _("How uncertain a new version is at least; 4 when empty.")
    )

    @property
    def parts(self) -> list[Part]:
        """List the fields by what they are about."""
        played = ("game", "seats", "players", "legs", "mirror", *CLOCK)
        return [
            Part(_("What"), [self[name] for name in ("title", "slug", "description")]),
            *self.parts_of(_("The game"), played),
            Part(_("Rating"), [self[name] for name in _RATING]),
        ]

    def settings(self) -> dict[str, Any]:
        """Give what services take."""
        data = self.cleaned_data
        words = {name: data[name] for name in ("slug", "title", "description", "players")}
        rating = {name: data[name] for name in _RATING if data[name] is not None}
        return words | rating | {"terms": self.own_terms()}
