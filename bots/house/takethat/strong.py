"""Take That by simulation: deal the unseen cards many times, play each choice out, take the best.

Every card that was seen this round is known to be gone. What the others hold is drawn from the rest, but for
what they have shown not to have: who took a row had nothing to add to it.
"""

from _cards import CARDS, TWIN, cost, seen_cards
from _loop import Action, Bot, Message, serve
from _playout import REACH, Playout

DEALS = 12  # imagined for a decision
TURNS = 7  # looked ahead
CHEAP = 6  # a row that costs more is not taken of one's own will


class StrongBot(Bot):
    """Imagines the others' hands, many times."""

    def start(self, message: Message) -> None:
        """Forget what was learnt about hands."""
        super().start(message)
        self.lacking: list[set[int]] = [set() for _ in range(self.seats)]
        self.round = 0

    def act(self, message: Message) -> Action:
        """Try every choice worth a thought on the same imagined deals."""
        state = message["state"]
        self.learn(message["events"], state)
        choices = self.choices(message["legal"], state["row"])
        if len(choices) == 1:
            return choices[0]
        deals = [self.deal(state) for _ in range(DEALS)]
        return max(choices, key=lambda action: self.prospect(action, state["row"], deals))

    def choices(self, legal: list[Action], row: list[int]) -> list[Action]:
        """Leave out a costly take where something else is possible."""
        if len(legal) > 1 and legal[-1]["do"] == "take" and cost(row) > CHEAP:
            return legal[:-1]
        return legal

    def prospect(
        self, action: Action, row: list[int], deals: list[tuple[list[list[int]], list[int]]]
    ) -> float:
        """Give our mean lead over the others after some turns."""
        return sum(self.lead(action, row, hands, pile) for hands, pile in deals)

    def lead(self, action: Action, row: list[int], hands: list[list[int]], pile: list[int]) -> float:
        """Play one choice out in one deal."""
        table = Playout(hands, pile, row)
        table.play(self.seat, action["do"], action.get("card", 0))
        if action["do"] == "take" and not table.over:
            table.turn(self.seat)
        table.go_on((self.seat + 1) % self.seats, TURNS)
        others = sum(table.gains) - table.gains[self.seat]
        return table.gains[self.seat] - others / (self.seats - 1)

    # What the others hold

    def learn(self, events: list[Message], state: Message) -> None:
        """Note what a seat that takes a row cannot hold; what it draws later may be anything."""
        if state["round"] != self.round:
            self.round, self.lacking = state["round"], [set() for _ in range(self.seats)]
        for event in events:
            if event["event"] == "take" and event["cards"] and event["seat"] != self.seat:
                end = event["cards"][-1]
                near = {card for card in CARDS if abs(card - end) <= REACH}
                self.lacking[event["seat"]] |= near | {TWIN[card] for card in event["cards"]}
            elif event["event"] == "draw":
                self.doubt(event["seat"])

    def doubt(self, seat: int) -> None:
        """Forget now and then what a seat has not got, as it draws."""
        lacking = self.lacking[seat]
        if lacking:
            lost = self.random.sample(sorted(lacking), len(lacking) // 9 + 1)
            lacking.difference_update(lost)

    def deal(self, state: Message) -> tuple[list[list[int]], list[int]]:
        """Deal the unseen cards to the others and to the pile."""
        seen = seen_cards(state)
        unseen = [card for card in CARDS if card not in seen]
        self.random.shuffle(unseen)
        hands = []
        for seat, size in enumerate(state["hand_sizes"]):
            if seat == self.seat:
                hands.append(self.random.sample(state["hand"], size))
            else:
                hands.append(self.draw(unseen, size, self.lacking[seat]))
        return hands, unseen[: state["pile"]]

    def draw(self, unseen: list[int], size: int, lacking: set[int]) -> list[int]:
        """Draw a hand without the cards that it lacks, as far as there are enough others."""
        hand = [card for card in unseen if card not in lacking][:size]
        hand += [card for card in unseen if card in lacking][: size - len(hand)]
        held = set(hand)
        unseen[:] = [card for card in unseen if card not in held]
        return hand


if __name__ == "__main__":
    serve(StrongBot())
