"""What a tournament's settings mean for its matches and for its pairing; refuse what cannot be played."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from arena.errors import InvalidError
from arena.matches.terms import Terms
from arena.tournaments.models import Admission, PlaySettings
from arena.tournaments.pairing.formats import FORMATS, Format
from arena.tournaments.pairing.plan import Settings, SettingsError
from bots.match import sides
from games import GAMES

LARGEST_CAPACITY = 512
MOST_MATCHES_A_PAIRING = 9


@dataclass(frozen=True, slots=True)
class TableTerms:
    """How one match is played: its terms, and how many seats are left for stand-ins."""

    terms: Terms
    stand_ins: int


def base_terms(play: PlaySettings) -> Terms:
    """Give the terms of a full table."""
    return Terms(
        game=play.game, seats=play.seats, options=play.options, legs=play.legs, mirror=play.mirror,
        move_ms=play.move_ms, bank_ms=play.bank_ms, start_ms=play.start_ms,
    )  # fmt: skip


def table_terms(play: PlaySettings, count: int, *, legs: int) -> TableTerms:
    """Fit the table to `count` entrants: fewer seats where the game allows, otherwise stand-ins at the rest.

    Legs are rounded up so that everybody sits everywhere equally often.
    """
    base = base_terms(play)
    seats, places = (play.seats, count) if base.sides == 1 else _smallest_table(play, count)
    rotations = 1 if base.sides == 1 else places
    values = {field.name: getattr(base, field.name) for field in fields(Terms)}
    fitted = Terms(**values | {"seats": seats, "legs": -(-legs // rotations) * rotations})
    return TableTerms(fitted, places - count)


def _smallest_table(play: PlaySettings, count: int) -> tuple[int, int]:
    """Find the seats with the fewest sides that hold everybody, as near as can be to the seats asked for."""
    options = GAMES[play.game].options()
    resolved = options.resolve(play.options, seats=play.seats)
    tables = [
        (sides(play.game, seats=seats, options=play.options), abs(seats - play.seats), seats)
        for seats in options.seats_for(resolved)
    ]
    places, _, seats = min(table for table in tables if table[0] >= count)
    return seats, places


def format_of(play: PlaySettings) -> Format:
    """Look up the format."""
    if play.format not in FORMATS:
        raise InvalidError(
            f"There is no format {play.format!r}; choose one of {', '.join(FORMATS)}.", code="no_such_format"
        )
    return FORMATS[play.format]


def pairing_settings(play: PlaySettings, *, in_legs: bool = False) -> Settings:
    """Give the settings of the pure code, whose unit is the match, or the leg where legs are counted."""
    own = dict(play.format_settings)
    if "points" in own:
        own["points"] = tuple(own["points"])
    if format_of(play).is_for_tables and (places := base_terms(play).sides) > 1:
        own["table_size"] = places
    has_tie_break = play.tie_legs is None or play.tie_legs > 0
    try:
        return Settings(
            format=play.format, best_of=play.best_of, legs=play.legs if in_legs else 1,
            tie_legs=int(has_tie_break), **own,
        )  # fmt: skip
    except (SettingsError, TypeError) as bad:
        raise InvalidError(str(bad), code="bad_format_settings") from None


def check_settings(play: PlaySettings) -> None:
    """Refuse settings that no tournament can be played by."""
    form = format_of(play)
    terms = base_terms(play).checked()
    _check_format_settings(form, play.format_settings)
    pairing_settings(play)
    if not form.is_for_tables and terms.sides > 2:
        raise InvalidError(
            f"{form.name} is for two sides and this table has {terms.sides}: "
            "choose 2 seats, a team game, or one of the formats for tables.",
            code="too_many_sides",
        )
    if not 1 <= play.best_of <= MOST_MATCHES_A_PAIRING:
        raise InvalidError(f"best_of is from 1 to {MOST_MATCHES_A_PAIRING}.", code="bad_best_of")
    _check_admission(play)


def _check_format_settings(form: Format, given: dict[str, Any]) -> None:
    for name, value in given.items():
        if name not in form.options:
            known = ", ".join(form.options) or "none"
            raise InvalidError(
                f"{form.name} has no setting {name!r}; its settings are: {known}.", code="bad_format_settings"
            )
        if not _is_sound(name, value):
            raise InvalidError(f"{name} cannot be {value!r}.", code="bad_format_settings")


def _is_sound(name: str, value: object) -> bool:
    if name == "points":
        return isinstance(value, list) and len(value) <= 16 and all(_is_count(one) for one in value)
    if name in ("third_place", "reset_final", "double_round"):
        return isinstance(value, bool)
    return _is_count(value) or (name == "rounds" and value is None)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= 1000


def _check_admission(play: PlaySettings) -> None:
    if play.capacity is not None and not 2 <= play.capacity <= LARGEST_CAPACITY:
        raise InvalidError(f"capacity is from 2 to {LARGEST_CAPACITY}.", code="bad_capacity")
    if play.ladder is not None and play.ladder.game != play.game:
        raise InvalidError("The ladder is of another game.", code="other_game")
    if play.admission == Admission.RANK and (play.ladder is None or not play.rank_limit):
        raise InvalidError("Admission by rank needs a ladder and a rank_limit.", code="rank_missing")
    if play.bots_per_player < 1:
        raise InvalidError("bots_per_player is at least 1.", code="bad_bots_per_player")
