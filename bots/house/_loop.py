"""The conversation of a bot with the referee: one JSON object a line in, one a line out.

A bot is a class with `act`; `serve` does the rest. Nothing here knows a game: start your own bot from it.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any
from zlib import crc32

Message = dict[str, Any]
Action = dict[str, Any]


class Bot:
    """A player of one seat: `start` opens each leg, `act` answers each question."""

    def start(self, message: Message) -> None:
        """Remember where we sit, and draw all randomness from the message: a match replays the same."""
        self.seat: int = message["seat"]
        self.seats: int = message["seats"]
        self.teams: list[int] = message["teams"]
        self.options: dict[str, Any] = message["options"]
        fixed = [message[key] for key in ("game", "options", "seat", "names", "leg")]
        self.random = Random(json.dumps(fixed))

    def stir(self, message: Message) -> None:
        """Mix the table into the chance: other deals get other choices, the same match the same ones."""
        self.random.seed(crc32(json.dumps(message["state"]).encode()) ^ self.random.getrandbits(32))

    def act(self, message: Message) -> Action:
        """Choose an action; the first of `legal` is always accepted."""
        action: Action = message["legal"][0]
        return action

    def end(self, message: Message) -> None:
        """Hear how the leg ended."""


def answer(bot: Bot, message: Message) -> Action | None:
    """Hand a message to the bot and give what it answers; None when no answer is due."""
    kind = message["type"]
    if kind == "act":
        bot.stir(message)
        return bot.act(message)
    if kind == "start":
        bot.start(message)
        return {"ready": True}
    if kind == "end":
        bot.end(message)
    return None


def serve(bot: Bot) -> None:
    """Answer messages until the match is over."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "bye":
            return
        reply = answer(bot, message)
        if reply is not None:
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()
