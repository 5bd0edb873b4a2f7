"""LIE by simulation: deal the others' cards as the bids make likely, play each choice out, take the best.

The unseen cards are dealt exactly (every card is in the deck twice); a deal counts the more, the better it
explains the bids that were made. In each deal every choice of ours is followed to the challenge.
"""

from _loop import Action, Bot, Message, serve
from _rounds import CARDS, Counts, Round, counted, habit

DEALS = 24  # imagined for a decision
WHIM = 0.2  # how often another is thought to set a card anyhow
DOUBT = 0.05  # how often a bid means nothing
STRETCH = 3  # how far above what we hold a raise may go


class StrongBot(Bot):
    """Imagines the table, many times."""

    def act(self, message: Message) -> Action:
        """Look at the table, then simulate."""
        phase, state = message["phase"], message["state"]
        if phase == "direction":
            return message["legal"][0]
        self.look(state)
        if phase == "set":
            return {"do": "set", "up": self.setting(state)}
        return self.bidding(state)

    def look(self, state: Message) -> None:
        """Note who plays in which order, and which cards are left for the others."""
        self.hand = [tuple(card) for card in state["hand"]]
        playing = state["playing"]
        self.order = playing if state["clockwise"] else playing[::-1]
        self.sizes = {seat: state["counts"][seat] for seat in playing}
        self.left = CARDS.copy()
        for card in self.hand:
            self.left.remove(card)
        self.wild = state["ones_wild"]
        self.round = Round(self.order, self.sizes, wild=self.wild)

    # Setting

    def setting(self, state: Message) -> list[int]:
        """Try to gather each value in turn, and keep what wins most."""
        deals = [self.deal() for _ in range(DEALS)]
        shown = [self.counts_of(deal) for deal in deals]
        ways = {tuple(self.gather(value)) for value in range(1, 7)}
        return list(max(sorted(ways), key=lambda ups: self.prospect(list(ups), shown, state["starter"])))

    def gather(self, value: int) -> list[int]:
        """Turn a value up wherever it is, on the rest the higher one or a wild one."""
        rest = min if self.wild else max
        return [value if value in card else rest(card) for card in self.hand]

    def prospect(self, ups: list[int], shown: list[dict[int, Counts]], starter: int) -> float:
        """Play rounds with what we would show."""
        mine, total = counted(ups, wild=self.wild), 0.0
        for others in shown:
            others[self.seat] = mine
            value = max(range(1, 7), key=lambda value: (others[starter][value] > 0, -value))
            if starter == self.seat:
                value = max(range(1, 7), key=lambda value: (mine[value], value))
            count = max(others[starter][value], 1) if starter == self.seat else 1
            total += self.worth(*self.round.play_out(others, starter, count, value))
        return total

    # Bidding

    def bidding(self, state: Message) -> Action:
        """Compare every raise worth a thought with the challenge."""
        mine = counted(state["up"], wild=self.wild)
        deals = self.likely_deals(state["bids"])
        for _, shown in deals:
            shown[self.seat] = mine
        best, choice = -2.0 * DEALS, None
        if state["bids"]:
            bidder, count, value = state["bids"][-1]
            best = sum(w * self.verdict(shown, bidder, count, value) for w, shown in deals)
        for count, value in self.raises(state["bids"], mine):
            merit = sum(w * self.worth(*self.round.play_out(s, self.seat, count, value)) for w, s in deals)
            if merit > best:
                best, choice = merit, {"do": "bid", "count": count, "value": value}
        return choice or {"do": "challenge"}

    def raises(self, bids: list[list[int]], mine: Counts) -> list[tuple[int, int]]:
        """List raises: of each value from one to a little more than we hold."""
        _, lowest, value = bids[-1] if bids else (0, 0, 1)
        found = []
        for higher in range(value, 7):
            first = lowest + 1 if higher == value else 1
            last = min(max(first, mine[higher] + STRETCH), self.round.total)
            found += [(count, higher) for count in range(first, last + 1)]
        return found

    def verdict(self, shown: dict[int, Counts], bidder: int, count: int, value: int) -> float:
        """Give what a challenge is worth."""
        true = sum(counts[value] for counts in shown.values()) >= count
        return self.worth(bidder, self.seat) if true else self.worth(self.seat, bidder)

    def worth(self, winner: int, loser: int) -> float:
        """Give what a round is worth to us: another's loss is shared by all who are left."""
        if loser == self.seat:
            return -1.0
        return 1 / (len(self.order) - 1) + 0.05 * (winner == self.seat)

    # Imagining

    def deal(self) -> dict[int, list[int]]:
        """Deal the others' cards and set them by habit, now and then on a whim."""
        others = [seat for seat in self.order if seat != self.seat]
        cards = self.random.sample(self.left, sum(self.sizes[seat] for seat in others))
        ups = {}
        for seat in others:
            hand = [cards.pop() for _ in range(self.sizes[seat])]
            ups[seat] = habit(hand, wild=self.options["wild_ones"])
            if self.random.random() < WHIM:
                ups[seat] = [self.random.choice(card) for card in hand]
        return ups

    def counts_of(self, deal: dict[int, list[int]]) -> dict[int, Counts]:
        """Count what everybody shows in a deal."""
        return {seat: counted(ups, wild=self.wild) for seat, ups in deal.items()}

    def likely_deals(self, bids: list[list[int]]) -> list[tuple[float, dict[int, Counts]]]:
        """Imagine deals, each with the weight of how well it explains the bids."""
        deals = [self.counts_of(self.deal()) for _ in range(DEALS)]
        weights = [self.likelihood(shown, bids) for shown in deals]
        scale = DEALS / sum(weights)
        return [(weight * scale, shown) for weight, shown in zip(weights, deals, strict=True)]

    def likelihood(self, shown: dict[int, Counts], bids: list[list[int]]) -> float:
        """Tell how well what is shown explains the bids: people bid what they believe."""
        likely = 1.0
        for seat, count, value in bids:
            if seat != self.seat:
                chance = self.round.chance(seat, shown[seat], count, value)
                likely *= DOUBT + chance * chance
        return likely


if __name__ == "__main__":
    serve(StrongBot())
