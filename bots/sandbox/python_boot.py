"""Runs inside the sandbox in front of every Python bot; given to the interpreter as text.

Called with a file it runs that file. Called with `wait` it first imports what most bots import, says that it
is ready, and waits for the name of the file: a warm interpreter, used for exactly one bot.
"""

import sys

sys.path[:] = [entry for entry in sys.path if entry]  # a bot's own types.py is not ours

import builtins  # noqa: E402
import gc  # noqa: E402
import os  # noqa: E402
import types  # noqa: E402

_COMMON = "json random collections heapq dataclasses typing itertools functools math bisect enum copy time re"


def _wait_for_file() -> str:
    for name in _COMMON.split():
        __import__(name)
    gc.collect()
    gc.freeze()
    os.write(1, b"\n")
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)  # one at a time: what follows belongs to the bot
        if not byte:
            os._exit(125)
        line += byte
    return line.decode().strip()


def main() -> None:
    """Run a bot as `python3 FILE` would, with the standard library first on the path."""
    path = sys.argv[1]
    if path == "wait":
        path = os.path.abspath(_wait_for_file())  # noqa: PTH100
    sys.argv[:] = [path]
    # Not first: a bot's json.py must mean the same to a warm interpreter and to a cold one.
    sys.path.append(os.path.dirname(path))  # noqa: PTH120
    builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]  # site would give them
    # A forgotten flush would be a bot that never answers.
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", line_buffering=True)  # type: ignore[union-attr]
    with open(path, "rb") as file:  # noqa: PTH123
        source = file.read()
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=path, __builtins__=builtins)
    sys.modules["__main__"] = module
    exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102


if __name__ == "__main__":
    main()
