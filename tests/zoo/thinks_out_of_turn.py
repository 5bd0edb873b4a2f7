"""Goes on computing while others are on turn."""

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


import threading, time


def ponder():
    while True:
        sum(range(10000))
        time.sleep(0.001)


threading.Thread(target=ponder, daemon=True).start()
play(lambda message: None)
