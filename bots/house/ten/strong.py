"""TEN by expectation: imagine what else will come our way, and value every choice by the points it leads to.

The cards left in the deck are counted exactly, so the chance of a fiasco is known. What a card is worth
depends on the cards to come: some futures are imagined (which missing cards we shall get), each is scored
with and without the card, and the mean difference is the card's worth. Tokens have a price in points.
"""

from _deck import unseen
from _futures import Prospects
from _loop import Action, Bot, Message, serve
from _runs import COLOURS, masks_of

FUTURES = 8  # imagined for a decision
GRASP = 0.55  # chance to get a card that is still in the deck, shared by the players
MARKET = 0.12  # chance to buy a given card of the market, for each buy to come
COIN = {1: 0.28, 2: 0.28, 3: 0.22}  # points that a token is worth early on, by players
CROWDED_COIN = 0.18
LAST_COIN = 0.12  # and when the deck runs out
CARDS_A_TURN = 3.6
TOKEN = 2.6  # coins that a fiasco token is worth: it gives no change
SPARE = 0.7  # coins that a duplicate is worth
SAFE_COINS = 5  # no currency card is worth more
MOST_COINS = 10


class StrongBot(Bot):
    """Values everything in points."""

    def act(self, message: Message) -> Action:
        """Look at the table, then answer each kind of question."""
        state = message["state"]
        self.look(state)
        return getattr(self, message["phase"])(state, message["legal"])

    # What things are worth

    def look(self, state: Message) -> None:
        """Count the deck, price the tokens and imagine futures."""
        self.mine = state["players"][self.seat]
        self.left = unseen(state, self.seats)
        tables = max(self.seats, 2)
        full = {2: 81, 3: 111}.get(tables, 129)
        share = sum(self.left.values()) / full
        early = COIN.get(self.seats, CROWDED_COIN) - LAST_COIN
        self.coin = 0.01 if state["last_buys"] else LAST_COIN + early * min(1.0, 1.5 * share)
        self.turns = sum(self.left.values()) / CARDS_A_TURN / tables
        self.wilds = tuple(self.mine["wilds"])
        self.arrivals = self.imagine(state["market"], tables)
        self.now = self.prospects(self.mine["numbers"])

    def imagine(self, market: list[str], tables: int) -> list[tuple[int, ...]]:
        """Draw sets of cards that we may yet get."""
        chances, masks = [], masks_of(self.mine["numbers"])
        for colour in range(4):
            for digit in range(1, 10):
                if not masks[colour] >> digit - 1 & 1:
                    card = f"{COLOURS[colour]}{digit}"
                    missed = (1 - GRASP / tables) ** self.left[card]
                    if card in market:
                        missed *= 1 - min(0.5, MARKET * (1 + self.turns))
                    chances.append((colour, 1 << digit - 1, 1 - missed))
        return [self.future(chances) for _ in range(FUTURES)]

    def future(self, chances: list[tuple[int, int, float]]) -> tuple[int, ...]:
        """Draw one future."""
        masks, random = [0, 0, 0, 0], self.random.random
        for colour, bit, chance in chances:
            if random() < chance:
                masks[colour] |= bit
        return tuple(masks)

    def prospects(self, numbers: list[str]) -> Prospects:
        """See what these number cards of ours lead to."""
        return Prospects(masks_of(numbers), self.wilds, self.arrivals)

    def wages(self, coins: int) -> float:
        """Give what tokens are worth to us: those above ten are lost."""
        return self.coin * min(coins, MOST_COINS - self.mine["currency"])

    def gift(self, state: Message, coins: int) -> float:
        """Give what it costs us that every other player gets tokens."""
        others = [p for seat, p in enumerate((*state["players"], state["ten"])) if p and seat != self.seat]
        got = [min(coins, MOST_COINS - player["currency"]) for player in others]
        return self.coin * sum(got) / max(len(got), 1)

    # Drawing

    def draw(self, state: Message, legal: list[Action]) -> Action:
        """Draw on when the next card is worth more, on average, than what is lost by a fiasco."""
        if len(legal) == 1:
            return legal[0]
        coins = sum(int(card[1]) for card in state["currency"])
        if legal[-1]["do"] == "draw" and state["total"] <= 1 and coins <= SAFE_COINS:
            return legal[-1]  # no card can be a fiasco
        then = self.prospects([*self.mine["numbers"], *state["numbers"]])
        new = sum(map(int.bit_count, then.masks)) - sum(map(int.bit_count, self.now.masks))
        gained = then.value - self.now.value + SPARE * self.coin * (len(state["numbers"]) - new)
        numbers = gained + self.bargain(state["market"], then) - self.gift(state, coins)
        currency = self.wages(coins) if coins else -1.0
        stop = max(numbers, currency)
        if legal[-1]["do"] == "draw" and self.next_card(state, then, coins, numbers, currency) > stop:
            return legal[-1]
        return legal[1] if currency > numbers else legal[0]

    def next_card(
        self, state: Message, then: Prospects, coins: int, numbers: float, currency: float
    ) -> float:
        """Give the mean worth of drawing one more card and then stopping."""
        room = 10 - state["total"]
        fiasco, total = TOKEN * self.coin, 0.0
        for card, copies in self.left.items():
            kind, sign = card[0], card[1]
            if kind == "*" or sign == "#":
                merit = max(numbers, currency) + 0.1
            elif kind == "$":
                new = coins + int(sign)
                merit = fiasco if new > 10 else self.with_coins(state, new, coins, numbers)
            elif int(sign) > room:
                merit = fiasco - self.gift(state, coins)
            else:
                more = SPARE * self.coin if then.has(card) else then.worth(card)
                merit = max(numbers + more, currency)
            total += copies * merit
        return total / sum(self.left.values())

    def with_coins(self, state: Message, more: int, coins: int, numbers: float) -> float:
        """Give the worth of stopping after one more currency card."""
        kept = numbers + self.gift(state, coins) - self.gift(state, more)
        return max(kept, self.wages(more))

    # Buying and bidding

    def bargain(self, market: list[str], then: Prospects) -> float:
        """Give the worth of the best buy that tokens can pay."""
        means = self.mine["currency"] + 3 * self.mine["fiasco"]
        best = 0.0
        for card in set(market):
            price = int(card[1])
            if price <= means and not then.has(card):
                best = max(best, then.worth(card) - self.coin * price)
        return best

    def buy(self, _state: Message, legal: list[Action]) -> Action:
        """Buy what gains most for its price, in the cheapest way."""
        best, choice = 0.0, legal[0]
        worths: dict[str, float] = {}
        for action in legal[1:]:
            card = action["card"]
            if card not in worths:
                worths[card] = self.now.worth(card)
            if (
                worths[card] - self.pieces(action) > best
                and (merit := worths[card] - self.price(action)) > best
            ):
                best, choice = merit, action
        return choice

    def pieces(self, paid: Action) -> float:
        """Give what the pieces of a payment are worth as money."""
        return self.coin * (paid["currency"] + TOKEN * paid["fiasco"] + SPARE * len(paid["cards"]))

    def price(self, paid: Action) -> float:
        """Give what a payment costs us in points: money, and what its cards would have led to."""
        if not paid["cards"]:
            return self.pieces(paid)
        left = list(self.mine["numbers"])
        for card in paid["cards"]:
            left.remove(card)
        return self.pieces(paid) + self.now.value - self.prospects(left).value

    def pay(self, _state: Message, legal: list[Action]) -> Action:
        """Pay in the cheapest way."""
        return min(legal, key=self.price)

    def auction(self, state: Message, legal: list[Action]) -> Action:
        """Bid up to what the wild is worth to us: as little as may win it."""
        bids = [action["amount"] for action in legal[1:]]
        if not bids:
            return legal[0]
        wild = state["auction"]["card"]
        gain = self.now.wild_worth(wild)
        limit = min(int(gain / self.coin), self.riches(self.mine))
        if self.seats == 1:
            return self.solo_bid(state, legal, limit)
        amount = min(max(bids[0], self.outbidding(state, limit)), bids[-1])
        return {"do": "bid", "amount": amount} if amount <= limit else legal[0]

    def outbidding(self, state: Message, limit: int) -> int:
        """Give what those who bid after us can hardly follow."""
        later = self.later(state)
        if not later:
            return 0
        players = state["players"]
        means = [players[seat]["currency"] + 3 * players[seat]["fiasco"] for seat in later]
        return min(max(means) + 1, round(0.7 * limit))

    def later(self, state: Message) -> list[int]:
        """List who bids after us: up to the active player."""
        last = state["active"]
        return [(self.seat + i) % self.seats for i in range(1, (last - self.seat) % self.seats + 1)]

    def solo_bid(self, state: Message, legal: list[Action], limit: int) -> Action:
        """Outbid the automaton where it pays; otherwise let it pay as much as it can."""
        bids = {action["amount"] for action in legal[1:]}
        if state["active"] == self.seat:
            amount = min(bids)
            return {"do": "bid", "amount": amount} if amount <= limit else legal[0]
        rich = self.riches(state["ten"])
        amount = max(5, rich)
        if amount in bids and amount <= limit:
            return {"do": "bid", "amount": amount}
        return {"do": "bid", "amount": rich - 1} if rich - 1 in bids else legal[0]

    def riches(self, player: Message) -> int:
        """Count what a player can spend without regret: tokens and duplicates."""
        spare = len(player["numbers"]) - len(set(player["numbers"]))
        return player["currency"] + 3 * player["fiasco"] + spare

    def fiasco(self, state: Message, legal: list[Action]) -> Action:
        """Buy instead of taking the token when there is a good bargain."""
        better = self.bargain(state["market"], self.now) > TOKEN * self.coin
        return legal[1] if better and len(legal) > 1 else legal[0]


if __name__ == "__main__":
    serve(StrongBot())
