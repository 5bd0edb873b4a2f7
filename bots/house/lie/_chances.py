"""The arithmetic of chances."""

from functools import lru_cache
from math import comb


@lru_cache(maxsize=4096)
def at_least(need: int, cards: int, share: float) -> float:
    """Give the chance that at least `need` of some cards show a value that each shows with this chance."""
    if need <= 0:
        return 1.0
    return sum(comb(cards, k) * share**k * (1 - share) ** (cards - k) for k in range(need, cards + 1))
