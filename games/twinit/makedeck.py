"""How the deck was made, once and for all; deck.json holds what it gave.

1. Put all 4,096 pictures (six features, each 0..3) in a random order.
2. Make 40 families: a founder is the first picture in that order that is not taken, and its relatives are
   the first two (in the last family the first one) in the same order that are not taken and differ from the
   founder in exactly one feature. 39 * 3 + 2 = 119 pictures, and every one has a look-alike.
3. Shuffle the 119: the first 7 are on one face, the next 73 on two, the last 39 on three: 270 faces.
4. Shuffle the faces and put each two neighbours on one card; again, with the next attempt's shuffle, until
   no card has the same picture on both sides.

Run `python -m games.twinit.makedeck` to see the table.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from itertools import product

from games.core.dealer import Dealer

Picture = tuple[int, ...]
FAMILIES, RELATIVES, LAST_RELATIVES = 40, 2, 1
COPIES = (1,) * 7 + (2,) * 73 + (3,) * 39
SEED = Dealer(sha256(b"twinit/deck").digest())


def build() -> dict[str, list[list[int]]]:
    """Make the deck: the features of each picture, and the pictures on the two sides of each card."""
    pictures = SEED.shuffle(_families(), "copies")
    faces = [number for number, copies in enumerate(COPIES) for _ in range(copies)]
    return {"pictures": [list(picture) for picture in pictures], "cards": _cards(faces)}


def differences(one: Picture, other: Picture) -> int:
    """Count the features in which two pictures differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def _families() -> list[Picture]:
    ordered = SEED.shuffle(list(product(range(4), repeat=6)), "pictures")
    taken: dict[Picture, None] = {}
    for family in range(FAMILIES):
        founder = next(picture for picture in ordered if picture not in taken)
        taken[founder] = None
        near = [picture for picture in ordered if picture not in taken and differences(picture, founder) == 1]
        taken.update(dict.fromkeys(near[: LAST_RELATIVES if family == FAMILIES - 1 else RELATIVES]))
    return list(taken)


def _cards(faces: list[int]) -> list[list[int]]:
    attempt = 0
    while True:
        order = SEED.shuffle(faces, "faces", attempt)
        cards = [[front, back] for front, back in zip(order[::2], order[1::2], strict=True)]
        if all(front != back for front, back in cards):
            return cards
        attempt += 1


if __name__ == "__main__":
    sys.stdout.write(json.dumps(build(), separators=(",", ":")) + "\n")
