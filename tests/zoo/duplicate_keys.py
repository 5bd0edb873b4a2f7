"""Names a key twice: the last one counts."""

import json, os, sys


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def twice(message):
    text = json.dumps(message["legal"][0])
    print('{"do": "nonsense", ' + text[1:], flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        say({"ready": True})
    elif message["type"] == "act":
        twice(message)
    elif message["type"] == "bye":
        break
