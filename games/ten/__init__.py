"""TEN: push your luck, bid and buy; the longest runs in four colours win."""

from games.ten.rules import GAME as GAME
