"""Sequence by expectation: a line is worth what it would bring times the chance that its missing cards come.

Cards are counted: what lies in the discards or in our hand is not to come. An own line counts fully where we
hold what it lacks; another's line counts by the chance that they hold it. A move is worth what it adds to our
lines and takes from theirs, less what the card would have been good for elsewhere; a jack has a price.
"""

from collections import Counter

from _board import (
    CELLS,
    EMPTY,
    FREE,
    LAYOUT,
    LINES,
    LINES_OF,
    ONE_EYED,
    TWO_EYED,
    cell_of,
    read_board,
    spent_lines,
)
from _loop import Action, Bot, Message, serve

OWN = (0.3, 1, 4, 16, 60, 220)  # worth of an own line with 0 to 5 chips, if nothing is in doubt
THEIRS = (0.3, 1, 4, 16, 75, 220)
FOUR = 0.15  # chance that an open four is completed some day, if they do not hold the card now
LAST = 4  # how much more the sequence that wins is worth
COMING = (0.04, 0.22, 0.38)  # chance to get a card of which 0, 1 or 2 are unseen, in time
JACK_HELD = 0.6  # chance to fill a cell with a two-eyed jack that we hold: there are other uses
PRICE = {"JC": 70, "JD": 70, "JH": 60, "JS": 60}


class StrongBot(Bot):
    """Rates every action by what it does to the lines through its cell."""

    def act(self, message: Message) -> Action:
        """Exchange dead cards first, then play what is worth most."""
        state, legal = message["state"], message["legal"]
        exchange = next((action for action in legal if action["do"] == "exchange"), None)
        if exchange:
            return exchange
        if legal[0]["do"] == "pass":
            return legal[0]
        self.look(state)
        if legal[0]["do"] == "discard":
            return min(legal, key=lambda action: self.keep(action["card"]))
        return max(legal, key=self.merit)

    # Seeing

    def look(self, state: Message) -> None:
        """Read the board, count the cards, and see what is in each line."""
        self.board, self.spent = read_board(state), spent_lines(state)
        self.sides = state["sides"]
        self.side = self.sides[self.seat]
        self.held = Counter(state["hand"])
        self.done = Counter(sequence["side"] for sequence in state["sequences"])
        self.needed = state["needed"]
        self.locked = {10 * row + column for s in state["sequences"] for row, column in s["cells"]}
        self.count(state)
        self.cells = [self.coming(cell) for cell in range(100)]
        self.risk = {side: [self.threat(cell, side) for cell in range(100)] for side in set(self.sides)}

    def count(self, state: Message) -> None:
        """Count the unseen copies of each card, and the share of the unseen cards that each side holds."""
        gone = Counter(card for pile in state["discards"] for card in pile) + self.held
        self.unseen = {card: max(2 - gone[card], 0) for card in (*CELLS, *TWO_EYED, *ONE_EYED)}
        total = max(sum(self.unseen.values()), 1)
        self.share = dict.fromkeys(self.sides, 0.0)
        for seat, size in enumerate(state["hand_sizes"]):
            if seat != self.seat:
                self.share[self.sides[seat]] += min(size / total, 1.0)

    def coming(self, cell: int) -> float:
        """Give our chance to fill an empty cell."""
        card = LAYOUT[cell]
        if self.held[card]:
            return 1.0
        chance = COMING[self.unseen.get(card, 0)]
        return max(chance, JACK_HELD) if any(self.held[jack] for jack in TWO_EYED) else chance

    def threat(self, cell: int, side: int) -> float:
        """Give the chance that another side holds what fills a cell."""
        share = min(self.share[side], 1.0)
        copies = self.unseen.get(LAYOUT[cell], 0) + 0.7 * sum(self.unseen[jack] for jack in TWO_EYED)
        return 1 - (1 - share) ** copies

    # Rating lines

    def line(self, line: int) -> tuple[int | None, int, list[int]]:
        """Give the only side in a line (None: several), its chips there, and the empty cells."""
        side, chips, empty = EMPTY, 0, []
        for cell in LINES[line]:
            owner = self.board[cell]
            if owner == EMPTY:
                empty.append(cell)
            elif owner == FREE:
                chips += 1
            elif side in (EMPTY, owner):
                side = owner
                chips += 1
            else:
                return None, 0, []
        return side, chips, empty

    def own(self, chips: int, empty: list[int]) -> float:
        """Give the worth of an own line."""
        worth = OWN[chips] * (LAST if self.done[self.side] + 1 == self.needed else 1)
        for cell in empty:
            worth *= self.cells[cell]
        return worth

    def theirs(self, side: int, chips: int, empty: list[int]) -> float:
        """Give the worth of another side's line: near its end by what they hold, before by what may come."""
        worth = THEIRS[chips] * (LAST if self.done[side] + 1 == self.needed else 1)
        for cell in empty:
            now = self.risk[side][cell]
            worth *= FOUR + (1 - FOUR) * now if chips == 4 else 0.25 + 0.5 * now
        return worth

    # Rating actions

    def merit(self, action: Action) -> float:
        """Rate an action."""
        cell, card = cell_of(action), action["card"]
        if action["do"] == "remove":
            return self.removal(cell) - PRICE[card]
        return self.placing(cell) - (PRICE[card] if card in PRICE else self.regret(card, cell))

    def placing(self, cell: int) -> float:
        """Give what a chip on a cell adds to our lines and takes from theirs."""
        total = 0.0
        for line in LINES_OF[cell]:
            side, chips, empty = self.line(line)
            if side is None:
                continue
            if side in (EMPTY, self.side):
                if line not in self.spent.get(self.side, ()):
                    rest = [other for other in empty if other != cell]
                    total += self.own(chips + 1, rest) - self.own(chips, empty)
            elif line not in self.spent.get(side, ()):
                total += self.theirs(side, chips, empty)
        return total

    def removal(self, cell: int) -> float:
        """Give what taking a chip away costs its side and opens for us."""
        side = self.board[cell]
        total = 200.0 * (cell in self.locked)
        for line in LINES_OF[cell]:
            owner, chips, empty = self.line(line)
            if owner == side and line not in self.spent.get(side, ()):
                total += self.theirs(side, chips, empty) - self.theirs(side, chips - 1, [*empty, cell])
            elif owner is None:
                total += self.opened(line, cell)
        return total

    def opened(self, line: int, cell: int) -> float:
        """Give the worth of a line of ours that only the chip on this cell blocks."""
        owner, self.board[cell] = self.board[cell], EMPTY
        side, chips, empty = self.line(line)
        self.board[cell] = owner
        if side != self.side or line in self.spent.get(side, ()):
            return 0.0
        return 0.5 * self.own(chips, empty)

    def regret(self, card: str, cell: int) -> float:
        """Give what the card would have been good for on its other cell."""
        other = next((place for place in CELLS[card] if place != cell), cell)
        if self.held[card] > 1 or other == cell or self.board[other] != EMPTY:
            return 0.0
        worth = 0.0
        for line in LINES_OF[other]:
            side, chips, empty = self.line(line)
            if side in (EMPTY, self.side) and line not in self.spent.get(self.side, ()):
                worth += self.own(chips, empty)
        return (1 - COMING[self.unseen[card]]) * worth

    def keep(self, card: str) -> float:
        """Rate a card that may have to be discarded."""
        if card in PRICE:
            return PRICE[card]
        return max([self.placing(cell) for cell in CELLS[card] if self.board[cell] == EMPTY], default=0.0)


if __name__ == "__main__":
    serve(StrongBot())
