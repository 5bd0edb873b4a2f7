"""A match in the terminal, a step at a time, back and forth."""

from __future__ import annotations

import json
import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.text import Text

from bots.cli import ending
from bots.cli.screen import out
from bots.frames import Board, Frame, board

_KEYS = {
    "\x1b[C": "next", "\x1b[B": "next", " ": "next", "\r": "next", "\n": "next",
    "\x1b[D": "back", "\x1b[A": "back", "\x7f": "back", "b": "back",
    "\x1b[H": "first", "g": "first", "\x1b[F": "last", "G": "last", "n": "next_leg", "p": "previous_leg",
    "q": "quit", "\x1b": "quit", "\x03": "quit", "\x04": "quit",
}  # fmt: skip
_HELP = "space → next   ← back   g/G first/last   n/p leg   q quit"
_SENTENCES = 8


class Stepper:
    """Shows one step of one leg and moves by keys."""

    def __init__(self, data: Mapping[str, Any], *, leg: int, table: int, seat: int | None) -> None:
        self.data = data
        self.places = [(entry["leg"], entry["table"]) for entry in data["tables"]]
        self.seat = seat
        self._open(leg, table)
        self.place = self.places.index((leg, table))

    def _open(self, leg: int, table: int) -> None:
        self.board: Board = board(self.data, leg=leg, table=table)
        self.frames: list[Frame] = list(self.board.frames(self.seat))
        self.at = 0

    def run(self) -> None:
        """Show and obey until the user has seen enough."""
        with ending.unwound(), out.screen(hide_cursor=True) as screen, _raw_keys() as read_key:
            while True:
                screen.update(self.picture(out.width, out.height))
                if not self.press(_KEYS.get(read_key(), "")):
                    return

    def press(self, move: str) -> bool:
        """Obey one key. False: it is over."""
        last = len(self.frames) - 1
        targets = {"next": min(self.at + 1, last), "back": max(self.at - 1, 0), "first": 0, "last": last}
        if move in targets:
            self.at = targets[move]
        elif move in ("next_leg", "previous_leg"):
            self._change_leg(1 if move == "next_leg" else -1)
        return move != "quit"

    def _change_leg(self, by: int) -> None:
        if 0 <= self.place + by < len(self.places):
            self.place += by
            self._open(*self.places[self.place])

    def picture(self, width: int, height: int) -> RenderableType:
        """Draw the step: where we are, what has happened, the table."""
        frame = self.frames[self.at]
        parts = [self._heading(frame), Text(), *self._account(width), Text()]
        room = max(3, height - len(parts) - 2)
        lines = list(state_lines(frame.state, width - 2))
        more = [] if len(lines) <= room else [f"... {len(lines) - room + 1} more lines"]
        parts += [Text(line, no_wrap=True) for line in lines[: room - len(more)] + more]
        return Group(*parts, Text(), Text(_HELP, style="dim"))

    def _heading(self, frame: Frame) -> Text:
        leg, table = self.places[self.place]
        where = f"{self.board.game.title}   leg {leg + 1} of {self.data['legs']}"
        where += f", table {table + 1}" if table else ""
        names = ", ".join(self.board.names[seat] for seat in frame.to_act) or "nobody: it is over"
        text = Text.from_markup(f"[bold]{escape(where)}   step {frame.step} of {len(self.frames) - 1}[/bold]")
        return text.append(f"   to act: {names}")

    def _account(self, width: int) -> list[Text]:
        """Tell the last things that have happened, those of this step in bold."""
        told = [
            Text(event["text"][:width], style="bold" if frame.step == self.at else "dim", no_wrap=True)
            for frame in self.frames[max(0, self.at - _SENTENCES) : self.at + 1]
            for event in frame.events
        ]
        return told[-_SENTENCES:]


def state_lines(state: Any, width: int) -> Iterator[str]:
    """Write a table as lines: a key each, boards of texts row by row."""
    if not isinstance(state, Mapping):
        yield _cut(json.dumps(state), width)
        return
    for key, value in state.items():
        if _is_board(value):
            yield f"{key}:"
            yield from (f"  {row}" for row in value)
        elif isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
            yield f"{key}:"
            yield from (f"  {_cut(json.dumps(item), width - 2)}" for item in value)
        else:
            yield _cut(f"{key}: {json.dumps(value)}", width)


def _is_board(value: Any) -> bool:
    rows = isinstance(value, list | tuple) and len(value) > 2 and all(isinstance(row, str) for row in value)
    return rows and len({len(row) for row in value}) == 1 and len(value[0]) > 4


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(1, width - 1)] + "…"


@contextmanager
def _raw_keys() -> Iterator[Callable[[], str]]:
    """Read single keys, and give the terminal back as it was."""
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle)
        yield lambda: _read_key(handle)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _read_key(handle: int) -> str:
    """Wait for a key; arrows come as several characters at once. The end of the input quits."""
    text = os.read(handle, 1).decode(errors="replace")
    while text.startswith("\x1b") and select.select([handle], [], [], 0.02)[0] and len(text) < 3:
        text += os.read(handle, 1).decode(errors="replace")
    return text or "q"
