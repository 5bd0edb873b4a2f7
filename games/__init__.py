"""The rules of five games, pure and complete. `GAMES` is the registry."""

from typing import Any

from games.core.game import Game
from games.lie import GAME as LIE
from games.takethat import GAME as TAKETHAT

GAMES: dict[str, Game[Any, Any]] = {
    LIE.slug: LIE,
    TAKETHAT.slug: TAKETHAT,
}
