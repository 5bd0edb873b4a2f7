"""What a player's programs were sent and what they answered, kept within a bound for its owner."""

from __future__ import annotations

from bots.match import Exchange

KEPT_BYTES = 2 << 20  # a player; what comes later is left out


class Transcript:
    """The messages and answers of one player, in order, as long as there is room."""

    def __init__(self, room: int = KEPT_BYTES) -> None:
        self._room = room
        self._kept: list[tuple[int, int, int, bytes, bytes]] = []

    def add(self, leg: int, step: int, seat: int, message: bytes, answer: bytes) -> None:
        """Keep an exchange; the first that does not fit ends the transcript."""
        self._room -= len(message) + len(answer)
        if self._room >= 0:
            self._kept.append((leg, step, seat, message, answer))

    def exchanges(self) -> tuple[Exchange, ...]:
        """Give it as text."""
        return tuple(
            (leg, step, seat, message.decode(errors="replace"), answer.decode(errors="replace"))
            for leg, step, seat, message, answer in self._kept
        )
