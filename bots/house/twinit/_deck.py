"""The deck of Twin It, which is public: 135 cards; card c has the faces 2c and 2c + 1."""

import json
import os

with open(os.path.join(os.path.dirname(__file__), "deck.json"), encoding="ascii") as _file:  # noqa: PTH118, PTH120, PTH123
    _TABLE = json.load(_file)

PICTURES = [tuple(picture) for picture in _TABLE["pictures"]]
KINDS = [kind for card in _TABLE["cards"] for kind in card]  # the picture of each face, as a number
KIND_OF = {picture: kind for kind, picture in enumerate(PICTURES)}
FACES = range(len(KINDS))
FACES_OF = [frozenset(face for face in FACES if KINDS[face] == kind) for kind in range(len(PICTURES))]
ANY = frozenset(FACES)
# By feature and value: the faces that show it.
SHOWING = [[frozenset(f for f in FACES if PICTURES[KINDS[f]][i] == v) for v in range(4)] for i in range(6)]

Faces = frozenset[int]


def over(faces: Faces) -> Faces:
    """Give the faces on the other sides."""
    return frozenset([face ^ 1 for face in faces])


def matching(seen: list[int | None]) -> Faces:
    """Give the faces that agree with the features seen."""
    faces = ANY
    for feature, value in enumerate(seen):
        if value is not None:
            faces &= SHOWING[feature][value]
    return faces
