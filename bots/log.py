"""A bot's log: the first and the last bytes of its standard error, whatever it writes between them."""


class Log:
    """Keeps both ends of a stream."""

    def __init__(self, keep: int) -> None:
        self.written = 0
        self._keep = keep
        self._head = bytearray()
        self._tail = bytearray()
        self._new = bytearray()

    def add(self, data: bytes) -> None:
        """Keep what belongs to either end."""
        self.written += len(data)
        self._new += data[: max(0, self._keep - len(self._new))]
        room = max(0, self._keep - len(self._head))
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > self._keep:
            del self._tail[: -self._keep]

    def news(self) -> bytes:
        """Hand over what came since the last call; of very much the beginning."""
        if not self._new:
            return b""
        new, self._new = bytes(self._new), bytearray()
        return new

    def text(self) -> str:
        """Give the log for its owner, with a note of what is missing in the middle."""
        missing = self.written - len(self._head) - len(self._tail)
        note = f"\n... {missing} bytes left out ...\n" if missing else ""
        return self._head.decode(errors="replace") + note + self._tail.decode(errors="replace")
