"""A bot with the imports that bots have, used or not."""

# ruff: noqa: F401

import bisect
import collections
import copy
import dataclasses
import enum
import functools
import heapq
import itertools
import json
import math
import random
import re
import sys
import time
from typing import Any

random.seed(1)
for line in sys.stdin:
    message: dict[str, Any] = json.loads(line)
    if message["type"] == "act":
        print(json.dumps(random.choice(message["legal"])), flush=True)
    elif message["type"] == "start":
        print('{"ready": true}', flush=True)
    elif message["type"] == "bye":
        break
