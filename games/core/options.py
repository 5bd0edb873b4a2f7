"""What can be set before a game is dealt: one description for forms, the API and the engines alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.core.errors import OptionsError

OptionValue = bool | int | str | None
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its values in order, the default first."""

    name: str
    values: tuple[OptionValue, ...]
    help: str

    @property
    def default(self) -> OptionValue:
        """The value that holds when nothing is said."""
        return self.values[0]

    def admits(self, value: object) -> bool:
        """Tell whether a value is one of this option's; True is not 1."""
        return any(type(value) is type(v) and value == v for v in self.values)


@dataclass(frozen=True, slots=True)
class OptionSet:
    """All options of a game and the numbers of seats that go with them."""

    options: tuple[Option, ...]
    seats_for: Callable[[Options], tuple[int, ...]]
    default_seats: int

    def resolve(self, given: Mapping[str, object], *, seats: int) -> Options:
        """Fill in the defaults and check everything. OptionsError says what is wrong."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionsError(
                    f"There is no option {name!r}; the options are: {', '.join(known) or 'none'}."
                )
        chosen = {name: _value(option, given.get(name, option.default)) for name, option in known.items()}
        resolved = MappingProxyType(chosen)
        allowed = self.seats_for(resolved)
        if type(seats) is not int or seats not in allowed:
            raise OptionsError(f"{seats!r} seats cannot play this; it takes {', '.join(map(str, allowed))}.")
        return resolved


def _value(option: Option, value: object) -> OptionValue:
    if not option.admits(value):
        raise OptionsError(
            f"{option.name} cannot be {_json(value)}; it is one of {', '.join(map(_json, option.values))}."
        )
    return value  # type: ignore[return-value]  # admits() has compared it with the values


def _json(value: object) -> str:
    """Write a value as it is typed in a form, a file or a command."""
    return json.dumps(value, default=repr)
