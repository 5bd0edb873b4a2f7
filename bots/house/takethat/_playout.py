"""A stretch of Take That played out in the head by players who pull, else add, else take."""

from _cards import TOAD_COST, TOADS, TWIN

PULLED = 2  # points for a pair
REACH = 10


class Playout:
    """Hands, row and pile as imagined, and what everybody has gained since."""

    def __init__(self, hands: list[list[int]], pile: list[int], row: list[int]) -> None:
        self.hands = [hand.copy() for hand in hands]
        self.pile = pile.copy()
        self.row = row.copy()
        self.gains = [0] * len(hands)
        self.over = False

    def play(self, seat: int, do: str, card: int) -> None:
        """Carry out one action; `card` is as the action names it."""
        if do == "take":
            self.take(seat)
        elif do == "pull":
            self.pull(seat, card)
        else:
            self.hands[seat].remove(card)
            self.row.append(card)
            self.draw(seat)

    def pull(self, seat: int, card: int) -> None:
        """Take a card out of the row with its twin."""
        self.hands[seat].remove(TWIN[card])
        self.row.remove(card)
        self.gains[seat] += PULLED
        self.over = not self.row and not self.pile
        self.draw(seat)

    def take(self, seat: int) -> None:
        """Take the row."""
        self.gains[seat] -= len(self.row) + (TOAD_COST - 1) * len(TOADS.intersection(self.row))
        self.row = []
        self.over = not self.pile

    def draw(self, seat: int) -> None:
        """Draw a card, if there is one."""
        if self.pile:
            self.hands[seat].append(self.pile.pop())

    def go_on(self, seat: int, turns: int) -> None:
        """Play so many turns, beginning with a seat, as anybody would."""
        for _ in range(turns):
            if self.over:
                return
            self.turn(seat)
            seat = (seat + 1) % len(self.hands)

    def turn(self, seat: int) -> None:
        """Pull, else add, else take and open a new row."""
        hand, row = self.hands[seat], self.row
        if row:
            for card in hand:
                if TWIN[card] in row and TWIN[card] != card:
                    return self.pull(seat, TWIN[card])
            end = row[-1]
            near = [card for card in hand if -REACH <= card - end <= REACH]
            if near:
                return self.add(seat, near)
            self.take(seat)
        if hand and not self.over:
            self.add(seat, hand)
        return None

    def add(self, seat: int, cards: list[int]) -> None:
        """Add the first card that is no toad: hands are in random order."""
        card = next((card for card in cards if card not in TOADS), cards[0])
        self.hands[seat].remove(card)
        self.row.append(card)
        self.draw(seat)
