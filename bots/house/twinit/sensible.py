"""Twin It with common sense: slap what agrees in five features, look in turn, match what was seen."""

from _loop import Action, Bot, Message, serve

SURE = 5  # features that must be seen to agree


class SensibleBot(Bot):
    """Compares every fresh face with every other face in sight."""

    def act(self, message: Message) -> Action:
        """Answer a tick of a window, a flip or a tick of co-operation."""
        state = message["state"]
        if message["phase"] == "tick":
            return self.together(state)
        if message["phase"] == "flip":
            return self.random.choice(message["legal"])
        pair = self.pair(state)
        if pair is None:
            return {"do": "rest"} if state["tick"] == 7 else {"do": "wait"}
        return self.hand(state, pair) if state["mode"] == "teams" else self.slap(state, pair)

    def pair(self, state: Message) -> tuple[str, str] | None:
        """Find two places that agree in enough features, the first of them fresh."""
        sets = [(won["place"], won["picture"]) for won in state["sets"] if won["cards"] < 3]
        others = state["known"] + sets
        for index, (place, picture) in enumerate(state["fresh"]):
            for other, seen in others + state["fresh"][:index]:
                if self.agree(picture, seen):
                    return place, other
        return None

    def agree(self, one: list[int | None], other: list[int | None]) -> bool:
        """Tell whether two pictures agree as far as both are seen, and enough of them is."""
        both = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
        return len(both) >= SURE and all(a == b for a, b in both)

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
