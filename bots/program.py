"""What is started inside a sandbox, in the sandbox's own paths."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

BOT_DIRECTORY = "/bot"


@dataclass(frozen=True, slots=True)
class Bind:
    """Something of the machine shown read-only inside; a file or a directory."""

    source: Path
    target: str
    is_link: bool = False  # not the thing itself but a link to it, where it is shown already


@dataclass(frozen=True, slots=True)
class Program:
    """A command with the files it needs; `directory` appears as /bot."""

    directory: Path
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    binds: tuple[Bind, ...] = ()
