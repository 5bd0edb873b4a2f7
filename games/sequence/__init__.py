"""Sequence: five chips in a row on a board of cards, for 2 to 12 players on two or three sides."""

from games.sequence.rules import SequenceGame

GAME = SequenceGame()

__all__ = ["GAME"]
