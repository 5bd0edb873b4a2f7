"""Twin It with common sense: slap what agrees in five features, look in turn, match what was seen."""

from _loop import Action, Bot, Message, serve

SURE = 5  # features that must be seen to agree
LAST_TICK = 7


class SensibleBot(Bot):
    """Compares every fresh face with every other face in sight."""

    def act(self, message: Message) -> Action:
        """Answer a tick of a window, a flip or a tick of co-operation."""
        state = message["state"]
        if message["phase"] == "tick":
            return self.together(state)
        if message["phase"] == "flip":
            return self.random.choice(message["legal"])
        pairs = self.pairs(state)
        sure = [pair for agreed, pair in pairs if agreed >= SURE]
        if not sure:
            return {"do": "wait"} if pairs and state["tick"] < LAST_TICK else {"do": "rest"}
        return self.hand(state, sure[0]) if state["mode"] == "teams" else self.slap(state, sure[0])

    def pairs(self, state: Message) -> list[tuple[int, tuple[str, str]]]:
        """List the pairs of a fresh place and any other that agree so far, with how many features do."""
        sets = [(won["place"], won["picture"]) for won in state["sets"] if won["cards"] < 3]
        others = state["known"] + sets
        found = []
        for index, (place, picture) in enumerate(state["fresh"]):
            for other, seen in others + state["fresh"][:index]:
                agreed = self.agreement(picture, seen)
                if agreed is not None:
                    found.append((agreed, (place, other)))
        return found

    def agreement(self, one: list[int | None], other: list[int | None]) -> int | None:
        """Count the features in which two pictures are seen to agree; None when they differ in one."""
        agreed = 0
        for first, second in zip(one, other, strict=True):
            if first is not None and second is not None:
                if first != second:
                    return None
                agreed += 1
        return agreed

    def slap(self, state: Message, pair: tuple[str, str]) -> Action:
        """Slap a pair; in the ring hands go on the middle unless both cards are loose."""
        slap: Action = {"do": "slap", "cards": list(pair)}
        if state["mode"] == "ring" and any(place[0] != "t" for place in pair):
            slap["middle"] = True
        return slap

    def hand(self, state: Message, pair: tuple[str, str]) -> Action:
        """Lay a hand on one card of the pair: the first for the lower seat, or where none lies yet."""
        mates = [seat for seat, team in enumerate(self.teams) if team == self.teams[self.seat]]
        hands = [hand for hand in state["hands"] if hand["seat"] in mates]
        if any(hand["seat"] == self.seat for hand in hands):
            return {"do": "wait"}
        taken = [hand["card"] for hand in hands]
        if taken and taken[0] not in pair:
            return {"do": "wait"}
        first, second = sorted(pair)
        if taken:
            return {"do": "hand", "card": second if taken[0] == first else first}
        place = mates.index(self.seat)
        return (
            {"do": "hand", "card": pair_card}
            if (pair_card := (first, second, None)[place])
            else {"do": "wait"}
        )

    def together(self, state: Message) -> Action:
        """Match what we have seen, else look at the next card of our share."""
        seen: dict[tuple[int, ...], str] = {}
        for place, picture in state["known"]:
            key = tuple(picture)
            if key in seen:
                return {"do": "match", "cards": [seen[key], place]}
            seen[key] = place
        known = {place for place, _ in state["known"]}
        hidden = [place for place in state["loose"] if place not in known]
        share = [place for place in hidden if int(place[1:]) % self.seats == self.seat] or hidden
        return {"do": "look", "card": share[0]} if share else {"do": "wait"}


if __name__ == "__main__":
    serve(SensibleBot())
