"""Looks for a way out over the network, and plays on."""

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


import socket


def call_home(message):
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, 40):
        try:
            socket.socket(family)
            print("OPENED A SOCKET", family, file=sys.stderr)
        except OSError:
            pass


play(call_home)
