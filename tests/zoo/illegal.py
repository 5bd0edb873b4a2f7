"""Does what the rules forbid."""

import json, os, sys


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def play(misbehave):
    """Leave every answer to `misbehave`, which is called with the message."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            say({"ready": True})
        elif message["type"] == "act":
            misbehave(message)
        elif message["type"] == "bye":
            break


def cheat(message):
    legal = [action.get("card") for action in message["legal"]]
    say({"do": "add", "card": next(card for card in range(12, 99) if card % 10 and card not in legal)})


play(cheat)
