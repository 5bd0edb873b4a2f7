"""What cards are worth in TEN, given the cards to come: a few imagined futures, scored with and without."""

from functools import cache

from _runs import COLOURS, RUNS

Masks = tuple[int, ...]  # for each colour the digits owned, bit d - 1 for digit d


@cache
def run_points(mask: int, gaps: int) -> int:
    """Give the points of a colour's best run in which so many digits are filled by wilds."""
    return max([value for bits, value in RUNS if (bits & ~mask).bit_count() <= gaps], default=0)


class Future:
    """One way the game may end for us: the cards of each colour, and where the wilds are used."""

    def __init__(self, masks: list[int], wilds: tuple[str, ...]) -> None:
        self.masks = masks
        self.gaps = [wilds.count(f"{colour}#") for colour in COLOURS]
        self.points = sum(map(run_points, masks, self.gaps))
        digits = [int(wild[1]) for wild in wilds if wild[0] == "*" and wild[1] != "#"]
        for _ in range(2):  # a wild that was of no use may be of use beside another one
            digits = [digit for digit in digits if not self._use(digit)]
        if "*#" in wilds:
            gain, colour = max((self.gap_gain(colour), colour) for colour in range(4))
            self.gaps[colour] += 1
            self.points += gain

    def _use(self, digit: int) -> bool:
        """Give a wild with a digit to the colour that gains most; False when none does."""
        gain, colour = max([(self.gain(colour, digit), colour) for colour in range(4)])
        if gain:
            self.masks[colour] |= 1 << digit - 1
            self.points += gain
        return gain > 0

    def gain(self, colour: int, digit: int) -> int:
        """Give the points that one more card makes."""
        mask, gaps = self.masks[colour], self.gaps[colour]
        return run_points(mask | 1 << digit - 1, gaps) - run_points(mask, gaps)

    def gap_gain(self, colour: int) -> int:
        """Give the points that one more wild of a colour makes."""
        mask, gaps = self.masks[colour], self.gaps[colour]
        return run_points(mask, gaps + 1) - run_points(mask, gaps)

    def wild_gain(self, wild: str) -> int:
        """Give the points that one more wild makes."""
        if wild[1] != "#":
            return max(self.gain(colour, int(wild[1])) for colour in range(4))
        colours = range(4) if wild == "*#" else (COLOURS.index(wild[0]),)
        return max(map(self.gap_gain, colours))


class Prospects:
    """Our cards in all imagined futures."""

    def __init__(self, masks: Masks, wilds: tuple[str, ...], arrivals: list[Masks]) -> None:
        self.masks = masks
        self.futures = [
            Future([mine | more for mine, more in zip(masks, arrival, strict=True)], wilds)
            for arrival in arrivals
        ]
        self.value = sum(future.points for future in self.futures) / len(self.futures)

    def worth(self, card: str) -> float:
        """Give the points that a number card is worth; 0 for one that we have."""
        colour, digit = COLOURS.index(card[0]), int(card[1])
        return sum([future.gain(colour, digit) for future in self.futures]) / len(self.futures)

    def wild_worth(self, wild: str) -> float:
        """Give the points that a wild is worth."""
        return sum([future.wild_gain(wild) for future in self.futures]) / len(self.futures)

    def has(self, card: str) -> bool:
        """Tell whether we have a number card already."""
        return bool(self.masks[COLOURS.index(card[0])] >> int(card[1]) - 1 & 1)
