"""Chance, reproducible in any language and stable for ever.

A dealer is a key of 32 bytes. Every draw names its purpose, so that how one part of a game is played never
shifts the chance of another. For a purpose made of parts (texts and whole numbers):

    name     the parts joined by "/", in UTF-8; a number is written in decimal
    block i  SHA-256(key + name + i as 8 bytes, big-endian), i = 0, 1, 2, ...
    words    each block is eight words of 4 bytes, big-endian, read in order
    below n  the first word w with w < 2**32 - 2**32 % n, modulo n (so every value is equally likely)
    shuffle  Fisher-Yates from the end: for i = len-1 .. 1 swap items i and (below i + 1), all from one stream
    draw     the same swaps, but only as many as items are drawn: the end of the shuffle, at less cost
    child    SHA-256(key + "child/" + name) is the key of the child

docs/dealer.md has test vectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
Part = str | int

_WORDS = Struct(">8I")
_LIMIT = 2**32


def _name(parts: tuple[Part, ...]) -> bytes:
    return "/".join(map(str, parts)).encode()


def _words(prefix: bytes) -> Iterator[int]:
    """Yield the endless stream of 32-bit words behind a key and a name."""
    block = 0
    while True:
        yield from _WORDS.unpack(sha256(prefix + block.to_bytes(8, "big")).digest())
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    """Draw from 0 .. bound - 1 without bias: words of the incomplete last stretch are drawn again."""
    limit = _LIMIT - _LIMIT % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound


def _swap(items: list[T], stop: int, prefix: bytes) -> None:
    """Run Fisher-Yates from the end down to place `stop`, with `_below` inlined: decks are shuffled often."""
    words, safe = _words(prefix), _LIMIT - len(items)  # a word below it is fair for every place
    for i, word in zip(range(len(items) - 1, stop - 1, -1), words):  # noqa: B905  # the words never end
        fair = word
        while fair >= safe and fair >= _LIMIT - _LIMIT % (i + 1):
            fair = next(words)
        j = fair % (i + 1)
        items[i], items[j] = items[j], items[i]


@dataclass(frozen=True, slots=True)
class Dealer:
    """All chance of a game: a pure function of a key and the name of each draw."""

    key: bytes

    def child(self, *name: Part) -> Dealer:
        """Give a dealer of its own to a part of the game."""
        return Dealer(sha256(self.key + b"child/" + _name(name)).digest())

    def below(self, bound: int, *name: Part) -> int:
        """Draw one number from 0 .. bound - 1."""
        return _below(_words(self.key + _name(name)), bound)

    def shuffle(self, items: Sequence[T], *name: Part) -> tuple[T, ...]:
        """Put the items in a random order, every order equally likely."""
        shuffled = list(items)
        _swap(shuffled, 1, self.key + _name(name))
        return tuple(shuffled)

    def draw(self, items: Sequence[T], count: int, *name: Part) -> tuple[tuple[T, ...], tuple[T, ...]]:
        """Draw the last `count` items of the shuffle of this name; the rest comes in no order to rely on."""
        shuffled, rest = list(items), len(items) - count
        _swap(shuffled, max(rest, 1), self.key + _name(name))
        return tuple(shuffled[rest:]), tuple(shuffled[:rest])
