"""LIE with common sense: gather one value, trust the average of the others' cards, doubt the unlikely."""

from _chances import at_least
from _loop import Action, Bot, Message, serve

SHARE = 1 / 6  # how many of the others' cards show a given value, on average


class SensibleBot(Bot):
    """Believes that the others' cards show anything, all values alike."""

    def act(self, message: Message) -> Action:
        """Set the hand on its best value, then raise or challenge, whichever is likelier to be right."""
        if message["phase"] == "set":
            return {"do": "set", "up": self.setting(message["state"]["hand"])}
        if message["phase"] == "bid":
            return self.bidding(message["state"], message["legal"])
        return message["legal"][0]

    def setting(self, hand: list[list[int]]) -> list[int]:
        """Turn up the value that most cards share, on the rest the higher one (or a wild one)."""
        best = max(range(1, 7), key=lambda value: (sum(value in card for card in hand), value))
        rest = min if self.options["wild_ones"] else max
        return [best if best in card else rest(card) for card in hand]

    def bidding(self, state: Message, legal: list[Action]) -> Action:
        """Compare the likeliest raise with the chance that the bid to beat is false."""
        bids = [action for action in legal if action["do"] == "bid"]
        raised = max(bids, key=lambda bid: (self.chance(state, bid["count"], bid["value"]), -bid["value"]))
        if not state["bids"]:
            return raised
        _, count, value = state["bids"][-1]
        doubt = 1 - self.chance(state, count, value)
        return (
            raised if self.chance(state, raised["count"], raised["value"]) >= doubt else {"do": "challenge"}
        )

    def chance(self, state: Message, count: int, value: int) -> float:
        """Give the chance that a bid is true."""
        wild = state["ones_wild"] and value != 1
        mine = sum(up == value or (wild and up == 1) for up in state["up"])
        return at_least(count - mine, state["total"] - len(state["up"]), SHARE * (2 if wild else 1))


if __name__ == "__main__":
    serve(SensibleBot())
