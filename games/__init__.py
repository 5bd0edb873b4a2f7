"""The rules of five games, pure and complete. `GAMES` is the registry."""

from typing import Any

from games.core.game import Game
from games.lie import GAME as LIE
from games.sequence import GAME as SEQUENCE
from games.takethat import GAME as TAKETHAT
from games.ten import GAME as TEN
from games.twinit import GAME as TWINIT

GAMES: dict[str, Game[Any, Any]] = {
    TEN.slug: TEN,
    LIE.slug: LIE,
    SEQUENCE.slug: SEQUENCE,
    TAKETHAT.slug: TAKETHAT,
    TWINIT.slug: TWINIT,
}
