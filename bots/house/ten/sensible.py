"""TEN with common sense: stop before it gets hot, take what makes runs, bid and buy when it gives points."""

from _loop import Action, Bot, Message, serve
from _runs import points

HOT = 4  # draw on while the total is at most this
COIN = 0.4  # points that a currency token is worth
CARD = 0.4  # points that a new card is worth besides those it makes at once
SPARE = 0.25  # points that a duplicate is worth: it pays for something


class SensibleBot(Bot):
    """Goes by rules of thumb."""

    def act(self, message: Message) -> Action:
        """Answer each kind of question."""
        state, legal = message["state"], message["legal"]
        self.mine = state["players"][self.seat]
        return getattr(self, message["phase"])(state, legal)

    def draw(self, state: Message, legal: list[Action]) -> Action:
        """Draw while the total is low, then take the better reward."""
        if legal[-1]["do"] == "draw" and (len(legal) == 1 or state["total"] <= HOT):
            return legal[-1]
        coins = sum(int(card[1]) for card in state["currency"])
        coins = min(coins, 10 - self.mine["currency"])
        if (
            len(legal) > 1
            and legal[1].get("what") == "currency"
            and COIN * coins > self.gain(state["numbers"])
        ):
            return legal[1]
        return legal[0]

    def gain(self, cards: list[str]) -> float:
        """Rate number cards: points at once, new cards, spare ones."""
        owned = self.mine["numbers"]
        new = len(set(cards).difference(owned))
        return self.more(cards) + CARD * new + SPARE * (len(cards) - new)

    def more(self, numbers: list[str], wilds: tuple[str, ...] = ()) -> int:
        """Count the points that cards add."""
        owned, jokers = self.mine["numbers"], self.mine["wilds"]
        return points([*owned, *numbers], [*jokers, *wilds]) - points(owned, jokers)

    def auction(self, state: Message, legal: list[Action]) -> Action:
        """Bid one more than the others, up to what the wild gives."""
        limit = 2 + 2 * self.more([], (state["auction"]["card"],))
        if len(legal) > 1 and legal[1]["amount"] <= min(limit, self.mine["currency"]):
            return legal[1]
        return legal[0]

    def buy(self, _state: Message, legal: list[Action]) -> Action:
        """Buy what gives more points than it costs, with as many tokens as there are."""
        best, choice = 0.0, legal[0]
        for action in legal[1:]:
            paid = COIN * action["currency"] + 1.2 * action["fiasco"] + 0.5 * len(action["cards"])
            merit = self.more([action["card"]]) + CARD - paid
            if merit > best:
                best, choice = merit, action
        return choice

    def pay(self, _state: Message, legal: list[Action]) -> Action:
        """Pay with tokens."""
        return legal[0]

    def fiasco(self, _state: Message, legal: list[Action]) -> Action:
        """Take the token."""
        return legal[0]


if __name__ == "__main__":
    serve(SensibleBot())
