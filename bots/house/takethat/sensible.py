"""Take That with common sense: pull what can be pulled, add what helps nobody else, take if we must."""

from _cards import TWIN, cost, seen_cards
from _loop import Action, Bot, Message, serve


class SensibleBot(Bot):
    """Counts what is in sight, and looks no further ahead."""

    def act(self, message: Message) -> Action:
        """Pull, else add the card that serves best, else take."""
        state, legal = message["state"], message["legal"]
        if legal[0]["do"] == "pull":
            return legal[0]
        adds = [action for action in legal if action["do"] == "add"]
        if not adds:
            return legal[-1]
        return max(adds, key=lambda action: self.merit(action["card"], state))

    def merit(self, card: int, state: Message) -> float:
        """Rate an added card: best when we hold its twin, worst when another may; toads on short rows."""
        twin = TWIN[card]
        if twin == card:
            return -0.5 * cost(state["row"])
        if twin in state["hand"]:
            return 1.0
        return 0.5 if twin in seen_cards(state) else 0.0


if __name__ == "__main__":
    serve(SensibleBot())
