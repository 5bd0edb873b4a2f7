"""Co-operation: share every look, search where nobody has looked, and turn and match what is known.

What is said reaches all seats at the same time, so all make the same plan from it and each does its own part.
"""

from typing import Any

from _beliefs import chances
from _deck import ANY, FACES_OF, KIND_OF, Faces, over

Message = dict[str, Any]
Action = dict[str, Any]

LIKELY = 0.6  # a match or a turn is tried from this chance on


class Searcher:
    """One seat of a team that searches together."""

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats
        self.faces: dict[str, Faces] = {}  # what all seats know of each place
        self.looked: set[str] = set()
        self.untold = ""  # the place that we have seen and not told of

    def act(self, state: Message, events: list[Message]) -> Action:
        """Take in what was said and done, plan for all, do our part, and tell what we saw."""
        self.follow(events)
        self.hear(state["said"])
        seen = {place: KIND_OF[tuple(picture)] for place, picture in state["known"]}
        action = self.part(self.plan(state), seen, state)
        if self.untold in seen:
            action["say"] = f"{self.untold}={seen[self.untold]}"
        self.untold = action["card"] if action["do"] in ("look", "flip") else ""
        return action

    def follow(self, events: list[Message]) -> None:
        """Note what all can see: who looked where, what was turned over, what is gone."""
        for event in events:
            if event["event"] == "look":
                self.looked.add(event["card"])
            elif event["event"] == "over":
                self.faces[event["card"]] = over(self.faces.get(event["card"], ANY))
            elif event["event"] == "match":
                for place in event["from"]:
                    self.faces.pop(place, None)

    def hear(self, said: list[Message]) -> None:
        """Take in what was said at the last tick."""
        for word in said:
            place, _, kind = word["say"].partition("=")
            if kind.isdecimal() and int(kind) < len(FACES_OF):
                shown = FACES_OF[int(kind)]
                self.faces[place] = self.faces.get(place, ANY) & shown or shown

    # Planning, the same for all seats

    def plan(self, state: Message) -> list[Action]:
        """List what to do now, the best first; no card is used twice."""
        left = (state["ticks"] - state["tick"] + 1) * self.seats
        ups, downs = self.sides()
        found = self.matches(ups, state["sets"]) + self.turns(ups, downs)
        found.sort(key=lambda chance: (-chance[0], chance[1]))
        chosen, used, costs = [], set(), 0
        for worth, places, action in found:
            if used.isdisjoint(places):
                chosen.append((worth, action))
                used.update(places)
                costs += 1 if action["do"] == "match" else 2
        if costs < left - self.seats:
            chosen = [
                entry for entry in chosen if entry[0] >= 1
            ]  # there is time: search on, match what is sure
        return [action for _, action in chosen]

    def sides(self) -> tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]:
        """Give the chances of what is up and what is down on each card that somebody has told of."""
        known = {place: faces for place, faces in self.faces.items() if faces is not ANY}
        taken = {face >> 1 for faces in known.values() if len(faces) == 1 for face in faces}
        ups, downs = {}, {}
        for place, faces in known.items():
            free = taken if len(faces) > 1 else set()
            ups[place] = chances(faces, {}, free)
            downs[place] = chances(over(faces), {}, free)
        return ups, downs

    def matches(
        self, ups: dict[str, dict[int, float]], sets: list[Message]
    ) -> list[tuple[float, tuple, Action]]:
        """List the cards that are up and equal, threes first, and thirds for sets of two."""
        found = []
        for kind, places in by_picture(ups).items():
            sure = sorted(places, key=lambda place: (-places[place], place))[:3]
            joined = [
                won["place"] for won in sets if won["cards"] == 2 and KIND_OF[tuple(won["picture"])] == kind
            ]
            if joined:
                action = {"do": "match", "cards": sure[:1], "set": joined[0]}
                found.append((places[sure[0]], tuple(sure[:1]), action))
            elif len(sure) > 1:
                sure = [place for place in sure if places[place] == 1.0] if len(sure) == 3 else sure
                sure = sure if len(sure) > 1 else sorted(places, key=lambda p: (-places[p], p))[:2]
                worth = places[sure[0]] * places[sure[1]] * (len(sure) - 1)
                found.append((worth, tuple(sure), {"do": "match", "cards": sure}))
        return [entry for entry in found if entry[0] >= LIKELY]

    def turns(self, ups: dict[str, Any], downs: dict[str, Any]) -> list[tuple[float, tuple, Action]]:
        """List the cards whose other side matches one that is up (or another's other side)."""
        shown, hidden = by_picture(ups), by_picture(downs)
        found = []
        for kind, places in hidden.items():
            for place, chance in places.items():
                other, best = self.partner(kind, place, shown, hidden)
                if chance * best >= LIKELY / 2:
                    found.append((chance * best / 2, (place, other), {"do": "flip", "card": place}))
        return found

    def partner(
        self, kind: int, place: str, shown: dict[int, dict[str, float]], hidden: dict[int, dict[str, float]]
    ) -> tuple[str, float]:
        """Find the card that goes best with a turned one."""
        up = [(chance, other) for other, chance in shown.get(kind, {}).items() if other != place]
        down = [(chance * 0.66, other) for other, chance in hidden[kind].items() if other != place]
        best, other = max(up + down, default=(0.0, ""))
        return other, best

    # Doing

    def part(self, plan: list[Action], seen: dict[str, int], state: Message) -> Action:
        """Do the part of the plan that falls to our seat; search if there is none or we know better."""
        searchers = self.seats - min(len(plan), self.seats)
        if self.seat < len(plan) and not self.is_wrong(plan[self.seat], seen):
            return dict(plan[self.seat])
        hidden = [place for place in state["loose"] if place not in self.looked and place not in self.faces]
        index = self.seat - (self.seats - searchers) if self.seat >= len(plan) else searchers
        if not hidden:
            return {"do": "wait"}
        return {"do": "look", "card": hidden[index % len(hidden)]}

    def is_wrong(self, action: Action, seen: dict[str, int]) -> bool:
        """Tell whether what we alone have seen speaks against a match."""
        cards = action.get("cards", ())
        kinds = {seen[card] for card in cards if card in seen}
        return action["do"] == "match" and len(kinds) > 1


def by_picture(sides: dict[str, dict[int, float]]) -> dict[int, dict[str, float]]:
    """Turn chances around: for each picture the places that may show it."""
    found: dict[int, dict[str, float]] = {}
    for place, kinds in sides.items():
        for kind, chance in kinds.items():
            found.setdefault(kind, {})[place] = chance
    return found
