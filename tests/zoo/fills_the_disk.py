"""Writes to every place it can until it cannot, and plays on."""

import json, os, sys


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def play(misbehave):
    """Play the first legal action; `misbehave` is called before every answer, with the message."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            say({"ready": True})
        elif message["type"] == "act":
            misbehave(message)
            say(message["legal"][0])
        elif message["type"] == "bye":
            break


def fill(message):
    if message["turn"] > 3:
        return
    for directory in ("/tmp", "/bot", "/", "/dev/shm", "/usr"):
        try:
            with open(f"{directory}/junk", "wb") as file:
                while True:
                    file.write(b"x" * (1 << 20))
        except OSError:
            pass


play(fill)
