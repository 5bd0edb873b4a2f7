"""The sentences of TEN's events, apart from its rules so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SENTENCES: Final = {
    "turn": "It is {seat}'s turn.",
    "draw": "{seat} draws {card}: {total}.",
    "fiasco": "Fiasco for {seat}: {total}.",
    "token": "{seat} takes a fiasco token.",
    "buy_instead": "{seat} may buy instead of taking a fiasco token.",
    "take_numbers": "{seat} takes the numbers: {cards}.",
    "take_currency": "{seat} takes the currency: {cards}.",
    "income": "{seat} gets {amount} currency.",
    "auction": "{seat} reveals {card}: it is auctioned.",
    "bid": "{seat} bids {amount}.",
    "pass_bid": "{seat} does not bid.",
    "won": "{seat} gets {card} for {price}: {currency} currency, {fiasco} fiasco, cards: {cards}.",
    "unsold": "Nobody wants {card}: it is discarded.",
    "buy": "{seat} buys {card}: {currency} currency, {fiasco} fiasco, cards: {cards}.",
    "pass_buy": "{seat} buys nothing.",
    "last_buys": "The deck is used up: everybody has one last buy.",
    "score": "{seat} scores {points} points with {cards} cards.",
}
# What the automaton does; it has no seat to be named.
TEN_SENTENCES: Final = {
    "turn": "It is TEN's turn.",
    "draw": "TEN draws {card}: {total}.",
    "fiasco": "Fiasco for TEN: {total}.",
    "token": "TEN takes a fiasco token.",
    "take_numbers": "TEN takes the numbers: {cards}.",
    "income": "TEN gets {amount} currency.",
    "auction": "TEN reveals {card}: it is auctioned.",
    "bid": "TEN bids {amount}.",
    "pass_bid": "TEN does not bid.",
    "won": "TEN gets {card} for {price}: {currency} currency, {fiasco} fiasco, cards: {cards}.",
    "score": "TEN scores {points} points with {cards} cards.",
}
NO_CARDS: Final = "none"


def describe(event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Give an event's sentence and what fills it in; lists of cards become text."""
    kind = event["event"]
    filling = {key: _text(value) for key, value in event.items() if key not in ("event", "runs")}
    if "seat" in event and event["seat"] is None:
        del filling["seat"]
        return TEN_SENTENCES[kind], filling
    return SENTENCES[kind], filling


def _text(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or NO_CARDS
    return value
