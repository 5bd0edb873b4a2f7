"""Settings from the environment: typed, and refused with a sentence that names the variable."""

from __future__ import annotations

import os
import re
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

_YES = {"1", "true", "yes", "on"}
_NO = {"0", "false", "no", "off"}
_RATE = re.compile(r"[1-9][0-9]*/(second|sec|s|minute|min|m|hour|h|day|d)")


_read: set[str] = set()


def text(name: str, default: str = "") -> str:
    """Read a variable; unset and empty both mean the default."""
    _read.add(name)
    return os.environ.get(name, "").strip() or default


def required(name: str, why: str) -> str:
    """Read a variable that has no default here."""
    value = text(name)
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: {why}.")
    return value


def misspelt() -> list[str]:
    """Tell of variables that nobody reads but that look much like one that is read."""
    likely = [
        (name, get_close_matches(name, _read, 1, cutoff=0.85))
        for name in sorted(os.environ)
        if name not in _read and name.startswith("ARENA_")
    ]
    return [f"{name} is not a setting: did you mean {close[0]}?" for name, close in likely if close]


def number(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    """Read a whole number within its bounds."""
    value = text(name, str(default))
    try:
        found = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if found < least or (most is not None and found > most):
        bounds = f"at least {least}" if most is None else f"between {least} and {most}"
        raise ImproperlyConfigured(f"{name} must be {bounds}, not {found}.")
    return found


def flag(name: str, *, default: bool) -> bool:
    """Read a yes or no."""
    value = text(name).lower()
    if not value:
        return default
    if value not in _YES | _NO:
        raise ImproperlyConfigured(f"{name} must be yes or no, not {value!r}.")
    return value in _YES


def choice(name: str, default: str, among: tuple[str, ...]) -> str:
    """Read one word out of a few."""
    value = text(name, default)
    if value not in among:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(among)}, not {value!r}.")
    return value


def rate(name: str, default: str) -> str:
    """Read how often something may be done."""
    value = text(name, default)
    if not _RATE.fullmatch(value):
        raise ImproperlyConfigured(f"{name} must be a rate like 300/min or 60/hour, not {value!r}.")
    return value


def time_zone(name: str, default: str) -> str:
    """Read the name of a time zone."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):  # unknown, a path that leaves the directory, a directory
        sentence = f"{name} must be a time zone like UTC or Europe/Warsaw, not {value!r}."
        raise ImproperlyConfigured(sentence) from None
    return value


def words(name: str) -> list[str]:
    """Read a list separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def path(name: str, default: Path) -> Path:
    """Read a directory as an absolute path."""
    return Path(text(name, str(default))).expanduser().absolute()


def file(name: str) -> str:
    """Read a file that may be written; empty when unset."""
    value = text(name)
    if value and not os.access(path(name, Path()).parent, os.W_OK):
        raise ImproperlyConfigured(f"{name}: no file can be written at {value!r}.")
    return value


def url(name: str, schemes: tuple[str, ...], default: str = "") -> SplitResult | None:
    """Read an address with one of these schemes; None when unset."""
    value = text(name, default)
    if not value:
        return None
    try:
        parts = urlsplit(value)
        _ = parts.port  # a bad port is found only when asked for
    except ValueError as bad:
        raise ImproperlyConfigured(f"{name} is not an address: {bad}.") from None
    if parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{name} must begin with {' or '.join(s + '://' for s in schemes)}.")
    return parts


def site(name: str, default: str) -> SplitResult:
    """Read the address of a web site."""
    parts = url(name, ("http", "https"), default)
    if parts is None or not parts.hostname:
        raise ImproperlyConfigured(f"{name} names no host: write it like https://arena.example.")
    return parts
