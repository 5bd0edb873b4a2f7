"""The organiser's form. It only collects: services decide what is allowed, and say so in a sentence."""

from __future__ import annotations

import json
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.ladders.models import Ladder
from arena.matches.terms import Terms
from arena.tournaments import services
from arena.tournaments.models import Admission, Schedule, Seeding, Tournament, TournamentStatus
from arena.tournaments.pairing.formats import FORMATS
from arena.tournaments.terms import base_terms
from arena.web.forms import Part, tick, whole
from arena.web.optionwords import unusual
from arena.web.terms_form import CLOCK, TermsForm, initial_terms

_OWN = (
    "third_place", "reset_final", "double_round", "rounds", "groups", "advance_per_group", "table_size",
    "advance_per_table", "points",
)  # fmt: skip
_PLAIN = (
    "title", "description", "format", "ladder", "legs", "best_of", "tie_legs", "admission", "rank_limit",
    "capacity", "bots_per_player", "needs_check_in", "check_in_min", "seeding", "release_by_hand",
    "house_entrants", "live_delay_s", "mirror",
)  # fmt: skip
_TIMES = ("starts_at", "registration_opens_at")
_GAME = ("terms", "ladder", "game", "seats", "legs", "mirror", *CLOCK)
_GROUPS = (
    (_("How it is played"), ("format", "best_of", "tie_legs", *_OWN)),
    (_("When"), ("starts_at", "registration_opens_at", "cron", "timezone", "registration_opens_min")),
    (_("Who"), (
        "admission", "rank_limit", "capacity", "bots_per_player", "seeding", "check_in_min", "needs_check_in",
        "house_entrants",
    )),
    (_("The show"), ("live_delay_s", "expected", "release_by_hand")),
)  # fmt: skip

Row = Tournament | Schedule


class _LadderSelect(forms.Select):
    """A choice of ladders that tells scripts which game each is of."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Name the game."""
        option = super().create_option(name, value, *args, **kwargs)
        if instance := getattr(value, "instance", None):
            option["attrs"]["data-game"] = instance.game
        return option


