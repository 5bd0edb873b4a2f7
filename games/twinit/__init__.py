"""Twin It: a race to spot identical pictures. RULES.md has the rules."""

from games.twinit.rules import TwinIt

GAME = TwinIt()

__all__ = ["GAME"]
