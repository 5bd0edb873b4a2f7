"""The deck: 135 cards with a picture on each side, one fixed table (rules 1.1 to 1.5).

A face is a number 0..269. Card c has the faces 2c and 2c + 1, so the other side of a face is `face ^ 1`.
"""

from __future__ import annotations

import json
from importlib.resources import files

Picture = tuple[int, ...]

_TABLE = json.loads(files(__package__).joinpath("deck.json").read_text("ascii"))

PICTURES: tuple[Picture, ...] = tuple(map(tuple, _TABLE["pictures"]))
KIND: tuple[int, ...] = tuple(
    kind for card in _TABLE["cards"] for kind in card
)  # the picture's number, by face
SHOWS: tuple[Picture, ...] = tuple(PICTURES[kind] for kind in KIND)  # the features, by face
CARDS = len(KIND) // 2
FEATURES = 6
