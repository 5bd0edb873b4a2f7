"""LIE, a bluffing game with cards instead of dice."""

from games.lie.rules import Lie

GAME = Lie()
