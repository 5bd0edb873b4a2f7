"""A bot with the standard library's json, written the plain way."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        print(json.dumps(message["legal"][0]), flush=True)
    elif message["type"] == "start":
        print('{"ready": true}', flush=True)
    elif message["type"] == "bye":
        break
