"""Sequence with common sense: chips where own lines grow or others' are stopped, jacks for what matters."""

from _board import EMPTY, FREE, LINES, LINES_OF, cell_of, read_board, spent_lines
from _loop import Action, Bot, Message, serve

GROWTH = (1, 4, 15, 60, 1000)  # a chip more in an open line that has 0, 1, ... 4
HINDRANCE = (0, 2, 10, 45, 500)  # a chip in another's open line
JACK = 70  # what a jack is worth in the hand


class SensibleBot(Bot):
    """Rates every cell by the lines through it, as they lie now."""

    def act(self, message: Message) -> Action:
        """Exchange dead cards first, then play where it counts most."""
        state, legal = message["state"], message["legal"]
        for action in legal:
            if action["do"] == "exchange":
                return action
        if legal[0]["do"] not in ("place", "remove"):
            return legal[0]
        self.board, self.spent = read_board(state), spent_lines(state)
        self.side = state["sides"][self.seat]
        return max(legal, key=self.merit)

    def merit(self, action: Action) -> float:
        """Rate an action; a jack must earn what it is worth."""
        cell = cell_of(action)
        if action["do"] == "remove":
            return self.hindered(cell, self.board[cell]) - JACK
        merit = sum(self.growth(line) for line in LINES_OF[cell])
        merit += sum(self.hindrance(line) for line in LINES_OF[cell])
        return merit - JACK if action["card"].startswith("J") else merit

    def line(self, line: int) -> tuple[int | None, int]:
        """Give the only side in a line (None: several), and its chips and corners there."""
        owners = {self.board[cell] for cell in LINES[line]} - {EMPTY, FREE}
        if len(owners) > 1:
            return None, 0
        side = owners.pop() if owners else self.side
        chips = sum(self.board[cell] in (side, FREE) for cell in LINES[line])
        return (None, 0) if line in self.spent.get(side, ()) else (side, chips)

    def growth(self, line: int) -> float:
        """Rate one more own chip in a line."""
        side, chips = self.line(line)
        return GROWTH[chips] if side == self.side and chips < 5 else 0

    def hindrance(self, line: int) -> float:
        """Rate stopping another side's line."""
        side, chips = self.line(line)
        return HINDRANCE[chips] if side not in (None, self.side) and chips < 5 else 0

    def hindered(self, cell: int, side: int) -> float:
        """Rate taking a chip out of another side's lines."""
        lines = [self.line(line) for line in LINES_OF[cell]]
        return sum(HINDRANCE[min(chips, 4)] for owner, chips in lines if owner == side)


if __name__ == "__main__":
    serve(SensibleBot())
