"""Where the battery runs: every level, as root and as an ordinary user."""

from __future__ import annotations

from dataclasses import dataclass

from tests.security.ordinary import is_root


@dataclass(frozen=True)
class Setting:
    """A level of the sandbox, and who runs it."""

    level: str
    ordinary: bool

    def __str__(self) -> str:
        return f"{self.level}-{'user' if self.ordinary else 'root'}"


_AS_ROOT = [Setting(level, ordinary=False) for level in ("full", "rlimits", "lite")]
_AS_USER = [Setting(level, ordinary=True) for level in ("rlimits", "lite")]
SETTINGS = [*_AS_ROOT, *_AS_USER] if is_root() else _AS_USER
