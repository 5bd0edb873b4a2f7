"""A bot that plays at random. Make it better in `choose`; the rest need not change.

One JSON object a line comes in on standard input, one a line goes out on standard output.
Standard error is the log: print(..., file=sys.stderr) is shown to you alone.
"""

import json
import random
import sys


class Bot:
    def start(self, message):
        """A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock."""
        self.seat = message["seat"]

    def choose(self, message):
        """YOUR STRATEGY: return one action. message: turn, phase, state, events, legal, clock.

        `legal` lists actions that are accepted as they are; README.md says what else this game allows.
        """
        dice = random.Random(json.dumps(message["state"]))  # the same table, the same choice: easy to repeat
        return dice.choice(message["legal"])

    def end(self, message):
        """The leg is over. message: ranks and scores by seat, events."""


def main():
    bot = Bot()
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "start":
            bot.start(message)
            answer({"ready": True})
        elif kind == "act":
            answer(bot.choose(message))
        elif kind == "end":
            bot.end(message)
        elif kind == "bye":
            break


def answer(data):
    print(json.dumps(data), flush=True)


if __name__ == "__main__":
    main()
