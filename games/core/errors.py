"""What can go wrong in a game.

GameError
├── OptionsError            a game cannot be dealt like this: seats or options are wrong
├── MalformedActionError    not an action of this game at all
├── IllegalActionError      an action of this game, but not now or not for this seat
├── GameOverError           an action after the end
└── RecordError             a record that does not replay
"""


class GameError(Exception):
    """The root of every error an engine raises; its text is a sentence for people."""


class OptionsError(GameError):
    """The seats or options are not ones the game has."""


class MalformedActionError(GameError):
    """The data is not an action of this game."""


class IllegalActionError(GameError):
    """The action is one of this game's, but not allowed here; the text says what would be."""


class GameOverError(GameError):
    """Nobody can act any more."""


class RecordError(GameError):
    """The record does not lead where it says it does."""
