"""Answers with Python instead of JSON, hoping that somebody evaluates it."""

import json, os, sys


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


TRICK = "__import__('os').system('touch /tmp/evaluated') or {'do': 'pass'}"

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        say({"ready": True})
    elif message["type"] == "act":
        print(TRICK, flush=True)
