"""Co-operation: share every look, search where nobody has looked, and turn and match what is known.

What is said reaches all seats at the same time, so all make the same plan from it and each does its own part.
What a seat has just seen itself it matches at once: nobody else knows of it yet.
"""

from typing import Any

from _beliefs import chances
from _deck import ANY, FACES_OF, KIND_OF, Faces, over

Message = dict[str, Any]
Action = dict[str, Any]
Chances = dict[str, dict[int, float]]  # for each place the chances of its pictures
Task = tuple[float, tuple[str, ...], Action]  # points to expect, the cards it needs, what to do

LIKELY = 0.6  # a match of cards that nobody has told of yet is tried from this chance on
TURN = 0.3  # a card is turned over when its other side matches with this chance,
LATE_TURN = 0.2  # or with this one when it is too late to look for more
LATE = 6  # ticks


class Searcher:
    """One seat of a team that searches together."""

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats
        self.faces: dict[str, Faces] = {}  # what all seats know of each place
        self.looked: set[str] = set()
        self.turned: set[str] = set()  # at the last tick: whoever turned a card sees to it
        self.untold = ""  # the place that we have seen and not told of

    def act(self, state: Message, events: list[Message]) -> Action:
        """Take in what was said and done, plan for all, do our part, and tell what we saw."""
        self.follow(events)
        self.hear(state["said"], set(state["loose"]))
        seen = {place: KIND_OF[tuple(picture)] for place, picture in state["known"]}
        ups, downs = self.sides()
        plan = self.plan(state, ups, downs)
        action = self.at_once(seen, ups, state["sets"]) or self.part(plan, seen, state)
        if self.untold in seen:
            action["say"] = f"{self.untold}={seen[self.untold]}"
        self.untold = action["card"] if action["do"] in ("look", "flip") else ""
        return action

    def follow(self, events: list[Message]) -> None:
        """Note what all can see: who looked where, what was turned over, what is gone."""
        self.turned = {event["card"] for event in events if event["event"] == "over"}
        for event in events:
            if event["event"] == "look":
                self.looked.add(event["card"])
            elif event["event"] == "over":
                self.faces[event["card"]] = over(self.faces.get(event["card"], ANY))
            elif event["event"] == "match":
                for place in event["from"]:
                    self.faces.pop(place, None)

    def hear(self, said: list[Message], loose: set[str]) -> None:
        """Take in what was said at the last tick of cards that still lie there."""
        for word in said:
            place, _, kind = word["say"].partition("=")
            if place in loose and kind.isdecimal() and int(kind) < len(FACES_OF):
                shown = FACES_OF[int(kind)]
                self.faces[place] = self.faces.get(place, ANY) & shown or shown

    # Planning, the same for all seats

    def sides(self) -> tuple[Chances, Chances]:
        """Give the chances of what is up and what is down on each card that somebody has told of."""
        known = {place: faces for place, faces in self.faces.items() if faces != ANY}
        taken = {face >> 1 for faces in known.values() if len(faces) == 1 for face in faces}
        ups, downs = {}, {}
        for place, faces in known.items():
            elsewhere = taken if len(faces) > 1 else set()
            ups[place] = chances(faces, {}, elsewhere)
            downs[place] = chances(over(faces), {}, elsewhere)
        return ups, downs

    def plan(self, state: Message, ups: Chances, downs: Chances) -> list[Action]:
        """List what to do now, the best first; no card is used twice."""
        late = state["ticks"] - state["tick"] < LATE
        steady = {place: kinds for place, kinds in ups.items() if place not in self.turned}
        found = self.matches(steady, state["sets"])
        if state["tick"] < state["ticks"]:
            found += self.turns(steady, downs, LATE_TURN if late else TURN)
        found.sort(key=lambda task: (-task[0], task[1]))
        chosen, used = [], set()
        for _, places, action in found:
            if used.isdisjoint(places):
                chosen.append(action)
                used.update(places)
        return chosen

    def matches(self, ups: Chances, sets: list[Message]) -> list[Task]:
        """List the cards that are up and equal, threes first, and thirds for sets of two."""
        found = []
        for kind, places in by_picture(ups).items():
            likely = [place for place in places if places[place] >= LIKELY]
            action = match_of(kind, sorted(likely, key=lambda place: (-places[place], place)), sets)
            if action:
                chance = min(places[place] for place in action["cards"])
                points = 1 if "set" in action else len(action["cards"]) - 1
                found.append((chance * points, tuple(action["cards"]), action))
        return found

    def turns(self, ups: Chances, downs: Chances, least: float) -> list[Task]:
        """List the cards whose other side may match one that is up."""
        shown = by_picture(ups)
        found = []
        for place, kinds in downs.items():
            for kind, chance in kinds.items():
                others = [
                    other for other, sure in shown.get(kind, {}).items() if sure == 1.0 and other != place
                ]
                if others and chance >= least and place not in self.turned:
                    found.append((chance / 2, (place, min(others)), {"do": "flip", "card": place}))
        return found

    # Doing

    def at_once(self, seen: dict[str, int], ups: Chances, sets: list[Message]) -> Action | None:
        """Match the card that we have just seen: nobody else knows it yet, so nobody else will."""
        kind = seen.get(self.untold)
        if kind is None:
            return None
        others = [place for place, kinds in ups.items() if kinds.get(kind) == 1.0 and place != self.untold]
        return match_of(kind, [self.untold, *sorted(others)], sets)

    def part(self, plan: list[Action], seen: dict[str, int], state: Message) -> Action:
        """Do the part of the plan that falls to our seat; search if there is none or we know better."""
        busy = min(len(plan), self.seats)
        if self.seat < busy and not self.is_wrong(plan[self.seat], seen):
            return dict(plan[self.seat])
        hidden = [place for place in state["loose"] if place not in self.looked and place not in self.faces]
        index = self.seat - busy if self.seat >= busy else self.seats - busy
        return {"do": "look", "card": hidden[index % len(hidden)]} if hidden else {"do": "wait"}

    def is_wrong(self, action: Action, seen: dict[str, int]) -> bool:
        """Tell whether what we alone have seen speaks against a match."""
        kinds = {seen[card] for card in action.get("cards", ()) if card in seen}
        return action["do"] == "match" and len(kinds) > 1


def match_of(kind: int, places: list[str], sets: list[Message]) -> Action | None:
    """Match equal cards: the third for a set, or two or three of them."""
    for won in sets:
        if places and won["cards"] == 2 and KIND_OF[tuple(won["picture"])] == kind:
            return {"do": "match", "cards": places[:1], "set": won["place"]}
    return {"do": "match", "cards": places[:3]} if len(places) > 1 else None


def by_picture(sides: Chances) -> dict[int, dict[str, float]]:
    """Turn chances around: for each picture the places that may show it."""
    found: dict[int, dict[str, float]] = {}
    for place, kinds in sides.items():
        for kind, chance in kinds.items():
            found.setdefault(kind, {})[place] = chance
    return found
