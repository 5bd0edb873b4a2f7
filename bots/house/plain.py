"""The plainest bot of any game: it always does what the rules give as the default, the first of `legal`."""

from _loop import Bot, serve


class PlainBot(Bot):
    """Leaves everything as the loop has it."""


if __name__ == "__main__":
    serve(PlainBot())
