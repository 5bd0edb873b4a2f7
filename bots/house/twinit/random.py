"""Twin It at random: now and then hands on any two places, otherwise whatever is offered."""

from _loop import Action, Bot, Message, serve

HASTE = 0.03  # how often a seat that could wait moves its hands


class RandomBot(Bot):
    """Knows how to move, not why."""

    def act(self, message: Message) -> Action:
        """Move the hands now and then, or draw one of the legal actions."""
        if message["phase"] == "tick":
            return self.together(message)
        if message["phase"] == "window" and self.random.random() < HASTE:
            return self.reach(message["state"])
        return self.random.choice(message["legal"])

    def reach(self, state: Message) -> Action:
        """Slap two visible cards, in teams lay a hand on one."""
        places = [place for place, _ in state["known"] + state["fresh"]]
        one = self.random.choice(places)
        if state["mode"] == "teams":
            return {"do": "hand", "card": one}
        other = self.random.choice(places)
        slap = {"do": "slap", "cards": [one, other]}
        if state["mode"] == "ring" and (one + other).count("t") < 2:
            slap["middle"] = True
        return slap

    def together(self, message: Message) -> Action:
        """Look at a card, turn one over, or match two that were seen."""
        state = message["state"]
        loose, known = state["loose"], [place for place, _ in state["known"]]
        kind = self.random.choice(("look", "look", "flip", "match"))
        if kind == "match" and len(known) > 1:
            return {"do": "match", "cards": self.random.sample(known, 2)}
        if not loose:
            return {"do": "wait"}
        return {"do": "flip" if kind == "flip" else "look", "card": self.random.choice(loose)}


if __name__ == "__main__":
    serve(RandomBot())
