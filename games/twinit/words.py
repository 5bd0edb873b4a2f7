"""What happened, in sentences. The templates are constants, so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

START = "{seat} starts."
FLIP = "{seat} flips {pile} onto the table as {card}."
REST = "{seat} rests."
HAND = "{seat} lays a hand on {card}."
SAY = "{seat} says: {say}"
SLAP = "{seat} slaps {first} and {second}."
SLAP_MIDDLE = "{seat} slaps the middle for {first} and {second}."
LOWER = "{seat} has the lower hand."
WIN = "{seat} wins {set}: {cards} cards."
WIN_SINGLE = "{seat} wins {set}, a single card."
STEAL = "{seat} steals {set}, now {cards} cards."
SECURE = "{seat} secures {set}, now {cards} cards."
TIE = "A tie between {seats}: nobody wins."
TURN = "{card} is turned over."
TURN_TOP = "The top of {pile} is laid on the table as {card} and turned over."
MISTAKE = "{seat} makes a mistake with {places}."
LOSE = "{seat} loses {set}, which goes under {pile}."
WINDOW = "New to see: {places}."
END_GOAL = "The goal is reached: {seats} wins."
END_GOAL_SHARED = "The goal is reached: {seats} win."
END_CARDS = "The piles are empty: {seats} wins."
END_CARDS_SHARED = "The piles are empty: {seats} win."
END_LIMIT = "The game has gone on long enough: {seats} wins."
END_LIMIT_SHARED = "The game has gone on long enough: {seats} win."
LOOK = "{seat} looks at {card}."
OVER = "{seat} turns {card} over."
MISS = "{seat} reaches for {card}, but nothing is there."
MATCH = "{seat} puts {places} aside: {set} has {cards} cards."
MISMATCH = "{seat} tries to match {places}, which is wrong."
TIME_ROOKIES = "Time is up. Points: {points}, rookies."
TIME_PROMISING = "Time is up. Points: {points}, promising."
TIME_GREAT = "Time is up. Points: {points}, great."
TIME_OUTSTANDING = "Time is up. Points: {points}, outstanding."

_BY_KIND = {
    "start": START, "flip": FLIP, "rest": REST, "hand": HAND, "say": SAY, "slap": SLAP, "lower": LOWER,
    "win": WIN, "steal": STEAL, "secure": SECURE, "tie": TIE, "turn": TURN, "mistake": MISTAKE,
    "lose": LOSE, "window": WINDOW, "look": LOOK, "over": OVER, "miss": MISS, "match": MATCH,
    "mismatch": MISMATCH,
}  # fmt: skip
_ENDS = {  # one winner, or several
    "goal": (END_GOAL, END_GOAL_SHARED),
    "cards": (END_CARDS, END_CARDS_SHARED),
    "limit": (END_LIMIT, END_LIMIT_SHARED),
}
_TIMES = {
    "rookies": TIME_ROOKIES,
    "promising": TIME_PROMISING,
    "great": TIME_GREAT,
    "outstanding": TIME_OUTSTANDING,
}
_LISTS = {"tie": "cards", "mistake": "cards", "window": "fresh", "match": "from", "mismatch": "cards"}


def describe(event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Give the template of an event's sentence and what fills it in."""
    kind = event["event"]
    filling = {key: value for key, value in event.items() if key != "event"}
    if kind in _LISTS:
        filling["places"] = ", ".join(event[_LISTS[kind]])
    if kind == "slap":
        filling["first"], filling["second"] = event["cards"]
    if kind == "turn":
        filling["pile"] = event["place"]
    return _template(kind, event), filling


def _template(kind: str, event: Mapping[str, Any]) -> str:
    if kind == "end":
        return _ENDS[event["ending"]][len(event["seats"]) > 1]
    if kind == "time":
        return _TIMES[event["grade"]]
    if kind == "slap" and event.get("middle"):
        return SLAP_MIDDLE
    if kind == "win" and event["cards"] == 1:
        return WIN_SINGLE
    if kind == "turn" and event["place"] != event["card"]:
        return TURN_TOP
    return _BY_KIND[kind]
