"""Answers one byte at a time, slower than the clock."""

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


def trickle(message):
    for byte in json.dumps(message["legal"][0]).encode() * 100:
        os.write(1, bytes([byte]))
        time.sleep(0.2)


play(trickle)
