"""An entrant as the draw of a Swiss round sees it."""

from dataclasses import dataclass
from fractions import Fraction

FIRST, SECOND = 0, 1
DOWN, UP = -1, 1


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant as the draw sees it; players are listed by points and then by seed."""

    id: int
    points: Fraction = Fraction(0)
    opponents: frozenset[int] = frozenset()
    sides: tuple[int, ...] = ()
    had_bye: bool = False
    floated: int = 0

    @property
    def balance(self) -> int:
        """Count how often the first side was had more than the second."""
        return len(self.sides) - 2 * sum(self.sides)

    @property
    def wish(self) -> int | None:
        """Name the side that evens out the past, or the other than last time; None before any match."""
        if not self.sides:
            return None
        if self.balance:
            return SECOND if self.balance > 0 else FIRST
        return 1 - self.sides[-1]

    @property
    def is_strong(self) -> bool:
        """Tell whether the wish is strong: two sides behind, or the same side twice running."""
        return abs(self.balance) > 1 or (len(self.sides) > 1 and self.sides[-1] == self.sides[-2])
