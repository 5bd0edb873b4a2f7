"""Take That, a game about a row of numbers that grows until somebody must take it."""

from games.takethat.rules import TakeThat

GAME = TakeThat()
