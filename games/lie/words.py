"""The sentences of LIE's account, kept apart from the rules so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Json

DEAL = "Round {round}: {seat} starts."
DEAL_EXTRA = "Extra round {round}: {seat} starts."
HAND = "{seat} draws {count} cards."
HAND_OF_ONE = "{seat} draws a card."
HAND_SEEN = "{seat} draws {hand}."
CLOCKWISE = "{seat} declares clockwise."
COUNTER_CLOCKWISE = "{seat} declares counter-clockwise."
SET = "{seat} sets their cards."
SET_SEEN = "{seat} sets {up}."
BID = "{seat} bids {count} × {value}."
CHALLENGE = "{seat} challenges {seat_bidder}."
REVEAL_TRUE = (
    "The bid {count} × {value} is true ({shown} shown): {seat_winner} wins the round, {seat_loser} loses it."
)
REVEAL_FALSE = (
    "The bid {count} × {value} is false ({shown} shown): {seat_winner} wins the round, {seat_loser} loses it."
)
COUNT = "{seat} goes to {count} cards."
COUNT_OF_ONE = "{seat} goes to one card."
COUNT_OF_NONE = "{seat} has lost the last card."
TIE = "{seats} share the lead and play extra rounds; their cards: {count}."
OUT = "{seat} is out."
END = "{seat_winner} wins the game."


def describe(event: Mapping[str, Json]) -> tuple[str, dict[str, Json]]:
    """Give the template of an event, as it was seen, and what fills it in."""
    filling = {key: value for key, value in event.items() if key != "event"}
    for key in ("hand", "up"):
        if key in event:
            filling[key] = ", ".join(map(_plain, event[key]))
    if event["event"] == "tie":
        filling["seats"] = tuple(filling.pop("leaders"))
    return _template(event), filling


def _plain(item: Json) -> str:
    return str(item) if isinstance(item, int) else "/".join(map(str, item))


def _template(event: Mapping[str, Json]) -> str:
    kind = event["event"]
    if kind == "deal":
        return DEAL_EXTRA if event["extra"] else DEAL
    if kind == "direction":
        return CLOCKWISE if event["clockwise"] else COUNTER_CLOCKWISE
    if kind == "reveal":
        return REVEAL_TRUE if event["shown"] >= event["count"] else REVEAL_FALSE
    if kind in _SEEN and _SEEN[kind][0] in event:
        return _SEEN[kind][1]
    return _FEW.get((kind, event.get("count", -1)), _PLAIN[kind])


_SEEN = {"hand": ("hand", HAND_SEEN), "set": ("up", SET_SEEN)}
_FEW = {("hand", 1): HAND_OF_ONE, ("count", 1): COUNT_OF_ONE, ("count", 0): COUNT_OF_NONE}
_PLAIN = {
    "hand": HAND, "set": SET, "bid": BID, "challenge": CHALLENGE, "count": COUNT,
    "tie": TIE, "out": OUT, "end": END,
}  # fmt: skip
