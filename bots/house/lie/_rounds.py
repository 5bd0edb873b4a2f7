"""A round of LIE played out in the head: what each player shows, and how a player of common sense goes on."""

from functools import cache

from _chances import at_least

SHARE = 1 / 6  # how many of the others' cards show a given value, on average
Hand = list[tuple[int, int]]
Counts = list[int]  # how many of a player's cards count for each value; entry 0 is not used
MOST = 32  # more than all cards
CARDS = [(low, high) for low in range(1, 7) for high in range(low + 1, 7) for _ in range(2)]


def habit(hand: Hand, *, wild: bool) -> list[int]:
    """Set a hand as most would: the value that most cards share, on the rest the higher or a wild one."""
    values = [value for card in hand for value in card]
    best = max((values.count(value), value) for value in set(values))[1]
    rest = 0 if wild else 1  # a card is (lower, higher)
    return [best if best in card else card[rest] for card in hand]


def counted(ups: list[int], *, wild: bool) -> Counts:
    """Count what the values up are good for."""
    counts = [ups.count(value) for value in range(7)]
    if wild:
        for value in range(2, 7):
            counts[value] += counts[1]
    return counts


@cache
def expected(others: int, wild: bool) -> list[list[float]]:
    """Tabulate by value and need the chance that the others' cards show so many."""
    shares = [SHARE * (1 + (wild and value != 1)) for value in range(7)]
    return [[at_least(need, others, share) for need in range(MOST)] for share in shares]


class Round:
    """Who plays in which order with how many cards, and what everybody expects of the others."""

    def __init__(self, order: list[int], sizes: dict[int, int], *, wild: bool) -> None:
        self.after = dict(zip(order, order[1:] + order[:1], strict=True))
        self.total = sum(sizes.values())
        self.chances = {seat: expected(self.total - size, wild) for seat, size in sizes.items()}

    def chance(self, seat: int, counts: Counts, count: int, value: int) -> float:
        """Give a seat's chance that a bid is true, from its own cards alone."""
        need = count - counts[value]
        return 1.0 if need <= 0 else self.chances[seat][value][need]

    def reply(self, seat: int, counts: Counts, count: int, value: int) -> tuple[int, int] | None:
        """Raise or challenge (None) as common sense says: whichever is likelier to be right."""
        for higher in range(value + 1, 7):
            if counts[higher]:
                return 1, higher
        doubt = 1 - self.chance(seat, counts, count, value)
        best, raised = -1.0, None
        if count < self.total:
            best, raised = self.chance(seat, counts, count + 1, value), (count + 1, value)
        if value < 6 and self.chances[seat][value + 1][1] > best:
            best, raised = self.chances[seat][value + 1][1], (1, value + 1)
        return raised if best >= doubt else None

    def play_out(self, shown: dict[int, Counts], bidder: int, count: int, value: int) -> tuple[int, int]:
        """Go on from a bid to the challenge; give the winner and the loser."""
        after = self.after
        while True:
            seat = after[bidder]
            raised = self.reply(seat, shown[seat], count, value)
            if raised is None:
                true = sum([counts[value] for counts in shown.values()]) >= count
                return (bidder, seat) if true else (seat, bidder)
            bidder, (count, value) = seat, raised
