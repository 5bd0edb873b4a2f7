"""Writes down every line between the referee and the bots of a match, seat by seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from bots.sandbox import Sandbox

TO_BOT, FROM_BOT = "->", "<-"


@dataclass(slots=True)
class Conversation:
    """The lines of one running program: what it was sent (->) and what it answered (<-)."""

    name: str
    lines: list[tuple[str, str]] = field(default_factory=list)

    def text(self) -> str:
        """Give it for people, a line a message."""
        return "".join(f"{direction} {line}\n" for direction, line in self.lines)


class Tap:
    """Listens to the programs of a match without changing a byte."""

    def __init__(self) -> None:
        self.conversations: list[Conversation] = []

    def around(self, sandbox: Sandbox) -> Sandbox:
        """Give a sandbox whose programs are listened to."""
        return cast("Sandbox", _TappedSandbox(sandbox, self))

    def text(self) -> str:
        """Give all conversations, each under the name of its bot."""
        return "\n".join(f"# {one.name}\n{one.text()}" for one in self.conversations)


class _TappedSandbox:
    def __init__(self, sandbox: Sandbox, tap: Tap) -> None:
        self._sandbox = sandbox
        self._tap = tap

    def start(self, *given: Any, **named: Any) -> _TappedProcess:
        process = self._sandbox.start(*given, **named)
        conversation = Conversation(process.name)
        self._tap.conversations.append(conversation)
        return _TappedProcess(process, conversation)


class _TappedProcess:
    """A bot's process that writes down what passes; everything else is the process's own."""

    def __init__(self, process: Any, conversation: Conversation) -> None:
        self._process = process
        self._lines = conversation.lines

    def __getattr__(self, name: str) -> Any:
        return getattr(self._process, name)

    def send(self, line: bytes) -> None:
        self._sent(self._process.send, line)

    def tell(self, line: bytes) -> None:
        self._sent(self._process.tell, line)

    def ask(self, line: bytes, *, cpu_ms: float, wall_ms: float) -> bytes:
        self.send(line)
        return self.receive(cpu_ms=cpu_ms, wall_ms=wall_ms)

    def receive(self, *, cpu_ms: float, wall_ms: float) -> bytes:
        line: bytes = self._process.receive(cpu_ms=cpu_ms, wall_ms=wall_ms)
        self._lines.append((FROM_BOT, line.decode(errors="replace")))
        return line

    def _sent(self, pass_on: Callable[[bytes], object], line: bytes) -> None:
        self._lines.append((TO_BOT, line.decode(errors="replace")))
        pass_on(line)
