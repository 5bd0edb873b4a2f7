"""Twin It by inference: the deck is public, so a card whose one side was seen hardly hides its other one.

A card that is flipped shows the other side of a face that lay open: at most three cards of the deck have that
face, so one feature tells which it is. We keep for every place the faces that may be there, and slap when
two places agree with enough confidence: how much is enough depends on what a mistake costs.
"""

from _beliefs import Beliefs, chances
from _deck import ANY, KIND_OF, over
from _loop import Action, Bot, Message, serve
from _together import Searcher

BOLD = 0.45  # confidence needed while there is no set to lose
CAREFUL = 0.7  # and with one
MATE = 0.4  # to follow a team mate's hand

Pair = tuple[float, str, str]


class StrongBot(Bot):
    """Remembers every card, and bets on what it cannot see yet."""

    def start(self, message: Message) -> None:
        """Begin with no memory."""
        super().start(message)
        self.beliefs = Beliefs()
        self.searcher = Searcher(self.seat, self.seats)
        self.mates = [seat for seat, team in enumerate(self.teams) if team == self.teams[self.seat]]

    def act(self, message: Message) -> Action:
        """Follow what happened, then answer."""
        state = message["state"]
        if message["phase"] == "tick":
            return self.searcher.act(state, message["events"])
        self.beliefs.follow(message["events"])
        self.look(state)
        if message["phase"] == "flip":
            return self.flip(message["legal"])
        return self.hand(state) if state["mode"] == "teams" else self.slap(state)

    # Seeing

    def look(self, state: Message) -> None:
        """Bring the beliefs up to date, and list the pictures that lie open."""
        self.open: dict[int, list[str]] = {}
        for place, picture in state["known"]:
            self.beliefs.see(place, picture)
            self.note(self.beliefs.certain(place), place)
        self.elsewhere = {kind: len(places) for kind, places in self.open.items()}
        for won in state["sets"]:
            kind = KIND_OF[tuple(won["picture"])]
            self.elsewhere[kind] = self.elsewhere.get(kind, 0) + won["cards"]
            if won["cards"] < 3:
                self.note(kind, won["place"])
        single = [faces for faces in self.beliefs.at.values() if len(faces) == 1]
        self.taken = {face >> 1 for faces in single for face in faces}
        self.fresh = {place: self.guess(place, picture) for place, picture in state["fresh"]}

    def note(self, kind: int | None, place: str) -> None:
        """Note a place that certainly shows a picture."""
        if kind is not None:
            self.open.setdefault(kind, []).append(place)

    def guess(self, place: str, picture: list[int | None]) -> dict[int, float]:
        """Give the chance of each picture at a fresh place."""
        faces = self.beliefs.see(place, picture)
        return chances(faces, self.elsewhere, self.taken if len(faces) > 1 else set())

    def best_pair(self) -> Pair:
        """Find the two places that most likely show the same picture, a fresh one first if there is one."""
        pairs: list[Pair] = [(0.0, "", "")]
        for places in self.open.values():
            loose = [place for place in places if place[0] != "s"]
            if loose and len(places) > 1:
                first = loose[-1]
                pairs.append((1.0, first, next(place for place in places if place != first)))
        fresh = list(self.fresh.items())
        for index, (place, kinds) in enumerate(fresh):
            for kind, chance in kinds.items():
                pairs += [(chance, place, other) for other in self.open.get(kind, ())]
                pairs += [(chance * more.get(kind, 0), place, other) for other, more in fresh[:index]]
        return max(pairs)

    # Acting

    def slap(self, state: Message) -> Action:
        """Slap when the best pair is likely enough; rest when nothing can come of this window."""
        chance, first, second = self.best_pair()
        if chance == 0:
            return {"do": "rest"}
        if chance < self.courage(state):
            return {"do": "wait"} if state["tick"] < 7 else {"do": "rest"}
        slap: Action = {"do": "slap", "cards": [first, second]}
        if state["mode"] == "ring" and (first[0] != "t" or second[0] != "t"):
            slap["middle"] = True
        return slap

    def courage(self, state: Message) -> float:
        """Give the confidence that a slap needs."""
        return CAREFUL if state["counts"][self.seat] else BOLD

    def flip(self, legal: list[Action]) -> Action:
        """Ring: flip the card that most likely matches something: we know it before the others."""
        return max(legal, key=lambda action: (self.promise(f"p{action['pile']}"), -action["pile"]))

    def promise(self, place: str) -> float:
        """Give the chance that the other side of a card matches an open one."""
        hidden = chances(over(self.beliefs.at.get(place, ANY)), self.elsewhere, set())
        return sum(chance for kind, chance in hidden.items() if kind in self.open)

    def hand(self, state: Message) -> Action:
        """Teams: lay a hand on one card of the best pair, or complete the pair of a mate."""
        mine = [hand for hand in state["hands"] if hand["seat"] == self.seat]
        mates = [hand["card"] for hand in state["hands"] if hand["seat"] in self.mates]
        if mine:
            return {"do": "rest"}
        if mates:
            return self.follow(state, mates[0])
        chance, first, second = self.best_pair()
        if chance == 0:
            return {"do": "rest"}
        if chance < self.courage(state):
            return {"do": "wait"}
        place = self.mates.index(self.seat)
        low, high = sorted((first, second))
        return {"do": "hand", "card": (low, high)[place]} if place < 2 else {"do": "wait"}

    def follow(self, state: Message, card: str) -> Action:
        """Complete the pair that a mate has begun."""
        rated = [(self.equal(card, place), place) for place in self.places(state, card)]
        chance, other = max(rated, default=(0.0, ""))
        return {"do": "hand", "card": other} if chance >= MATE else {"do": "wait"}

    def places(self, state: Message, card: str) -> list[str]:
        """List the other places that a hand can lie on."""
        shown = [place for place, _ in state["known"] + state["fresh"]]
        return [place for place in shown + [won["place"] for won in state["sets"]] if place != card]

    def equal(self, one: str, other: str) -> float:
        """Give the chance that two places show the same picture."""
        first, second = self.pictures(one), self.pictures(other)
        return sum(chance * second.get(kind, 0.0) for kind, chance in first.items())

    def pictures(self, place: str) -> dict[int, float]:
        """Give the chances of what a place shows."""
        if place in self.fresh:
            return self.fresh[place]
        return {kind: 1.0 for kind, places in self.open.items() if place in places}


if __name__ == "__main__":
    serve(StrongBot())
