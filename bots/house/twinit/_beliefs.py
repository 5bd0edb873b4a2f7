"""Which face may lie where: what is seen, what was on the other side, and what lies elsewhere."""

from typing import Any

from _deck import ANY, FACES_OF, KIND_OF, KINDS, Faces, matching, over

Event = dict[str, Any]


class Beliefs:
    """For every place the faces that may be up there."""

    def __init__(self) -> None:
        self.at: dict[str, Faces] = {}

    def follow(self, events: list[Event]) -> None:
        """Follow the cards as they are flipped, turned over and won."""
        for event in events:
            kind = event["event"]
            if kind == "flip":
                self._lay(event["pile"], event["card"])
            elif kind == "turn":
                self._lay(event["place"], event["card"])
            elif kind in ("win", "steal", "secure"):
                for place in event["from"]:
                    self.at.pop(place, None)

    def _lay(self, place: str, card: str) -> None:
        """Lay a card on the table with its other side up."""
        self.at[card] = over(self.at.pop(place, ANY))

    def see(self, place: str, picture: list[int | None]) -> Faces:
        """Take in what is seen of a place; if it cannot be, we have lost track and start anew there."""
        seen = matching(picture) if None in picture else FACES_OF[KIND_OF[tuple(picture)]]
        self.at[place] = self.at.get(place, ANY) & seen or seen
        return self.at[place]

    def certain(self, place: str) -> int | None:
        """Give the picture's number at a place when it is certain."""
        kinds = {KINDS[face] for face in self.at.get(place, ANY)}
        return kinds.pop() if len(kinds) == 1 else None


def chances(faces: Faces, elsewhere: dict[int, int], taken: set[int]) -> dict[int, float]:
    """Give the chance of every picture at a place.

    `elsewhere` counts how often each picture lies elsewhere, `taken` are cards known to be elsewhere.
    """
    weights: dict[int, float] = {}
    for face in faces:
        kind = KINDS[face]
        copies = len(FACES_OF[kind])
        if face >> 1 not in taken:
            weight = max(copies - elsewhere.get(kind, 0), 0) / copies
            weights[kind] = weights.get(kind, 0.0) + weight
    total = sum(weights.values())
    return {kind: weight / total for kind, weight in weights.items()} if total else {}
