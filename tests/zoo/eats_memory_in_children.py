"""Shares the hunger among children, each below the limit."""

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


import time


def eat(message):
    for _ in range(8):
        if os.fork() == 0:
            hoard = bytearray(60 << 20)
            for place in range(0, len(hoard), 4096):
                hoard[place] = 1
            time.sleep(3600)
    time.sleep(3600)


play(eat)
