"""Answers in no encoding."""

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


play(lambda message: os.write(1, b'{"do": "\xff\xfe"}\n'))
