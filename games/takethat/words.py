"""The sentences of Take That's account, kept apart from the rules so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Json

DEAL = "Round {round}: {seat_dealer} deals, {seat} starts."
HAND = "{seat} gets {count} cards."
HAND_SEEN = "{seat} gets {hand}."
ADD = "{seat} adds {card}."
PULL = "{seat} pulls {card} with {twin}."
TAKE = "{seat} takes the row ({cards}) for -{cost}."
UNSEEN = "{seat} lays the top card of the pile aside unseen."
UNSEEN_SEEN = "{seat} lays the top card of the pile ({card}) aside unseen."
DRAW = "{seat} draws a card."
DRAW_SEEN = "{seat} draws {card}."
SCORE = "Round {round} is scored for {seats}: {points}."
END = "The game is over for {seats}: {scores}."

_TEMPLATES = {
    "deal": DEAL, "hand": HAND, "add": ADD, "pull": PULL, "take": TAKE, "unseen": UNSEEN, "draw": DRAW,
    "score": SCORE, "end": END,
}  # fmt: skip
_SEEN = {"hand": ("hand", HAND_SEEN), "unseen": ("card", UNSEEN_SEEN), "draw": ("card", DRAW_SEEN)}


def describe(event: Mapping[str, Json]) -> tuple[str, dict[str, Json]]:
    """Give the template of an event, as it was seen, and what fills it in."""
    kind = event["event"]
    filling = {key: value for key, value in event.items() if key != "event"}
    for key in ("hand", "cards", "points", "scores"):
        if key in event:
            filling[key] = ", ".join(map(str, event[key]))
    if kind in ("score", "end"):
        filling["seats"] = tuple(range(len(event["points" if kind == "score" else "scores"])))
    if kind in _SEEN and _SEEN[kind][0] in event:
        return _SEEN[kind][1], filling
    return _TEMPLATES[kind], filling
