"""The running programs of a match: one a seat, kept over its legs, started anew after a fault."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bots.errors import BotFaultError
from bots.process import BotProcess
from bots.protocol import BYE
from bots.usage import Usage

BYE_MS = 1000
Starter = Callable[[int], BotProcess]  # starts a process of a player


@dataclass(slots=True)
class Chair:
    """A seat's program, as far as it is running, and what earlier programs of the seat left."""

    player: int
    process: BotProcess | None = None
    fresh: bool = True  # not yet answered a start message
    logs: list[str] = field(default_factory=list)
    usages: list[Usage] = field(default_factory=list)

    def running(self, starter: Starter) -> BotProcess:
        """Give the seat's program, started when there is none."""
        if self.process is None:
            self.process, self.fresh = starter(self.player), True
        return self.process

    def tell(self, message: bytes) -> None:
        """Send what has no answer; a program that fails now is dead, and its next question says why."""
        if self.process is not None:
            with suppress(BotFaultError):
                self.process.tell(message)

    def close(self) -> None:
        """Kill the program and keep its log and usage."""
        if self.process is not None:
            process, self.process = self.process, None
            self.usages.append(process.close())
            self.logs.append(process.log.text())


class Chairs:
    """All programs of one match; a context manager that leaves none running."""

    def __init__(self, starter: Starter) -> None:
        self._starter = starter
        self._chairs: dict[tuple[int, int, int], Chair] = {}  # group, player, place within its side

    def seat(self, group: int, players: Sequence[int]) -> list[Chair]:
        """Seat players: the n-th seat of a player is always the same program within a group."""
        counts: dict[int, int] = {}
        chairs = []
        for player in players:
            place = counts[player] = counts.get(player, -1) + 1
            chairs.append(self._chairs.setdefault((group, player, place), Chair(player)))
        return chairs

    def start(self, chair: Chair) -> BotProcess:
        """Give a chair's running program."""
        return chair.running(self._starter)

    def dismiss(self, group: int) -> None:
        """Say goodbye to a group's programs, give them a second to leave together, and end them."""
        chairs = [chair for (of, _, _), chair in self._chairs.items() if of == group]
        for chair in chairs:
            chair.tell(BYE)
            if chair.process is not None:
                chair.process.hang_up()
        deadline = time.monotonic() + BYE_MS / 1000
        for chair in chairs:
            if chair.process is not None:
                chair.process.wait_exit(max(0.0, deadline - time.monotonic()) * 1000)
            chair.close()

    def of_player(self, player: int) -> list[Chair]:
        """List a player's chairs in the order they were first used."""
        return [chair for chair in self._chairs.values() if chair.player == player]

    def __enter__(self) -> Chairs:
        return self

    def __exit__(self, *_: object) -> None:
        for chair in self._chairs.values():
            chair.close()