class TournamentForm(TermsForm):
    """A tournament, or a template that becomes one again and again."""

    title = forms.CharField(label=_("Title"), max_length=100)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    format = forms.ChoiceField(
        label=_("Format"), choices=[(key, _(one.name)) for key, one in FORMATS.items()],
        help_text=_("What each means is explained on this page."),
    )  # fmt: skip
    terms = forms.ChoiceField(
        label=_("Game, options and clock"), required=False, initial="ladder", widget=forms.RadioSelect,
        choices=[("ladder", _("as on the ladder")), ("own", _("as set here"))],
    )  # fmt: skip
    ladder = forms.ModelChoiceField(
        label=_("Ladder"), queryset=Ladder.objects.none(), to_field_name="slug", required=False,
        empty_label=_("none"), widget=_LadderSelect,
        help_text=_("Seeds and ranks come from it; without one, seeds from the main ladder of the game."),
    )  # fmt: skip
    seats = whole(
        _("Seats"), 1, 12,
        help_text=_("As on the ladder, or as usual, when empty; formats for duels need two sides."),
    )  # fmt: skip
    legs = whole(_("Legs of a match"), 1, 200, initial=4, help_text=_("Deals, with the seats rotated."))
    best_of = whole(_("Best of"), 1, 9, initial=1, help_text=_("Matches of a pairing, ended when decided."))
    tie_legs = whole(
        _("Legs to break a tie"),
        0,
        200,
        help_text=_("As many as a match has when empty; 0: the seed decides."),
    )
    third_place = tick(_("Match for the third place"))
    reset_final = tick(_("Second final"), _("If the one who has lost nothing loses the first."))
    double_round = tick(_("Everybody meets twice"))
    rounds = whole(_("Rounds"), 1, 50, help_text=_("Enough to leave one unbeaten when empty."))
    groups = whole(_("Groups"), 1, 64, initial=2)
    advance_per_group = whole(_("Who go on from a group"), 1, 16, initial=2)
    table_size = whole(_("Bots at a table"), 2, 16, help_text=_("Only for games that each plays alone."))
    advance_per_table = whole(_("Who go on from a table"), 1, 15, initial=2)
    points = forms.CharField(
        label=_("Points by place"), max_length=60, required=False, help_text=_("Like 3, 1, 0 for a duel.")
    )
    starts_at = forms.DateTimeField(
        label=_("Start (UTC)"), required=False, help_text=_("By hand when empty."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    registration_opens_at = forms.DateTimeField(
        label=_("Registration opens (UTC)"), required=False, help_text=_("By hand when empty."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    cron = forms.CharField(
        label=_("Repeat (cron)"), max_length=60, required=False,
        help_text=_("0 18 * * 6 is every Saturday at 18:00. Each time a tournament is made by itself."),
    )  # fmt: skip
    timezone = forms.CharField(label=_("Time zone of the repetition"), max_length=40, initial="UTC")
    registration_opens_min = whole(
        _("Registration opens, minutes before"), 0, 100_000, initial=10_080, help_text=_("For repetitions.")
    )
    admission = forms.ChoiceField(label=_("Who may enter"), choices=Admission.choices)
    rank_limit = whole(_("Lowest rank"), 1, 100_000, help_text=_("For admission by ladder rank."))
    capacity = whole(_("Places"), 2, 512, help_text=_("Who comes later waits. Without limit when empty."))
    bots_per_player = whole(_("Bots of one player"), 1, 100, initial=1)
    house_entrants = tick(_("House bots fill the places that are left"))
    needs_check_in = tick(_("Check-in"), _("Who does not say that the bot is ready loses the place."))
    check_in_min = whole(_("Check-in opens, minutes before"), 1, 100_000, initial=60)
    seeding = forms.ChoiceField(label=_("Seeds"), choices=Seeding.choices)
    release_by_hand = tick(_("Rounds are released by hand"), _("For a show."))
    live_delay_s = whole(_("Delay of the live view in seconds"), 0, 3600, initial=0)
    expected = whole(_("Entrants for the preview"), 0, 128, initial=8)

    def __init__(self, *args: Any, ladders: Any, row: Row | None = None, **kwargs: Any) -> None:
        """Offer all ladders, and of a tournament that is there only what can still be changed."""
        super().__init__(*args, **kwargs)
        self.row = row
        field: Any = self.fields["ladder"]
        field.queryset = ladders
        if row is not None:
            self._fix(row)

    def _fix(self, row: Row) -> None:
        """Show what can change no more, but take no answer to it."""
        fixed = {"cron", "timezone", "registration_opens_min"}
        if isinstance(row, Schedule):
            fixed = {"starts_at", "registration_opens_at"}
            self.fields["cron"].required = True
        elif row.status not in (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION):
            fixed = set(self.fields) - (services.WORDS - ({"starts_at"} if row.has_begun else set()))
        for name in fixed - {"expected"}:
            self.fields[name].disabled = True

    def clean_timezone(self) -> str:
        """Refuse a time zone that there is not."""
        name: str = self.cleaned_data["timezone"]
        if name not in available_timezones():
            raise forms.ValidationError(_("There is no such time zone; one is Europe/Warsaw."))
        return name

    def clean_points(self) -> list[int]:
        """Read whole numbers with commas between them."""
        try:
            return [int(part) for part in self.cleaned_data["points"].split(",") if part.strip()]
        except ValueError:
            raise forms.ValidationError(_("Whole numbers with commas between them, like 3, 1, 0.")) from None

    def clean(self) -> dict[str, Any]:
        """Say at the ladder whether it goes with the rest."""
        super().clean()
        data = self.cleaned_data
        ladder: Ladder | None = data.get("ladder")
        if ladder is None and not self.has_own_terms and "ladder" not in self.errors:
            self.add_error("ladder", _("Choose a ladder, or set game and options here."))
        elif ladder is not None and self.has_own_terms and ladder.game != data.get("game"):
            self.add_error("ladder", _("It is of another game: choose one of the same game, or none."))
        return data

    @property
    def has_own_terms(self) -> bool:
        """Tell whether game, options and clock are set here."""
        return bool(self.cleaned_data.get("terms") == "own")

    @property
    def parts(self) -> list[Part]:
        """List the fields by what they are about."""
        what = Part(_("What"), [self[name] for name in ("title", "description")])
        rest = [Part(title, [self[name] for name in names]) for title, names in _GROUPS]
        return [what, *self.parts_of(_("The game"), _GAME), *rest]

    @property
    def repeats(self) -> bool:
        """Tell whether it is a template."""
        return bool(self.cleaned_data.get("cron"))

    def settings(self) -> dict[str, Any]:
        """Give what services take: the terms, and the chosen format's own settings."""
        data = self.cleaned_data
        chosen = {name: data[name] for name in _PLAIN}
        for name, value in chosen.items():
            if value is None and name not in ("ladder", "tie_legs", "rank_limit", "capacity"):
                chosen[name] = self.fields[name].initial
        return chosen | self._played() | {"format_settings": self._own()}

    def _played(self) -> dict[str, Any]:
        """Give game, options, seats and clock: those set here, or the ladder's."""
        ladder: Ladder | None = self.cleaned_data["ladder"]
        terms = self.own_terms() if self.has_own_terms or ladder is None else Terms.of_ladder(ladder)
        played = {name: getattr(terms, name) for name in ("game", "options", *CLOCK)}
        played["seats"] = self.cleaned_data["seats"] or terms.seats
        if self.row is not None and _is_same(base_terms(self.row), terms):
            played["options"] = self.row.options  # which may name what is usual, too
        return played

    def _own(self) -> dict[str, Any]:
        if self.row is not None and not {"format", *_OWN} & set(self.changed_data):
            return dict(self.row.format_settings)
        names = FORMATS[self.cleaned_data["format"]].options
        return {name: value for name in names if (value := self.cleaned_data[name]) not in (None, [])}

    def times(self) -> dict[str, Any]:
        """Give when it is, or when it comes again."""
        data = self.cleaned_data
        if not self.repeats:
            return {name: data[name] for name in _TIMES}
        opens = data["registration_opens_min"]
        return {
            "cron": data["cron"], "timezone": data["timezone"],
            "registration_opens_min": 10_080 if opens is None else opens,
        }  # fmt: skip


def initial_of(row: Row) -> dict[str, Any]:
    """Fill the form with what is set."""
    start = {name: getattr(row, name) for name in _PLAIN if name != "ladder"}
    start |= {name: row.format_settings.get(name) for name in _OWN}
    start |= _initial_game(row)
    start["points"] = json.dumps(row.format_settings.get("points", [])).strip("[]")
    if isinstance(row, Schedule):
        return start | {name: getattr(row, name) for name in ("cron", "timezone", "registration_opens_min")}
    for name in _TIMES:
        at = getattr(row, name)
        start[name] = at and at.replace(second=0, microsecond=0)  # as the field shows it
    return start


def _initial_game(row: Row) -> dict[str, Any]:
    """Fill in ladder and terms; seats that are the ladder's are left to it."""
    start, ladder = initial_terms(base_terms(row)), row.ladder
    if ladder is None or not _is_same(base_terms(row), Terms.of_ladder(ladder)):
        return start | {"terms": "own", "ladder": ladder and ladder.slug}
    seats = row.seats if row.seats != ladder.seats else None
    return start | {"terms": "ladder", "ladder": ladder.slug, "seats": seats}


def _is_same(one: Terms, other: Terms) -> bool:
    """Compare game, options and clock."""
    is_same_clock = all(getattr(one, name) == getattr(other, name) for name in CLOCK)
    options = unusual(one.game, one.options), unusual(other.game, other.options)
    return one.game == other.game and is_same_clock and options[0] == options[1]


def initial_of_new(ladders: Any) -> dict[str, Any]:
    """Begin with the first ladder; where there is none, everything is set here."""
    first = ladders.first()
    chosen = (
        {"terms": "own"} if first is None else {"terms": "ladder", "ladder": first.slug, "game": first.game}
    )
    return chosen | {"house_entrants": True, "reset_final": True}
