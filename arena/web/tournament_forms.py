"""The organiser's form. It only collects: services decide what is allowed, and say so in a sentence."""

from __future__ import annotations

import json
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.ladders.models import Ladder
from arena.tournaments import services
from arena.tournaments.models import Admission, Schedule, Seeding, Tournament, TournamentStatus
from arena.tournaments.pairing.formats import FORMATS
from arena.web.forms import ArenaForm

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
_OF_LADDER = ("game", "move_ms", "bank_ms", "start_ms")


_GROUPS = (
    (_("What"), ("title", "description")),
    (_("How it is played"), ("format", "ladder", "seats", "legs", "best_of", "tie_legs", *_OWN)),
    (_("When"), ("starts_at", "registration_opens_at", "cron", "timezone", "registration_opens_min")),
    (_("Who"), (
        "admission", "rank_limit", "capacity", "bots_per_player", "seeding", "check_in_min", "needs_check_in",
        "house_entrants",
    )),
    (_("The show"), ("live_delay_s", "expected", "release_by_hand", "mirror")),
)  # fmt: skip


Row = Tournament | Schedule


def _whole(label: Any, least: int, most: int, *, help_text: Any = "", initial: int | None = None) -> Any:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, help_text=help_text, initial=initial
    )


def _yes(label: Any, help_text: Any = "") -> Any:
    return forms.BooleanField(label=label, required=False, help_text=help_text)


class TournamentForm(ArenaForm):
    """A tournament, or a template that becomes one again and again."""

    title = forms.CharField(label=_("Title"), max_length=100)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    format = forms.ChoiceField(
        label=_("Format"), choices=[(key, _(one.name)) for key, one in FORMATS.items()],
        help_text=_("What each means is explained on this page."),
    )  # fmt: skip
    ladder = forms.ModelChoiceField(
        label=_("Played as on"), queryset=Ladder.objects.none(), to_field_name="slug", empty_label=None,
        help_text=_("Game, options, seats and clock are the ladder's; seeds and ranks come from it."),
    )  # fmt: skip
    seats = _whole(
        _("Seats"), 1, 12, help_text=_("As on the ladder when empty; formats for duels need two sides.")
    )
    legs = _whole(_("Legs of a match"), 1, 200, initial=4, help_text=_("Deals, with the seats rotated."))
    best_of = _whole(_("Best of"), 1, 9, initial=1, help_text=_("Matches of a pairing, ended when decided."))
    tie_legs = _whole(
        _("Legs to break a tie"),
        0,
        200,
        help_text=_("As many as a match has when empty; 0: the seed decides."),
    )
    third_place = _yes(_("Match for the third place"))
    reset_final = _yes(_("Second final"), _("If the one who has lost nothing loses the first."))
    double_round = _yes(_("Everybody meets twice"))
    rounds = _whole(_("Rounds"), 1, 50, help_text=_("Enough to leave one unbeaten when empty."))
    groups = _whole(_("Groups"), 1, 64, initial=2)
    advance_per_group = _whole(_("Who go on from a group"), 1, 16, initial=2)
    table_size = _whole(_("Bots at a table"), 2, 16, help_text=_("Only for games that each plays alone."))
    advance_per_table = _whole(_("Who go on from a table"), 1, 15, initial=2)
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
    registration_opens_min = _whole(
        _("Registration opens, minutes before"), 0, 100_000, initial=10_080, help_text=_("For repetitions.")
    )
    admission = forms.ChoiceField(label=_("Who may enter"), choices=Admission.choices)
    rank_limit = _whole(_("Lowest rank"), 1, 100_000, help_text=_("For admission by ladder rank."))
    capacity = _whole(_("Places"), 2, 512, help_text=_("Who comes later waits. Without limit when empty."))
    bots_per_player = _whole(_("Bots of one player"), 1, 100, initial=1)
    house_entrants = _yes(_("House bots fill the places that are left"))
    needs_check_in = _yes(_("Check-in"), _("Who does not say that the bot is ready loses the place."))
    check_in_min = _whole(_("Check-in opens, minutes before"), 1, 100_000, initial=60)
    seeding = forms.ChoiceField(label=_("Seeds"), choices=Seeding.choices)
    release_by_hand = _yes(_("Rounds are released by hand"), _("For a show."))
    live_delay_s = _whole(_("Delay of the live view in seconds"), 0, 3600, initial=0)
    mirror = _yes(_("Mirrored deals"), _("The same deal once for every rotation of the seats."))
    expected = _whole(_("Entrants for the preview"), 0, 128, initial=8)

    def __init__(self, *args: Any, ladders: Any, row: Row | None = None, **kwargs: Any) -> None:
        """Offer all ladders, and of a tournament that is there only what can still be changed."""
        super().__init__(*args, **kwargs)
        self.row = row
        field: Any = self.fields["ladder"]
        field.queryset = ladders
        if row is not None:
            if row.ladder_id is None:
                field.required, field.empty_label = False, _("as it is set now")
            else:
                field.queryset = ladders | Ladder.objects.filter(pk=row.ladder_id)
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

    @property
    def parts(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """List the fields by what they are about."""
        return [(title, [self[name] for name in names]) for title, names in _GROUPS]

    @property
    def repeats(self) -> bool:
        """Tell whether it is a template."""
        return bool(self.cleaned_data.get("cron"))

    def settings(self) -> dict[str, Any]:
        """Give what services take: the ladder's terms and the chosen format's own settings."""
        data = self.cleaned_data
        chosen = {name: data[name] for name in _PLAIN}
        for name, value in chosen.items():
            if value is None and name not in ("tie_legs", "rank_limit", "capacity"):
                chosen[name] = self.fields[name].initial
        terms = self._terms()
        chosen |= {name: getattr(terms, name) for name in _OF_LADDER}
        chosen |= {
            "options": terms.options,
            "seats": data["seats"] or terms.seats,
            "format_settings": self._own(),
        }
        return chosen

    def _terms(self) -> Ladder | Row:
        """Give what the terms are taken from: the ladder, unless it is the tournament's already."""
        ladder: Ladder | None = self.cleaned_data["ladder"]
        if self.row is not None and (ladder is None or ladder.pk == self.row.ladder_id):
            return self.row
        assert ladder is not None  # only a tournament that is there may be without
        return ladder

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
    start["seats"] = row.seats
    start["ladder"] = row.ladder.slug if row.ladder is not None else None
    start["points"] = json.dumps(row.format_settings.get("points", [])).strip("[]")
    if isinstance(row, Schedule):
        return start | {name: getattr(row, name) for name in ("cron", "timezone", "registration_opens_min")}
    for name in _TIMES:
        at = getattr(row, name)
        start[name] = at and at.replace(second=0, microsecond=0)  # as the field shows it
    return start
