"""Forms of the pages. They only collect: services decide what is allowed, and say so in a sentence."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from arena.errors import ArenaError
from arena.ladders.models import Ladder
from games import GAMES

_ABOUT = {  # the fields that refusals with these codes are about
    "name_taken": ("username", "name", "slug"), "email_taken": ("email",), "invalid_account": ("password",),
    "no_games": ("games",), "empty_upload": ("file",), "bad_filename": ("file",), "too_large": ("file",),
    "same_content": ("file",), "bad_options": ("seats",), "too_many_sides": ("seats",), "bad_legs": ("legs",),
    "bad_players": ("players",), "other_game": ("ladder",), "rank_missing": ("rank_limit",),
    "bad_cron": ("cron",), "start_has_passed": ("starts_at",),
    "window_too_wide": ("registration_opens_min",),
}  # fmt: skip


def whole(
    label: Any, least: int, most: int, *, help_text: Any = "", initial: int | None = None
) -> forms.IntegerField:
    """Ask for a whole number; nothing means the usual one."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, help_text=help_text, initial=initial
    )


def tick(label: Any, help_text: Any = "") -> forms.BooleanField:
    """Ask for yes or no."""
    return forms.BooleanField(label=label, required=False, help_text=help_text)


class Part(NamedTuple):
    """Fields that belong together; the options of a game say whose they are."""

    title: Any
    fields: list[forms.BoundField]
    game: str = ""


class ArenaForm(forms.Form):
    """A form on which a service's refusal can be shown."""

    def refuse(self, error: ArenaError) -> None:
        """Show the sentence of a refusal next to the field it is about, or above them all."""
        named, _space, rest = error.detail.partition(" ")
        if named.removesuffix(":") in self.fields:
            self.add_error(named.removesuffix(":"), rest if named.endswith(":") else error.detail)
            return
        about = (name for name in _ABOUT.get(error.code, ()) if name in self.fields)
        self.add_error(next(about, None), error.detail)


class SignUpForm(ArenaForm):
    """What a new account needs."""

    username = forms.CharField(
        label=_("Name"), max_length=150, help_text=_("Letters, digits and @ . + - _; others see it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )  # fmt: skip
    email = forms.EmailField(
        label=_("E-mail address"), required=False,
        help_text=_("Optional. Needed for a forgotten password, and to hear that a bot was paused."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )  # fmt: skip
    password = forms.CharField(
        label=_("Password"), max_length=128, strip=False,
        help_text=_("At least eight characters, not a common one."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip


class ProfileForm(ArenaForm):
    """What a person may change about their account."""

    about = forms.CharField(
        label=_("About you"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Everybody can read this on your page."),
    )  # fmt: skip
    email = forms.EmailField(label=_("E-mail address"), required=False, help_text=_("Nobody else sees it."))


class TokenForm(ArenaForm):
    """A new API token."""

    name = forms.CharField(
        label=_("Name of the token"), max_length=60, help_text=_("What it is for, like laptop or CI.")
    )


def games() -> list[tuple[str, str]]:
    """List the games to choose from."""
    return [(slug, game.title) for slug, game in GAMES.items()]


class UploadForm(ArenaForm):
    """A file for a new version."""

    file = forms.FileField(label=_("File"))

    def content(self) -> tuple[str, bytes]:
        """Give the name and the bytes; one byte more than allowed is enough to be refused."""
        file = self.cleaned_data["file"]
        return file.name or "", file.read(settings.UPLOAD_BYTES + 1)


class SubmitForm(UploadForm):
    """A new bot with its first version."""

    name = forms.SlugField(
        label=_("Name of the bot"), max_length=40, help_text=_("Letters, digits, hyphens: red-queen."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )  # fmt: skip
    description = forms.CharField(
        label=_("Description"), max_length=300, required=False, help_text=_("One sentence for its page.")
    )
    games = forms.MultipleChoiceField(
        label=_("Games it plays"), choices=games, widget=forms.CheckboxSelectMultiple,
        help_text=_("It is checked in each of them. A manifest in an archive may name others."),
    )  # fmt: skip
    field_order = ("file", "name", "games", "description")


class BotForm(ArenaForm):
    """What its owner may change about a bot."""

    description = forms.CharField(label=_("Description"), max_length=300, required=False)
    games = forms.MultipleChoiceField(
        label=_("Games it plays"), choices=games, widget=forms.CheckboxSelectMultiple,
        help_text=_("Other games mean another check."),
    )  # fmt: skip


class ChallengeForm(ArenaForm):
    """An unrated match by the rules of a ladder."""

    ladder = forms.ModelChoiceField(
        label=_("Played as on"), queryset=Ladder.objects.none(), to_field_name="slug", empty_label=None,
        help_text=_("Game, seats, legs and clock are the ladder's; the match is not rated."),
    )  # fmt: skip
    mine = forms.ChoiceField(label=_("Your bot"))
    others = forms.CharField(
        label=_("Opponents"),
        max_length=400,
        help_text=_("Names of bots with commas between them; the house has some too."),
    )

    def __init__(self, *args: Any, ladders: Any, bots: list[str], **kwargs: Any) -> None:
        """Offer the open ladders and a person's own bots."""
        super().__init__(*args, **kwargs)
        self.fields["ladder"].queryset = ladders  # type: ignore[attr-defined]
        self.fields["mine"].choices = [(name, name) for name in bots]  # type: ignore[attr-defined]

    def names(self) -> list[str]:
        """Give the names of the bots at the table, the challenger's first."""
        others = [name.strip() for name in self.cleaned_data["others"].split(",")]
        return [self.cleaned_data["mine"], *(name for name in others if name)]
