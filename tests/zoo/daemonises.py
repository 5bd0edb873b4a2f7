"""Leaves a daemon behind that should outlive the match."""

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


import ctypes
import time


def leave_one(message):
    if message["turn"] > 2:
        return
    try:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)  # not to die with its parent
                while True:
                    time.sleep(3600)
            os._exit(0)
    except OSError:
        pass


play(leave_one)
