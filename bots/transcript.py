"""What a player's programs were sent, answered and wrote beside it, kept within a bound for its owner."""

from __future__ import annotations

from bots.match import Exchange, Writing

KEPT_BYTES = 2 << 20  # a player; what comes later is left out


class Transcript:
    """The messages and answers of one player, and its log by step, in order, as long as there is room."""

    def __init__(self, room: int = KEPT_BYTES) -> None:
        self._room = room
        self._kept: list[tuple[int, int, int, bytes, bytes]] = []
        self._written: list[tuple[int, int, int, bytes]] = []

    def add(self, leg: int, step: int, seat: int, message: bytes, answer: bytes) -> None:
        """Keep an exchange; the first that does not fit ends the transcript."""
        self._room -= len(message) + len(answer)
        if self._room >= 0:
            self._kept.append((leg, step, seat, message, answer))

    def write(self, leg: int, step: int, seat: int, text: bytes) -> None:
        """Keep what a program wrote on standard error until its answer of a step."""
        self._room -= len(text)
        if self._room >= 0:
            self._written.append((leg, step, seat, text))

    def writings(self) -> tuple[Writing, ...]:
        """Give what was written on standard error, by step."""
        return tuple(
            (leg, step, seat, text.decode(errors="replace")) for leg, step, seat, text in self._written
        )

    def exchanges(self) -> tuple[Exchange, ...]:
        """Give it as text."""
        return tuple(
            (leg, step, seat, message.decode(errors="replace"), answer.decode(errors="replace"))
            for leg, step, seat, message, answer in self._kept
        )
