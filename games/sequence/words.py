"""English sentences for events; the templates are constants so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.game import Json

DEAL: Final = "{seat_dealer} deals, {seat} starts."
PLACE: Final = "{seat} plays {card} and puts a chip of side {side} on row {row}, column {column}."
REMOVE: Final = "{seat} plays {card} and removes the chip of side {side} from row {row}, column {column}."
SEQUENCE: Final = "{seat} completes a sequence for side {side}: {cells}."
VOID: Final = "The sequence of side {side} is broken: {cells}."
EXCHANGE: Final = "{seat} exchanges the dead card {card}."
DRAW: Final = "{seat} draws a card; cards left: {pile}."
DRAW_SEEN: Final = "{seat} draws {card}; cards left: {pile}."
FORGO: Final = "{seat} draws no card."
RESHUFFLE: Final = "The draw pile is empty: {cards} discards are shuffled into a new one."
SAY: Final = "{seat} says: {text}"
PENALTY: Final = "Talk costs every member of side {side} a card."
DISCARD: Final = "{seat} pays with {card}."
NOTHING: Final = "{seat} can do nothing and passes."
WIN: Final = "{seat} wins the game for side {side}."
UNDECIDED_PASSES: Final = "Everyone has passed: the game ends undecided."
UNDECIDED_TURNS: Final = "The last turn has been played: the game ends undecided."

_TEMPLATES: Final = {
    "deal": DEAL,
    "place": PLACE,
    "remove": REMOVE,
    "sequence": SEQUENCE,
    "void": VOID,
    "exchange": EXCHANGE,
    "forgo": FORGO,
    "reshuffle": RESHUFFLE,
    "say": SAY,
    "penalty": PENALTY,
    "discard": DISCARD,
    "pass": NOTHING,
    "win": WIN,
}
_SIDES: Final = "ABC"


def describe(event: Mapping[str, Json]) -> tuple[str, dict[str, Json]]:
    """Give an event's template and what fills it in; sides are letters, rows and columns count from 0."""
    filling = {key: value for key, value in event.items() if key not in ("event", "at", "seats", "reason")}
    if "side" in event:
        filling["side"] = _SIDES[event["side"]]
    if "at" in event:
        filling["row"], filling["column"] = event["at"]
    if "cells" in event:
        filling["cells"] = ", ".join(f"{row}-{column}" for row, column in event["cells"])
    return _template(event), filling


def _template(event: Mapping[str, Json]) -> str:
    """Choose the sentence; a draw and an undecided end have two."""
    kind = event["event"]
    if kind == "draw":
        return DRAW_SEEN if "card" in event else DRAW
    if kind == "undecided":
        return UNDECIDED_PASSES if event["reason"] == "passes" else UNDECIDED_TURNS
    return _TEMPLATES[kind]
